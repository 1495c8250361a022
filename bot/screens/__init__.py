"""What a table looks like: (read model, language) → text and keyboard. Pure; nothing is sent from here."""
