# Стіл: одне повідомлення на роздачу

board-deal = Роздача { $n }. Роздає { $name }
board-golden = Золотий кін
board-blind-all = Гра втемну: очки ×2
board-blind-declarer = Гра втемну: очки того, хто грає, ×2
doubled-points = очки
doubled-marriages = мар’яжі
doubled-penalties = штрафи
doubled-bolts = болти
board-tricks = взятки: { $n }
board-sits-out = на прикупі
board-auction = Торги
board-pass = пас
board-bid = Грає: { $name }, ставка { $n }
board-contract = Грає: { $name }, замовлення { $n }
board-talon = У прикупі: { $cards }
board-stock = Залишилося в колоді: { $n }
board-trump = Козир — { $suit }
board-on-table = На столі
board-last-trick = Остання взятка: { $name } (+{ $n })
board-redeal = Запропоновано перездачу: чекаємо відповідей
board-between = Роздачу закінчено
board-over = Партію завершено
board-log = Перебіг роздачі
board-commitment = Колоду закріплено до здавання (SHA-256):

wait-cut = Нижня карта. Чекаємо: { $name }…
wait-blind = Темнити чи дивитися? Чекаємо: { $name }…
wait-unblind = Гра втемну. Чекаємо: { $name }…
wait-auction = Торги. Чекаємо: { $name }…
wait-talon = Прикуп. Чекаємо: { $name }…
wait-give = Віддаємо карти. Чекаємо: { $name }…
wait-bury = Відкладаємо карти. Чекаємо: { $name }…
wait-give-or-bury = Карту віддаємо, карту відкладаємо. Чекаємо: { $name }…
wait-contract = Замовлення. Чекаємо: { $name }…
wait-play = Ходить { $name }
