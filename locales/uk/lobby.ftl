# Набір гравців

lobby-title = Тисяча: набір гравців
lobby-name = Тисяча
lobby-players = Гравці: { $n }/{ $max }
lobby-host = господар столу: змінює правила й годинник
lobby-rules = Правила: { $preset }
lobby-changes = Змінено:
lobby-more = і ще: { $n }
lobby-goal = Гра до { $n }
lobby-missing = Щоб почати, потрібно ще: { $n }
lobby-ready = Усі на місцях, можна починати
lobby-ready-more = Можна починати або зачекати інших
lobby-hint = Натисніть «{ btn-join }»: карти прийдуть в особисті
lobby-started = Усі на місцях, граємо!
lobby-played = Партію завершено: підсумок нижче
lobby-closed = Набір гравців закрито
lobby-expired = Ніхто не почав партію: набір гравців закрито
lobby-again = Ті самі правила — одним натисканням.

vote-stop = Перервати партію?
vote-kick = Звільнити місце: { $player } (час вийшов)?
vote-undo = Повернути останній хід: { $player }?
vote-count = За: { $names }. Бракує голосів: { $missing }
vote-hint = Голосують ті, хто сидить за столом. Партію перерве більшість або адмін чату: рахунок залишиться, переможця не буде.
vote-closed = Граємо далі
vote-stopped = Партію перервано
clock-mention = { $name } — ваш хід: час майже вийшов
match-reaped = Гра стояла цілий день і її закінчено
