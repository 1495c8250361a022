"""Our engine beside another one, deal by deal: what was found is in docs/differential.md."""
