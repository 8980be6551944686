"""Games on disk: the TOML format, its checks, replay with nicks, the JSON contract, safe writing."""
