# The table: one message a deal

board-deal = Deal { $n }. { $name } deals
board-golden = Golden deal
board-blind-all = Blind game: points ×2
board-blind-declarer = Blind game: the declarer’s points ×2
doubled-points = points
doubled-marriages = marriages
doubled-penalties = penalties
doubled-bolts = bolts
board-tricks = tricks: { $n }
board-sits-out = on the talon
board-auction = Bidding
board-pass = pass
board-bid = Declarer: { $name }, bid { $n }
board-contract = Declarer: { $name }, contract { $n }
board-talon = In the talon: { $cards }
board-stock = Left in the stock: { $n }
board-trump = Trump: { $suit }
board-on-table = On the table
board-last-trick = Last trick: { $name } (+{ $n })
board-redeal = A redeal is offered: waiting for answers
board-between = The deal is over
board-over = Game over
board-log = The deal so far
board-commitment = The deck was fixed before dealing (SHA-256):

wait-cut = Bottom card. Waiting for { $name }…
wait-blind = Play blind or look? Waiting for { $name }…
wait-unblind = Blind game. Waiting for { $name }…
wait-auction = Bidding. Waiting for { $name }…
wait-talon = Talon. Waiting for { $name }…
wait-give = Giving cards. Waiting for { $name }…
wait-bury = Laying cards aside. Waiting for { $name }…
wait-give-or-bury = Giving a card, laying one aside. Waiting for { $name }…
wait-contract = Contract. Waiting for { $name }…
wait-play = { $name } to play
