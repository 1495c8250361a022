# Rules of a table: a sentence for each value of a house rule.
# .true and .false: yes and no; .off: no such rule; .n: a number; others: values that are words.

rules-title = Rules of the table
rules-preset = Preset: { $preset }
rules-legend = ◆ differs from the preset
rules-page = { $n }/{ $max }

section-setup = Dealing
section-bidding = Bidding
section-talon = Talon and discard
section-play = Tricks
section-marriages = Marriages and trump
section-scoring = Scoring
section-bolts = Bolts
section-barrel = Barrel
section-write = Write-off and cross
section-redeal = Redeal
section-golden = Golden deal
section-blind = Blind game
section-resets = Resets and penalties
section-endgame = End of the game
section-additions = Additions

note-own-points = Everybody scores all the points taken, cards and marriages
note-reverse-lost = Whoever falls from the reverse barrel to { $n } or below loses, and the match is over
note-redeal-final = Keeping the cards is final: the same reason is not offered again

rule-layout_2p =
    .no = Two may not play
    .v11_2 = Two players: 11 cards each and a talon of two
    .v10_2x2 = Two players: 10 cards each and two talons of two
    .v9_2x3 = Two players: 9 cards each and two talons of three
    .v6_stock = Two players: 6 cards each, the rest is a stock
rule-layout_3p =
    .no = Three may not play
    .v7_3 = Three players: 7 cards each and a talon of three
rule-layout_4p =
    .no = Four may not play
    .v5_4 = Four players: 5 cards each and a talon of four
    .dealer_sits = Four players: three play, the dealer sits on the talon
rule-layout_5p =
    .no = Five may not play
    .v3_5 = Five players: 3 cards each and a talon of five
rule-layout_6p =
    .no = Six may not play
    .v3_6 = Six players: 3 cards each and a talon of six
rule-partnership_4p =
    .true = Four play as two pairs
    .false = Everybody plays alone
rule-deck =
    .v24 = The deck has 24 cards, nine to ace
    .v20_at_five = The deck has 24 cards; five play with 20, without nines
rule-first_dealer =
    .lot = The first dealer is drawn
    .auto = The bot picks the first dealer
    .first_ace = Whoever gets the first ace deals first
rule-shuffle_each_deal =
    .true = The deck is shuffled before each deal
    .false = The deck is cut, not shuffled
rule-cut_required =
    .true = The player on the dealer’s right cuts
    .false = Nobody cuts
rule-bottom_card_peek =
    .true = The dealer looks at the bottom card
    .false = Nobody looks at the bottom card
rule-bottom_nine_recut =
    .off = A nine at the bottom changes nothing
    .may = With a nine at the bottom the dealer may ask for a new cut
    .must = With a nine at the bottom the deck is cut again
rule-bottom_nine_limit =
    .n = { $n ->
        [one] After { $n } nine at the bottom the cutter pays a penalty
       *[other] After { $n } nines in a row at the bottom the cutter pays a penalty
    }
rule-bottom_nine_penalty =
    .n = The penalty for nines at the bottom is { $n }
rule-bottom_jack_to_middle =
    .off = A jack at the bottom stays there
    .may = The dealer may move a jack from the bottom to the middle
    .must = A jack at the bottom goes to the middle
rule-talon_forbidden_cards =
    .none = Any card may come into the talon
    .last = The last card does not go into the talon
    .first_last = The first and the last card do not go into the talon
    .first3_last3 = The first and the last three cards do not go into the talon
rule-exposed_card_penalty =
    .off = No penalty for a card exposed while dealing
    .n = For a card exposed while dealing the dealer pays { $n }
rule-exposed_card_compensation =
    .none = The others get nothing for an exposed card
    .share_120 = The others share 120 points for an exposed card
rule-exposed_card_passes_deal =
    .true = After an exposed card the next player deals
    .false = After an exposed card the same player deals
rule-two_talon_choice =
    .any = The declarer takes either of the two talons
    .random = The declarer gets one of the two talons at random
rule-stock_draw =
    .true = After each trick both draw from the stock up to six cards
    .false = Nobody draws from a stock
rule-talon_sitter_premium =
    .none = Sitting on the talon scores nothing
    .talon_points = Whoever sits on the talon scores its points
    .flat_30 = Whoever sits on the talon scores 30
rule-talon_sitter_marriage =
    .none = A marriage in the talon does not count
    .full = A marriage in the talon counts for whoever sits on it
    .full_or_half = A marriage in the talon counts for whoever sits on it, a half-marriage by half
rule-talon_sitter_golden_double =
    .true = In a golden deal the talon premium is doubled
    .false = In a golden deal the talon premium is as usual
rule-talon_sitter_rounding =
    .true = The talon premium is rounded
    .false = The talon premium is not rounded

rule-auction =
    .true = The talon is bid for
    .false = There is no bidding
rule-opener =
    .left_of_dealer = The first hand is left of the dealer
    .dealer = The opening bid is booked for the dealer, the player on the left speaks first
    .right_of_dealer = The first hand is right of the dealer
rule-opening_bid =
    .n = The opening bid is { $n }
rule-opening_forced =
    .true = The first hand cannot pass on the opening bid
    .false = Everybody may pass; if all do, the next player deals
rule-bid_step =
    .n = Bids go in steps of { $n }
rule-bid_jump =
    .any = Jump bids are allowed
    .exact_step = No jumps: a raise is exactly one step
rule-hand_cap =
    .none = Bids may go above what the cards can give
    .v120_no_marriage = Without a marriage in hand nobody bids above 120
    .v120_plus_marriages = The bid limit is 120 plus the marriages in hand
rule-hand_cap_scope =
    .auction = The limit binds bids, not the contract
    .auction_and_contract = The limit binds bids and the contract
rule-max_bid =
    .off = There is no other limit
    .n = No bid or contract above { $n }
rule-marriage_proof =
    .true = A bid above 120 has to be proved by a marriage on demand
    .false = Nobody shows a marriage in the bidding
rule-negative_limit =
    .off = Players in the red bid as usual
    .n = Silence: with a score below { $n } a player only passes
silent-at-limit = Silence: with a score of { $n } or less a player only passes
rule-negative_limit_test =
    .lt = Exactly at that score a player still bids
    .le = Exactly at that score a player is silent too
rule-negative_mode =
    .debtor = Only the player in the red is silent
    .debtor_and_yield = The others pass too when a player in the red is on the hundred
rule-raise_after_talon =
    .true = The contract may be raised after the talon
    .false = The contract does not change after the talon
rule-raise_window =
    .until_first_lead = The contract is named after the discard
    .before_discard = The contract is named before the discard

rule-talon_reveal =
    .always = The talon is shown to everybody
    .hidden_on_hundred = The talon is shown to everybody, but stays hidden if the first hand gets it unopposed
    .owner_choice = The talon is shown to everybody; if the first hand gets it unopposed, as that player likes
    .never = Only the declarer sees the talon
rule-discard_face =
    .up = Everybody sees the cards given away
    .down = A card given away is seen only by the player who gets it
    .owner_choice = The declarer gives a card face up or face down
rule-hundred_discard_down =
    .true = If the talon stays hidden, cards are given away face down too
    .false = If the talon stays hidden, cards are given away as usual
rule-discard_2p =
    .one_to_opponent = Two players: one card goes to the opponent
    .one_each = Two players: one card goes to the opponent, one is laid onto the second talon
    .two_to_table = Two players: two cards are laid aside
rule-spare_talon =
    .last_trick = The second talon goes to whoever takes the last trick
    .out_slam120 = The second talon is out of play; a declarer gets it who plays 120 and takes every trick without a marriage
rule-forgotten_discard_forfeit =
    .true = Forgotten discard: an opponent may keep the card led
    .false = The discard cannot be forgotten

rule-must_beat =
    .true = Whoever follows suit has to beat if possible
    .false = Following suit, nobody has to beat
rule-must_overtrump =
    .true = A trump on the table has to be overtrumped if possible
    .false = Nobody has to overtrump
rule-first_leader =
    .declarer = The declarer leads first
    .nondealer = The player who did not deal leads first
rule-foreign_trump_lead =
    .allowed = Another player’s trump may be led
    .no_first_lead = Another player’s trump may not be your first lead
    .never = Another player’s trump may not be led
rule-own_trump_lead =
    .free = Trumps need not be led
    .must_lead = While you hold trumps, you lead a trump
rule-last_trick_bonus =
    .off = The last trick adds nothing
    .n = The last trick brings { $n } more

rule-marriage_pair =
    .kq = A marriage is king and queen of a suit: ♠ 40, ♣ 60, ♦ 80, ♥ 100
    .ak = A marriage is ace and king of a suit: ♠ 40, ♣ 60, ♦ 80, ♥ 100
rule-first_lead_marriage =
    .plain = Nothing is announced with the first lead of a deal: a trick first, then a marriage
    .forbidden = A marriage card may not be the first lead of a deal
    .declares = Marriages may be announced from the first lead
rule-marriage_announce =
    .auto = Leading a card of a marriage announces it
    .explicit = A marriage has to be announced with the lead, else it does not count
rule-marriage_keep_trump =
    .true = A marriage may be announced and leave the trump as it is
    .false = A marriage always sets the trump
rule-marriage_needs_capture =
    .true = A marriage counts if its owner wins a trick with one of its cards
    .false = An announced marriage counts at once
rule-ace_marriage =
    .off = There is no ace marriage
    .n = The ace marriage, four aces in hand, is worth { $n }
rule-ace_marriage_trump =
    .keeps = The ace marriage leaves the trump as it is
    .cancels = The ace marriage ends the trump
    .last_ace = After the ace marriage the suit of the last ace played becomes trump
    .led_ace = After the ace marriage the suit of the ace led is trump
rule-ace_marriage_gate =
    .needs_trick = The ace marriage needs a trick first
    .as_marriage = The ace marriage is announced by the rules of the others

rule-defender_rounding =
    .nearest5 = Opponents’ points are rounded to 5: 17 → 15, 18 → 20
    .none = Opponents’ points are not rounded
    .nearest10 = Opponents’ points are rounded to 10: 14 → 10, 15 → 20
rule-declarer_rounding =
    .true = The declarer’s points are rounded: 98 counts as 100
    .false = The declarer’s points are not rounded: 98 is not 100
rule-declarer_credit =
    .contract = A contract made scores exactly the contract, a failed one is taken off
    .taken = A contract made scores all that was taken, a failed one is taken off
rule-four_nines_bonus =
    .off = Four nines score nothing
    .n = Four nines after the discard bring { $n }

rule-bolts =
    .true = Bolts are noted
    .false = There are no bolts
rule-bolt_condition =
    .no_trick = A deal without a trick brings a bolt
    .zero_points = A deal without a point brings a bolt
    .zero_rounded = A deal with fewer than 3 points brings a bolt
rule-bolts_game_limit =
    .off = Bolts in a game bring no penalty
    .n = { $n ->
        [3] Every third bolt in a game brings a penalty
        [5] Every fifth bolt in a game brings a penalty
       *[other] Bolts in a game that bring a penalty: every { $n }
    }
rule-bolts_game_penalty =
    .n = The penalty for bolts is { $n }
rule-bolts_row_limit =
    .off = Bolts in a row bring no penalty of their own
    .n = { $n ->
        [3] Three bolts in a row bring a penalty
       *[other] Bolts in a row that bring a penalty: { $n }
    }
rule-bolts_row_penalty =
    .n = The penalty for bolts in a row is { $n }
rule-declarer_bolts =
    .true = The declarer can get a bolt too
    .false = The declarer gets no bolt

rule-barrel =
    .true = There is a barrel
    .false = There is no barrel: the first to reach the target wins
rule-barrel_at =
    .n = Players climb on the barrel at { $n }
rule-barrel_need =
    .n = To win from the barrel takes { $n }
rule-barrel_tries =
    .n = { $n ->
        [one] There is { $n } try on the barrel
       *[other] There are { $n } tries on the barrel
    }
rule-barrel_try_counts =
    .deal = Each deal is a try
    .declared = Only an own game is a try
    .own_opening = An own game or an own opening bid is a try
rule-barrel_win_by =
    .declarer = Only an own game wins from the barrel
    .any = Any role wins from the barrel
rule-barrel_auction =
    .normal = On the barrel you bid like anyone
    .auto_bid = A bid is made at once for the player on the barrel; others may outbid it
    .given = The player on the barrel gets the talon without bidding
    .excluded = The player on the barrel does not bid
rule-barrel_talon_open =
    .true = The talon of the player on the barrel is opened at once
    .false = The talon on the barrel is as usual
rule-barrel_bid_cap =
    .off = There is no limit of its own on the barrel
    .n = No bid above { $n } on the barrel
rule-barrel_freeze_others =
    .true = While the barrel is played, the opponents stand still
    .false = While the barrel is played, the opponents score as usual
rule-barrel_player_bolts =
    .true = Bolts are noted on the barrel
    .false = No bolts on the barrel
rule-barrel_fail_charge =
    .none = A contract failed on the barrel costs only a try
    .contract = A contract failed on the barrel is taken off the score
rule-barrel_raise_fail =
    .as_fail = A contract above what the barrel needs is an ordinary try
    .contract_and_fall = A failed contract above what the barrel needs costs the contract and the barrel
rule-barrel_fall_penalty =
    .n = A fall off the barrel costs { $n }
rule-barrel_fall_to =
    .off = A fall costs the penalty
    .n = Whoever falls off the barrel is left with { $n }
rule-barrel_bump =
    .true = Whoever climbs on the barrel knocks off who sat there
    .false = Whoever climbs on the barrel knocks nobody off
rule-barrel_together =
    .all_fall = If several climb on at once, all of them fall
    .one_falls = If several climb on at once, the one with most stays
    .all_stay = If several climb on at once, all of them stay
rule-three_barrels_zero =
    .true = The third fall sets the score to zero
    .false = Three falls bring no penalty of their own
rule-barrel_accumulate =
    .true = On the barrel points add up over all tries
    .false = The points have to come in one deal
rule-barrel_marriages_score =
    .true = Marriages on the barrel count
    .false = Marriages on the barrel do not count
rule-barrel_fall_floor10 =
    .true = At a fall the added-up score is rounded down to tens
    .false = At a fall the added-up score is not rounded
rule-barrel_skip_win =
    .true = Jumping over the barrel wins too
    .false = Nobody jumps over the barrel: you climb on it
rule-reverse_barrel =
    .true = There is a reverse barrel: players land on it at −880
    .false = There is no reverse barrel
rule-reverse_barrel_fall_to =
    .n = After three deals the reverse barrel is left at { $n }

rule-writeoff =
    .true = The game may be written off before the first lead
    .false = There are no write-offs
rule-writeoff_share =
    .contract_half = For a write-off every opponent gets half the contract
    .contract_split = For a write-off the opponents share the contract
    .flat60 = For a write-off every opponent gets 60
    .pool120_split = For a write-off the opponents share 120 points
rule-writeoff_rounding =
    .up_10 = The contract is rounded up to tens before it is shared
    .exact = The contract is not rounded before it is shared
rule-writeoff_cost =
    .contract = A write-off costs the declarer the contract
    .none = A write-off costs the declarer nothing
    .bolt = A write-off costs the declarer a bolt
rule-writeoff_limit =
    .off = Write-offs are not limited
    .n = { $n ->
        [one] Nobody writes off more than { $n } deal in a game
       *[other] Nobody writes off more than { $n } deals in a game
    }
rule-writeoff_extra_penalty =
    .none = There is no other penalty for write-offs
    .every_third = Every third write-off brings a penalty on top
    .third_only = Only every third write-off brings a penalty
    .after_third = Three write-offs are free, later ones bring a penalty
rule-writeoff_by_barrel_player =
    .true = A player on the barrel may write off
    .false = A player on the barrel may not write off
rule-writeoff_while_barrel =
    .true = The others may write off while someone is on the barrel
    .false = No write-offs while someone is on the barrel
rule-writeoff_golden =
    .true = A golden deal may be written off
    .false = A golden deal may not be written off
rule-writeoff_golden_double =
    .true = Writing off a golden deal counts twice
    .false = Writing off a golden deal counts once
rule-cross =
    .true = A cross may be taken: the score stays, opponents get a bolt each
    .false = There are no crosses
rule-cross_limit =
    .off = Crosses are not limited
    .n = { $n ->
        [one] Nobody takes more than { $n } cross in a game
       *[other] Nobody takes more than { $n } crosses in a game
    }
rule-cross_while_barrel =
    .true = A cross may be taken while someone is on the barrel
    .false = No crosses while someone is on the barrel
rule-cross_blind =
    .true = A cross may be taken in a blind game
    .false = No crosses in a blind game

rule-redeal_hand_below =
    .off = No redeal for a weak hand
    .n = A hand below { $n } points is a reason for a redeal
rule-redeal_hand_stage =
    .dealt = A weak hand is counted as dealt
    .after_discard = A weak hand is counted after the discard
rule-redeal_hand_nines =
    .off = No redeal for nines in the hand
    .n = { $n ->
        [one] { $n } nine in the hand are a reason for a redeal
       *[other] { $n } nines in the hand are a reason for a redeal
    }
rule-redeal_hand_nines_opener =
    .off = The first hand needs as many nines as the others
    .n = { $n ->
        [one] For the first hand a redeal takes { $n } nine
       *[other] For the first hand a redeal takes { $n } nines
    }
rule-redeal_hand_nines_2p =
    .off = Two players need as many nines as three
    .n = { $n ->
        [one] For two players a redeal takes { $n } nine
       *[other] For two players a redeal takes { $n } nines
    }
rule-redeal_hand_jacks =
    .off = No redeal for jacks in the hand
    .n = { $n ->
        [one] { $n } jack in the hand are a reason for a redeal
       *[other] { $n } jacks in the hand are a reason for a redeal
    }
rule-redeal_nines_after_discard =
    .off = No redeal for nines after the discard
    .n = { $n ->
        [one] { $n } nine after the discard are a reason for a redeal
       *[other] { $n } nines after the discard are a reason for a redeal
    }
rule-redeal_jacks_after_discard =
    .off = No redeal for jacks after the discard
    .n = { $n ->
        [one] { $n } jack after the discard are a reason for a redeal
       *[other] { $n } jacks after the discard are a reason for a redeal
    }
rule-redeal_nines_with_talon =
    .off = No redeal for nines together with the talon
    .n = { $n ->
        [one] { $n } nine with the declarer, talon included, are a reason for a redeal
       *[other] { $n } nines with the declarer, talon included, are a reason for a redeal
    }
rule-redeal_talon_below =
    .off = No redeal for a weak talon
    .n = A talon below { $n } points is a reason for a redeal
rule-redeal_talon_nines =
    .off = No redeal for nines in the talon
    .n = { $n ->
        [one] { $n } nine in the talon are a reason for a redeal
       *[other] { $n } nines in the talon are a reason for a redeal
    }
rule-redeal_talon_jacks =
    .off = No redeal for jacks in the talon
    .n = { $n ->
        [one] { $n } jack in the talon are a reason for a redeal
       *[other] { $n } jacks in the talon are a reason for a redeal
    }
rule-redeal_talon_who =
    .declarer = The declarer may ask for a redeal because of the talon
    .any = Anyone may ask for a redeal because of the talon
rule-redeal_only_opener =
    .true = Only the first hand asks for a redeal
    .false = Whoever has a reason asks for a redeal
rule-redeal_talon_only_on_hundred =
    .true = Redeal because of the talon only if nobody bid
    .false = Redeal because of the talon also after bidding
rule-redeal_deadline =
    .auction_start = A redeal because of the cards dealt is offered once, before the first bid
    .contract = A redeal because of the cards dealt is offered once: before the first bid, or when a player looks later, but not after the contract
    .first_lead = A redeal because of the cards dealt is offered once: before the first bid, or when a player looks later, but not after the first lead
rule-redeal_forced =
    .true = A bad talon is dealt again without asking
    .false = A redeal because of the talon has to be asked for
rule-redeal_dealer_penalty =
    .off = A redeal costs the dealer nothing
    .n = For a redeal because of nines the dealer pays { $n }

rule-golden =
    .true = The first deals are golden
    .false = There are no golden deals
rule-golden_deals =
    .players = There are as many golden deals as players
    .three = There are three golden deals
rule-golden_auction =
    .true = Golden deals are bid for as usual
    .false = The first hand plays a golden deal, without bidding
rule-golden_mandatory =
    .true = A golden deal cannot be declined
    .false = A golden deal may be declined
rule-golden_contract =
    .n = The golden contract is { $n }
rule-golden_raise =
    .true = The golden contract may be raised
    .false = The golden contract is not raised
rule-golden_points_double =
    .true = Points count twice in a golden deal
    .false = Points count once in a golden deal
rule-golden_marriages_double =
    .true = Marriages count twice in a golden deal too
    .false = Marriages count once in a golden deal
rule-golden_penalties_double =
    .true = Penalties are doubled in a golden deal
    .false = Penalties are as usual in a golden deal
rule-golden_bolts_double =
    .true = A bolt counts as two in a golden deal
    .false = A bolt counts as one in a golden deal
rule-golden_all_fail =
    .zero_then_normal = If nobody makes a golden deal, scores go back to zero and play goes on as usual
    .keep_then_normal = If nobody makes a golden deal, scores stay and play goes on as usual
    .restart_keep = If nobody makes a golden deal, scores stay and the golden deals are played again
    .zero_restart = If nobody makes a golden deal, scores go back to zero and the golden deals are played again
rule-golden_talon_hidden =
    .true = The talon is not shown in a golden deal
    .false = The talon is as usual in a golden deal
rule-golden_discard_down =
    .true = Cards are given away face down in a golden deal
    .false = Cards are given away as usual in a golden deal

rule-blind =
    .true = Blind games are allowed: without a look at the cards
    .false = There are no blind games
rule-blind_who =
    .first_hand = Only the first hand may play blind
    .any = Anyone may play blind in turn
rule-blind_contract =
    .v120 = Blind is a bid of 120 that ends the bidding
    .auction = Blind bids run in the ordinary bidding
rule-blind_double_scope =
    .all = In a blind game everybody’s points count twice
    .declarer = In a blind game only the declarer’s points count twice
rule-blind_credit =
    .contract_x2 = A blind game made scores twice the contract
    .taken_x2 = A blind game made scores twice all that was taken
rule-blind_min_score =
    .off = Blind is allowed with any score
    .n = Blind is allowed with a score of { $n } or more
rule-blind_while_barrel =
    .true = Blind is allowed while someone is on the barrel
    .false = No blind games while someone is on the barrel
rule-blind_talon_hidden =
    .true = The talon is not shown in a blind game
    .false = The talon is as usual in a blind game
rule-blind_discard_down =
    .true = Cards are given away face down in a blind game
    .false = Cards are given away as usual in a blind game
rule-blind_raise =
    .true = The blind contract may be raised
    .false = The blind contract is not raised
rule-blind_writeoff =
    .true = A blind game may be written off
    .false = A blind game may not be written off
rule-blind_writeoff_double =
    .true = For a blind game written off opponents get twice the share
    .false = For a blind game written off opponents get the usual share
rule-blind_bolts_double =
    .none = A bolt counts as one in a blind game
    .blind_player = A bolt counts as two for whoever plays blind
    .all = A bolt counts as two for everybody in a blind game
rule-unblind =
    .true = An opponent who holds a marriage may un-blind
    .false = Nobody may un-blind
rule-unblind_bid =
    .n = The bid that un-blinds is { $n }
rule-unblind_auction =
    .true = After an un-blind the bidding goes on
    .false = Whoever un-blinds takes the talon without more bidding
rule-blind_look_back =
    .true = A blind bidder may look at the cards in turn and bid on
    .false = A blind bidder sees the cards after the bidding

rule-penalty_unit =
    .n = The usual penalty is { $n }
rule-dump_truck_plus =
    .true = Dump truck: a score of exactly 555 becomes 0
    .false = There is no dump truck at 555
rule-dump_truck_minus =
    .true = Negative dump truck: a score of exactly −555 becomes 0
    .false = There is no negative dump truck
rule-fifty_five_zero =
    .true = Exactly 55 points taken in a deal wipe out the score
    .false = Taking 55 in a deal means nothing
rule-scribe_fine =
    .off = No penalty for a wrong entry on the sheet
    .n = A wrong entry on the sheet costs { $n }

rule-target =
    .n = The game goes to { $n }
rule-end_at_minus =
    .off = A negative score does not end the game
    .n = A score of { $n } ends the game
rule-ante =
    .off = There is no ante
    .n = Everybody puts in { $n }
rule-payout =
    .none = There is no payout
    .ante_pot = The winner takes the antes
    .bank = The winner takes the bank, the third pays it
    .proportional_scored = The winner is paid more by those who scored less
    .proportional_lost = The winner is paid for the points missing to the end
rule-hint_opponent_cards =
    .true = These rules allow a hint: the opponents’ cards
    .false = Opponents’ cards are not hinted
rule-hint_talon_suits =
    .true = These rules allow a hint: the suits of the talon
    .false = The suits of the talon are not hinted
rule-hint_talon_card =
    .true = These rules allow a hint: a card of the talon
    .false = Talon cards are not hinted

rule-must_trump =
    .true = Without the suit led a trump has to be played
    .false = Without the suit led any card may be played
rule-own_contracts_from =
    .off = Points count whatever the score
    .n = With { $n } or more only one’s own contracts score
rule-tie_at_target =
    .share = Equal scores at the target share the win
    .play_on = With equal scores at the target the game goes on
