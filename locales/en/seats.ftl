# Seats in a match: computers, substitutes, the queue, lookers-on, taking an action back

computer-easy = 🤖 Easy
computer-normal = 🤖 Normal
lobby-computers = Not enough people? A computer player takes a seat: 🤖
queue = Next game: { $names }
substitute = Substitute: { $before } → { $name }, deal { $n }
remark-taken = { $name } plays on from this seat
remark-undone = The last action of { $name } is taken back

leave-sure = Leave the game?
leave-how = Your seat, cards and score stay: another player may take them, and you may come back while the seat is free. Until then the autopilot plays.
leave-not = You play on

btn-add-easy = 🤖 + easy
btn-add-normal = 🤖 + normal
btn-fewer = 🤖 −
btn-take = 🪑 Take { $name }’s seat
btn-take-easy = 🤖 Computer: easy
btn-take-normal = 🤖 Computer: normal
btn-undo = ↩️ Undo
btn-watch = 👁 Watch
btn-unwatch = Stop watching
watch-soon = The board will come here when the game starts
btn-queue = Queue up
btn-go = Leave
btn-stay = Cancel
btn-show-table = Show the table

command-join = take a seat, or a place in the queue for the next game
command-leave = leave the table
command-undo = take back the last action, if the others agree
command-watch = watch the table in private
command-unwatch = stop watching

said-seat_taken = This seat is not free
said-hand_seen = You have a seat of your own here, or have seen other cards of this deal. Another seat is yours from the next deal on
said-seats_shut = Somebody has deleted their data in this deal, so nobody new can play it. Take a seat in the next deal
said-not_here = This button works in its own group only
said-not_member = To take a seat, queue up or watch, join this group first, then tap again
said-anonymous = Telegram hides who you are here. Use the buttons under the table’s message
said-queued = You play in the next game. Your number in the queue: { $n }
said-queue_full = The queue is full. Waiting already: { $n }
said-already_queued = You are in the queue for the next game already
said-unqueued = You are out of the queue
said-watching = The table is in your private chat now
said-unwatched = You are not watching this table any more
said-not_watching = You are not watching this table
said-watchers_full = No room to watch. Watching already: { $n }
