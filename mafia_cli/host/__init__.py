"""The interactive side: prompts, the wizard, the desk; the only place that imports questionary."""
