# Набір гравців

lobby-title = Тисяча: набір гравців
lobby-name = Тисяча
lobby-waiting = Чекаємо гравців: { $n }/{ $max }
lobby-full = Гравці: { $n }/{ $max }
lobby-rules = Правила: { $preset }
lobby-changes = Змінено:
lobby-more = і ще: { $n }
lobby-goal = Гра до { $n }
lobby-missing = Щоб почати, бракує гравців: { $n }
lobby-ready = Усі на місцях, можна починати
lobby-ready-more = Можна починати або зачекати ще гравців
lobby-hint = Натисніть «{ btn-join }»: карти прийдуть в особисті
lobby-started = Усі на місцях, граємо!
lobby-closed = Набір гравців закрито
lobby-expired = Ніхто не почав партію: набір гравців закрито
lobby-again = Ті самі правила — одним натисканням.

vote-stop = Перервати партію?
vote-kick = Звільнити місце: { $player } (час вийшов)?
vote-undo = Повернути останній хід: { $player }?
vote-count = За: { $names }. Бракує голосів: { $missing }
vote-hint = Голосують ті, хто сидить за столом. Партію без результату перерве більшість або адмін чату.
vote-closed = Граємо далі
vote-stopped = Партію перервано
clock-mention = { $name } — ваш хід: час майже вийшов
match-reaped = Гра стояла цілий день і її закінчено
