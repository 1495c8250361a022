# Підсумки роздачі й партії, запис

result-title = Підсумки роздачі { $n }
result-made = Замовлення зіграно: { $name } { $score } (набрано { $n })
result-failed = Недобір: { $name } { $score } (набрано { $n })
result-failed-barrel = Недобір на бочці: { $name }, набрано { $n }/{ $max }
result-played = Набрано в роздачі
result-written-off = { $name } розписує { $n }
result-crossed = { $name } хреститься, суперникам по болту
result-redealt = Перездача: карти роздаються знову
result-declined = Від золотого кону відмова
result-unfinished = Роздачу не дограно, очки не пишуться
result-taken = набрано { $n }
result-counts-as = рахується як { $n }
result-cards = карти { $n }
result-marriages = мар’яжі { $n }
result-last-trick = остання взятка { $n }
result-tricks = взятки { $n }
result-frozen = не йде в рахунок: на бочці
result-own-only = не йде в рахунок: з { $n } пишуть лише свої ігри
result-still = не йде в рахунок: суперник грає з бочки
result-sat-out = без карт: на прикупі
result-rounded = з округленням { $n }
result-doubled = з подвоєнням { $n }
result-contract = за замовлення { $n }
result-written = у запис { $n }
result-bolt = болт
result-bolt-double = болт, рахується за два
result-total = підсумок { $n }

adjustment-bolts = штраф за болти
adjustment-bolts_row = штраф за болти поспіль
adjustment-writeoff = розпис
adjustment-writeoff_extra = штраф за розпис
adjustment-writeoff_share = чужий розпис
adjustment-talon_sitter = за прикуп
adjustment-four_nines = чотири дев’ятки
adjustment-barrel_clamp = рахунок на бочці
adjustment-barrel_fall = злітає з бочки
adjustment-barrel_bump = на бочку сідає інший
adjustment-barrel_together = разом на бочці не можна
adjustment-three_barrels = три бочки: рахунок — у нуль
adjustment-reverse_barrel = зворотна бочка
adjustment-barrel_raise_fail = замовлення на бочці не зіграно
adjustment-dump_truck = самоскид: рахунок — у нуль
adjustment-fifty_five = рівно 55: рахунок — у нуль
adjustment-golden_reset = золотий не зіграно: рахунок — у нуль
adjustment-bottom_nine = нижня дев’ятка
adjustment-exposed_card = відкрита карта
adjustment-redeal_dealer = перездача: штраф тому, хто роздає
adjustment-scribe = помилка в записі

match-won = Перемога! { $name } — { $points }
match-won-together = Перемога навпіл: { $names }
match-nobody = Партію завершено без переможця
match-why-target = Рахунок дійшов до { $n }
match-why-barrel = Перемога з бочки
match-why-minus_limit = Рахунок дійшов до { $n }: партію завершено
match-why-stopped = Рахунок залишається, переможця немає
match-score = { $name }: { $score }
match-place = { $n ->
    [1] 1-ше
    [2] 2-ге
    [3] 3-тє
   *[other] { $n }-те
} місце: { $name }, { $score }
match-payout = Розрахунок: { $n }
match-over = Партію завершено. Ще одна: /newgame
match-stopped = Партію перервано

decks-title = Колоди партії, { $n ->
    [1] роздача { $first }
   *[other] роздачі { $first }–{ $last }
}
decks-what = Номер роздачі, сіль, карти згори вниз.
decks-how = SHA-256 від солі й карт, записаних разом, указано під перебігом тієї роздачі. У терміналі:
decks-command = printf %s%s СІЛЬ КАРТИ | sha256sum

private-closed = { $name }: карти не доходять
private-how = Відкрийте бота в особистих і натисніть /start: карти прийдуть туди. Місце за столом і хід зберігаються.

score-title = Рахунок
score-goal = Гра до { $n }
score-empty = Ще не зіграно жодної роздачі
score-contract = Замов.
score-bolts = болти { $n }
score-bolts-of = болти { $n }/{ $max }
score-barrel = на бочці, спроба { $n }/{ $max }
score-falls = втрачені бочки { $n }
score-write-offs = розписи { $n }
score-crosses = хрести { $n }
score-legend = * — хто грає, – — болт, Р — розпис, + — хрест
score-earlier = Показано останні роздачі: { $n }
score-barrel-at = Бочка з { $n }: перемога за { $need }
