# Итоги раздачи и партии, запись

result-title = Итоги раздачи { $n }
result-made = Заказ сыгран: { $name } { $score } (набрано { $n })
result-failed = Недобор: { $name } { $score } (набрано { $n })
result-failed-barrel = Недобор на бочке: { $name }, набрано { $n }/{ $max }
result-played = Набрано в раздаче
result-written-off = { $name } расписывает { $n }
result-crossed = { $name } крестится, соперникам по болту
result-redealt = Пересдача: карты сдаются заново
result-declined = От золотого кона отказ
result-unfinished = Раздача не доиграна, очки не пишутся
result-taken = набрано { $n }
result-counts-as = считается как { $n }
result-cards = карты { $n }
result-marriages = марьяжи { $n }
result-last-trick = последняя взятка { $n }
result-tricks = взятки { $n }
result-frozen = не идёт в счёт: на бочке
result-own-only = не идёт в счёт: с { $n } пишут только свои игры
result-still = не идёт в счёт: соперник играет с бочки
result-sat-out = без карт: на прикупе
result-rounded = с округлением { $n }
result-doubled = с удвоением { $n }
result-contract = за заказ { $n }
result-written = в запись { $n }
result-bolt = болт
result-bolt-double = болт, считается за два
result-total = итог { $n }

adjustment-bolts = штраф за болты
adjustment-bolts_row = штраф за болты подряд
adjustment-writeoff = роспись
adjustment-writeoff_extra = штраф за роспись
adjustment-writeoff_share = чужая роспись
adjustment-talon_sitter = за прикуп
adjustment-four_nines = четыре девятки
adjustment-barrel_clamp = счёт на бочке
adjustment-barrel_fall = слёт с бочки
adjustment-barrel_bump = на бочку садится другой
adjustment-barrel_together = вместе на бочке нельзя
adjustment-three_barrels = три бочки: счёт — в ноль
adjustment-reverse_barrel = обратная бочка
adjustment-barrel_raise_fail = заказ на бочке не сыгран
adjustment-dump_truck = самосвал: счёт — в ноль
adjustment-fifty_five = ровно 55: счёт — в ноль
adjustment-golden_reset = золотой не сыгран: счёт — в ноль
adjustment-bottom_nine = нижняя девятка
adjustment-exposed_card = вскрытая карта
adjustment-redeal_dealer = пересдача: штраф сдающему
adjustment-scribe = ошибка в записи

match-won = Победа! { $name } — { $points }
match-won-together = Победа пополам: { $names }
match-nobody = Партия окончена без победителя
match-why-target = Счёт дошёл до { $n }
match-why-barrel = Победа с бочки
match-why-minus_limit = Счёт дошёл до { $n }: партия окончена
match-why-stopped = Счёт остаётся, победителя нет
match-score = { $name }: { $score }
match-place = { $n }-е место: { $name }, { $score }
match-payout = Расчёт: { $n }
match-over = Партия окончена. Ещё одна: /newgame
match-stopped = Партия прервана

decks-title = Колоды партии, { $n ->
    [1] раздача { $first }
   *[other] раздачи { $first }–{ $last }
}
decks-what = Номер раздачи, соль, карты сверху вниз.
decks-how = SHA-256 от соли и карт, записанных слитно, указан под ходом той раздачи. В терминале:
decks-command = printf %s%s СОЛЬ КАРТЫ | sha256sum

private-closed = { $name }: карты не доходят
private-how = Откройте бота в личке и нажмите /start: карты придут туда. Место за столом и ход сохраняются.

score-title = Счёт
score-goal = Игра до { $n }
score-empty = Ещё не сыграно ни одной раздачи
score-contract = Заказ
score-bolts = болты { $n }
score-bolts-of = болты { $n }/{ $max }
score-barrel = на бочке, попытка { $n }/{ $max }
score-falls = слёты { $n }
score-write-offs = росписи { $n }
score-crosses = кресты { $n }
score-legend = * — кто играет, – — болт, Р — роспись, + — крест
score-earlier = Показаны последние раздачи: { $n }
score-barrel-at = Бочка с { $n }: победа за { $need }
