# Слова, из которых складываются остальные тексты

lang-name = русский
lang-ru = русский
lang-uk = украинский
lang-en = английский
player = Игрок { $n }

points = { $n ->
    [one] { $n } очко
    [few] { $n } очка
    [many] { $n } очков
   *[other] { $n } очка
}
players = { $n ->
    [one] { $n } игрок
    [few] { $n } игрока
    [many] { $n } игроков
   *[other] { $n } игрока
}

rank-nine = 9
rank-jack = В
rank-queen = Д
rank-king = К
rank-ten = 10
rank-ace = Т

suit-spades = пики
suit-clubs = трефы
suit-diamonds = бубны
suit-hearts = черви

marriage-spades = пиковый марьяж
marriage-clubs = трефовый марьяж
marriage-diamonds = бубновый марьяж
marriage-hearts = червовый марьяж
marriage-aces = тузовый марьяж

ground-weak_hand = слабая рука
ground-nines = девятки на руках
ground-jacks = валеты на руках
ground-nines_with_talon = девятки вместе с прикупом
ground-weak_talon = пустой прикуп
ground-talon_nines = девятки в прикупе
ground-talon_jacks = валеты в прикупе
ground-nines_after_discard = девятки после сноса
ground-jacks_after_discard = валеты после сноса
ground-weak_after_discard = слабая рука после сноса

mark-write-off = Р
mark-cross = +
mark-bolt = –
