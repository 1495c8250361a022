# The clock, and people who are away

clock-seconds = { $n } s
clock-minutes = { $n } min
clock-on = { $time } a turn, then { $then }
clock-off = no clock
clock-at = at { $time } UTC
clock-limit = Turn ends { $moment }
clock-half = Half of your time is gone
clock-paused = Paused: { $name }’s time is up, the table waits
clock-waits = The table waits for you alone: make your move, or tap “{ btn-im-back }”
clock-deserted = Paused: nobody is playing. Are you back? Tap “{ btn-im-back }”
clock-away = While you are away, the autopilot plays for you

then-move = the autopilot makes this move
then-away = the autopilot plays until the player is back
then-pause = the game waits for the player

remark-played = Time is up, { $name }: the autopilot makes this move
remark-away = Time is up, { $name }: the autopilot plays on
remark-back = { $name } is back

btn-im-back = I’m back
btn-kick = Free the seat: { $name }
btn-clock = Clock
btn-clock-off = No clock
btn-then-move = Autopilot: one move
btn-then-away = Autopilot until back
btn-then-pause = Pause
btn-clock-group = Change the group’s clock
btn-clock-table = Change this table’s clock

settings-title = Settings
settings-group = New tables of the group: { $clock }
settings-table = This table: { $clock }
settings-about-group = The buttons change what holds for new tables. Chat admins choose.
settings-about-table = The buttons change this table; clocks that run start anew. Its host or a chat admin chooses.
settings-typed = In words: /settings clock 90 pause for this table, /settings group clock 90 pause for new ones. After the seconds comes what happens when they are over:
settings-word = { $word }: { $what }
settings-off = in place of the seconds: no clock

command-settings = the clock: seconds a turn, and what happens then
said-bad_clock = That does not work: give seconds from { $low } to { $high } or off, and one of move, away, pause
said-not_admin = Only a chat admin chooses for the whole group
said-clock_not_host = Only the host of the table or a chat admin changes its clock
said-clock_shorter = In the middle of a match the host may only give more time; a chat admin may give less
