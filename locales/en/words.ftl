# The words that other texts are made of

lang-name = English
lang-ru = Russian
lang-uk = Ukrainian
lang-en = English
player = Player { $n }

points = { $n ->
    [one] { $n } point
   *[other] { $n } points
}
players = { $n ->
    [one] { $n } player
   *[other] { $n } players
}

rank-nine = 9
rank-jack = J
rank-queen = Q
rank-king = K
rank-ten = 10
rank-ace = A

suit-spades = spades
suit-clubs = clubs
suit-diamonds = diamonds
suit-hearts = hearts

marriage-spades = spades marriage
marriage-clubs = clubs marriage
marriage-diamonds = diamonds marriage
marriage-hearts = hearts marriage
marriage-aces = ace marriage

ground-weak_hand = weak hand
ground-nines = nines in the hand
ground-jacks = jacks in the hand
ground-nines_with_talon = nines together with the talon
ground-weak_talon = weak talon
ground-talon_nines = nines in the talon
ground-talon_jacks = jacks in the talon
ground-nines_after_discard = nines after the discard
ground-jacks_after_discard = jacks after the discard
ground-weak_after_discard = weak hand after the discard

mark-write-off = W
mark-cross = +
mark-bolt = –
