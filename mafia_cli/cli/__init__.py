"""The commands: parse, call, print, exit status; nothing else."""
