# Results of deals and games, the score sheet

result-title = Deal { $n }: result
result-made = Made! { $name } { $score } (took { $n })
result-failed = Short: { $name } { $score } (took { $n })
result-failed-barrel = Short on the barrel: { $name }, took { $n }/{ $max }
result-played = Points taken in the deal
result-written-off = { $name } writes off { $n }
result-crossed = { $name } takes a cross, opponents get a bolt each
result-redealt = Redeal: the cards are dealt again
result-declined = The golden deal is declined
result-unfinished = The deal is not played out, nothing is scored
result-taken = took { $n }
result-counts-as = counts as { $n }
result-cards = cards { $n }
result-marriages = marriages { $n }
result-last-trick = last trick { $n }
result-tricks = tricks { $n }
result-frozen = does not count: on the barrel
result-own-only = does not count: from { $n } only one’s own contracts do
result-still = does not count: an opponent plays from the barrel
result-sat-out = no cards: on the talon
result-rounded = rounded { $n }
result-doubled = doubled { $n }
result-contract = for the contract { $n }
result-written = written { $n }
result-bolt = a bolt
result-bolt-double = a bolt that counts as two
result-total = total { $n }

adjustment-bolts = penalty for bolts
adjustment-bolts_row = penalty for bolts in a row
adjustment-writeoff = write-off
adjustment-writeoff_extra = penalty for a write-off
adjustment-writeoff_share = share of a write-off
adjustment-talon_sitter = for the talon
adjustment-four_nines = four nines
adjustment-barrel_clamp = score on the barrel
adjustment-barrel_fall = fall off the barrel
adjustment-barrel_bump = another player climbs on the barrel
adjustment-barrel_together = no room together on the barrel
adjustment-three_barrels = three barrels: back to zero
adjustment-reverse_barrel = reverse barrel
adjustment-barrel_raise_fail = contract on the barrel not made
adjustment-dump_truck = dump truck: back to zero
adjustment-fifty_five = exactly 55: back to zero
adjustment-golden_reset = golden deals not made: back to zero
adjustment-bottom_nine = nine at the bottom
adjustment-exposed_card = exposed card
adjustment-redeal_dealer = redeal: penalty of the dealer
adjustment-scribe = wrong entry on the sheet

match-won = { $name } wins with { $points }!
match-won-together = The win is shared: { $names }
match-nobody = The game ends without a winner
match-why-target = The score reached { $n }
match-why-barrel = Won from the barrel
match-why-minus_limit = The score reached { $n }: the game ends
match-why-stopped = The scores stand, nobody wins
match-score = { $name }: { $score }
match-place = { $n ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $n }th
} place: { $name }, { $score }
match-payout = Payout: { $n }
match-over = Game over. Another one: /newgame
match-stopped = The game is stopped

decks-title = Decks of the game, { $n ->
    [1] deal { $first }
   *[other] deals { $first }–{ $last }
}
decks-what = Deal number, salt, cards from the top.
decks-how = The SHA-256 of salt and cards, written together, is given below the log of that deal. In a terminal:
decks-command = printf %s%s SALT CARDS | sha256sum

private-closed = { $name }: the cards do not arrive
private-how = Open the bot in private and tap /start: your cards go there. Your seat and your turn are kept.

score-title = Score
score-goal = Game to { $n }
score-empty = No deal has been played yet
score-contract = Contr.
score-bolts = bolts { $n }
score-bolts-of = bolts { $n }/{ $max }
score-barrel = on the barrel, try { $n }/{ $max }
score-falls = falls { $n }
score-write-offs = write-offs { $n }
score-crosses = crosses { $n }
score-legend = *: declarer, –: bolt, W: write-off, +: cross
score-earlier = The latest deals are shown: { $n }
score-barrel-at = Barrel from { $n }: { $need } to win
