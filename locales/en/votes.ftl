# Votes, and the seat that one has freed

vote-against = Against: { $names }
btn-vote-stop = Stop the game
btn-against-stop = Play on
btn-vote-kick = Free: { $player }
btn-against-kick = Keep: { $player }
btn-vote-undo = Take the move back
btn-against-undo = Let the move stand

said-against = You are against
said-outvoted = Too few are for it: the question is closed

remark-left = { $name } leaves the table, the seat is free
remark-kicked = The table frees the seat of { $name }

freed = Your time was up, and the table freed your seat
freed-how = Your cards and score stay with it. While nobody else has it, you can take it back.
btn-take-back = Take my seat back
