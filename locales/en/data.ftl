# A group’s history, a person’s data

command-export = the matches of this group as a file
command-privacy = your data: what is stored, send it, delete it

export-done = { $n ->
    [one] { $n } match. To check or replay a file: python -m engine check FILE
   *[other] { $n } matches. To check or replay a file: python -m engine check FILE
}
export-none = No match has ended here yet
export-later = You had the file a moment ago. Again in { $n } s
export-player = { $name }: from deal { $n }
export-left = { $name }: from deal { $n }, left the table

privacy-title = What is stored about you
privacy-profile = Your profile: your Telegram ID and name, your language, and whether this chat is open.
privacy-seats = Your tables: where you sit or look on, how you vote. The table of a finished match is kept for a month.
privacy-matches = Your finished matches: name, seat, cards and moves, for the group’s history (/export). Old ones go by themselves.
privacy-not = Nothing else: no messages, no phone number, no contacts.
privacy-delete = Deleting takes profile, seats and name away, in every group at once. In old matches there is only “Player” with a number. Messages in chats are not touched: they belong to Telegram and its groups.
privacy-sure = Delete your data?
privacy-what = Profile, seats and your name in all matches will be gone. There is no way back.
privacy-leaves = { $n ->
    [one] You also leave { $n } match in play: the seat, cards and score stay for somebody else, the autopilot plays meanwhile.
   *[other] You also leave { $n } matches in play: the seats, cards and scores stay for others, the autopilot plays meanwhile.
}
privacy-done = Your data are deleted. Sit down at a table, and the bot will know you again.
privacy-sent = Everything that is stored about you

btn-data-send = Send my data
btn-data-delete = Delete my data
btn-data-sure = Delete for good
btn-data-keep = Keep
