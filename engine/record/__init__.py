"""The game record (`.tgr`): reader, replayer, writer, and the codec of snapshots."""
