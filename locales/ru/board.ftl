# Стол: одно сообщение на раздачу

board-deal = Раздача { $n }. Сдаёт { $name }
board-golden = Золотой кон
board-blind-all = Игра втёмную: очки ×2
board-blind-declarer = Игра втёмную: очки играющего ×2
doubled-points = очки
doubled-marriages = марьяжи
doubled-penalties = штрафы
doubled-bolts = болты
board-tricks = взятки: { $n }
board-sits-out = на прикупе
board-auction = Торги
board-pass = пас
board-bid = Играет: { $name }, ставка { $n }
board-contract = Играет: { $name }, заказ { $n }
board-talon = В прикупе: { $cards }
board-stock = Осталось в колоде: { $n }
board-trump = Козырь — { $suit }
board-on-table = На столе
board-last-trick = Последняя взятка: { $name } (+{ $n })
board-redeal = Предложена пересдача: ждём ответов
board-between = Раздача окончена
board-over = Партия окончена
board-log = Ход раздачи
board-commitment = Колода закреплена до сдачи (SHA-256):

wait-cut = Нижняя карта. Ждём: { $name }…
wait-blind = Темнить или смотреть? Ждём: { $name }…
wait-unblind = Игра втёмную. Ждём: { $name }…
wait-auction = Торги. Ждём: { $name }…
wait-talon = Прикуп. Ждём: { $name }…
wait-give = Отдаём карты. Ждём: { $name }…
wait-bury = Откладываем карты. Ждём: { $name }…
wait-give-or-bury = Карту отдаём, карту откладываем. Ждём: { $name }…
wait-contract = Заказ. Ждём: { $name }…
wait-play = Ходит { $name }
