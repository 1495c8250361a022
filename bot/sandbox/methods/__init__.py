"""The methods of the Bot API that the sandbox plays, by name."""
