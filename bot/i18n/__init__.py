"""Words in three languages: Fluent texts, plurals, signed numbers, names."""

from bot.i18n.names import escape, inert, label, labels
from bot.i18n.numbers import number, signed
from bot.i18n.translator import LANGS, Lang, TextError, choose, named, strictly, tr

__all__ = [
    "LANGS",
    "Lang",
    "TextError",
    "choose",
    "escape",
    "inert",
    "label",
    "labels",
    "named",
    "number",
    "signed",
    "strictly",
    "tr",
]
