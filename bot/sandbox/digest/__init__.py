"""The Bot API as data: `bot_api.json` and the script that makes it."""
