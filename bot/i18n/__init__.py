"""Words in three languages: Fluent texts, plurals, signed numbers, names."""
