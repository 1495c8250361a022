# Набор игроков

lobby-title = Тысяча: набор игроков
lobby-name = Тысяча
lobby-players = Игроки: { $n }/{ $max }
lobby-host = хозяин стола: меняет правила и часы
lobby-rules = Правила: { $preset }
lobby-changes = Изменено:
lobby-more = и ещё: { $n }
lobby-goal = Игра до { $n }
lobby-missing = Чтобы начать, нужно ещё: { $n }
lobby-ready = Все на местах, можно начинать
lobby-ready-more = Можно начинать или подождать других
lobby-hint = Нажмите «{ btn-join }»: карты придут в личку
lobby-started = Все в сборе, играем!
lobby-played = Партия окончена: итог ниже
lobby-closed = Набор игроков закрыт
lobby-expired = Никто не начал партию: набор игроков закрыт
lobby-again = Те же правила — одним нажатием.

vote-stop = Прервать партию?
vote-kick = Освободить место: { $player } (время вышло)?
vote-undo = Вернуть последний ход: { $player }?
vote-count = За: { $names }. Не хватает голосов: { $missing }
vote-hint = Голосуют те, кто сидит за столом. Партию прервёт большинство или админ чата: счёт останется, победителя не будет.
vote-closed = Играем дальше
vote-stopped = Партия прервана
clock-mention = { $name }, ваш ход: время почти вышло
match-reaped = Игра стояла целый день и окончена
