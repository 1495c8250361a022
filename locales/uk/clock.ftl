# Годинник і ті, кого немає за столом

clock-seconds = { $n } с
clock-minutes = { $n } хв
clock-on = { $time } на хід, потім { $then }
clock-off = без годинника
clock-at = о { $time } UTC
clock-limit = Час на хід: { $moment }
clock-half = Минула половина вашого часу
clock-paused = Пауза: час вийшов ({ $name }), стіл чекає
clock-waits = Стіл чекає лише вас: зробіть хід або натисніть «{ btn-im-back }»
clock-deserted = Пауза: ніхто не грає. Повернулися? Натисніть «{ btn-im-back }»
clock-away = Поки вас немає, за вас грає автопілот

then-move = автопілот робить цей хід
then-away = автопілот грає до повернення гравця
then-pause = партія чекає на гравця

remark-played = Час вийшов, { $name }: ходить автопілот
remark-away = Час вийшов, { $name }: далі грає автопілот
remark-back = { $name } знову за столом

btn-im-back = Я тут
btn-kick = Звільнити місце: { $name }
btn-clock = Годинник
btn-clock-off = Без годинника
btn-then-move = Автопілот на хід
btn-then-away = Автопілот до повернення
btn-then-pause = Пауза
btn-clock-group = Змінювати годинник групи
btn-clock-table = Змінювати годинник цього столу

settings-title = Налаштування
settings-group = Нові столи групи: { $clock }
settings-table = Цей стіл: { $clock }
settings-about-group = Кнопки змінюють годинник нових столів. Вибирає адмін чату.
settings-about-table = Кнопки змінюють цей стіл; годинники, що йдуть, підуть заново. Вибирає господар столу або адмін чату.
settings-typed = Словами: /settings clock 90 pause для цього столу, /settings group clock 90 pause для нових. Після секунд — що буде, коли вони вийдуть:
settings-word = { $word } — { $what }
settings-off = замість секунд: без годинника

command-settings = годинник: секунди на хід і що буде потім
said-bad_clock = Так не можна. Назвіть секунди від { $low } до { $high } або off і одне зі слів move, away, pause
said-not_admin = За всю групу вибирає лише адмін чату
said-clock_not_host = Час на хід змінює лише господар столу або адмін чату
said-clock_shorter = Посеред партії господар столу може лише додати час, зменшити може адмін чату
