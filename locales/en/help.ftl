# Commands, help, language

command-newgame = new table: preset and options
command-table = show the table at the bottom of the chat
command-score = score
command-hand = my cards
command-rules = rules of this table
command-conventions = house rules: this table’s and the group’s own
command-stop = stop the game
command-lang = language
command-help = help
command-start = open the bot

help-title = Thousand (1000)
help-intro = Be the first to 1000 points: bid for the talon, announce marriages, take tricks.
help-order = Order of the cards: { $cards }. The ten beats the king!
help-points = Card points: { $points }
help-marriages = Marriages (king and queen): { $marriages }
help-suit = Follow suit; without it you must trump; without a trump play any card.
help-commands = Commands
help-groups = In a group
help-groups-how = Add me to a group: these commands work there too.
help-command = /{ $name }: { $what }
help-flags = Table options
help-flags-how = After /newgame come a preset and house rules in any order:
help-flags-example = /newgame matveev +cross -writeoff barrel_at=900
help-presets = Presets and numbers of players

conventions-title = House rules
conventions-forms = id=value sets a house rule, +id switches it on, -id switches it off. A wrong value is answered with the possible ones.
conventions-change = In the waiting room /conventions and the same words change the rules of the table; /conventions save makes them the group’s own, /conventions reset forgets those.
conventions-all = All house rules by their ids
conventions-none = Nothing differs from the preset.
conventions-rules = In full: /rules

start-title = Your cards will be here
start-how = Add the bot to a group, send /newgame there and take a seat.
start-back = Go back to the group: they wait for you at the table.

lang-title = Language
lang-own = Your language: { lang-name }
lang-unset = You have not chosen a language: at a group’s tables you get the one the group chose, otherwise { lang-name }
lang-chat = Language of the group: { lang-name }
lang-chat-how = Until a group has chosen, each table speaks the language of whoever opens it.
lang-unknown = There is no language “{ $name }” here. There are: { $values }

preset-default = common
preset-sixmax = two to six, with antes
preset-matveev = Matveev
preset-matveev_all = Matveev, every switch on
preset-shtuka = shtuka to 1001
preset-gambler = Gambler club
preset-bank = bank
preset-bank_hints = bank with hints
preset-rospis4 = four ways to write off
preset-moryak = sailor: last trick +10
preset-classic = classic with dealing rules
preset-two9 = two players, nine cards
preset-two10 = two players, ten cards
preset-livegames = Livegames site, to 1001
preset-wikipedia = encyclopedia
preset-marks = marks W and C
preset-kachalka = kachalka
preset-stock2 = two players drawing from the stock
preset-trade2 = two players bidding
preset-trade3 = three players bidding blind
preset-tysiac = the Polish game
