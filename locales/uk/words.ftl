# Слова, з яких складаються решта текстів

lang-name = українська
lang-ru = російська
lang-uk = українська
lang-en = англійська
player = Гравець { $n }

points = { $n ->
    [one] { $n } очко
    [few] { $n } очки
    [many] { $n } очок
   *[other] { $n } очка
}
players = { $n ->
    [one] { $n } гравець
    [few] { $n } гравці
    [many] { $n } гравців
   *[other] { $n } гравця
}

rank-nine = 9
rank-jack = В
rank-queen = Д
rank-king = К
rank-ten = 10
rank-ace = Т

suit-spades = піки
suit-clubs = трефи
suit-diamonds = бубни
suit-hearts = чирви

marriage-spades = піковий мар’яж
marriage-clubs = трефовий мар’яж
marriage-diamonds = бубновий мар’яж
marriage-hearts = чирвовий мар’яж
marriage-aces = тузовий мар’яж

ground-weak_hand = слабка рука
ground-nines = дев’ятки на руках
ground-jacks = валети на руках
ground-nines_with_talon = дев’ятки разом із прикупом
ground-weak_talon = порожній прикуп
ground-talon_nines = дев’ятки в прикупі
ground-talon_jacks = валети в прикупі
ground-nines_after_discard = дев’ятки після зносу
ground-jacks_after_discard = валети після зносу
ground-weak_after_discard = слабка рука після зносу

mark-write-off = Р
mark-cross = +
mark-bolt = –
