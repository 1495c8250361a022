"""Redis or Valkey behind the ports of tables and delivery; nothing else of the bot knows the server."""
