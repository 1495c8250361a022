"""Small scripts for developers; they are not shipped."""
