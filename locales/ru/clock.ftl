# Часы и те, кого нет за столом

clock-seconds = { $n } с
clock-minutes = { $n } мин
clock-on = { $time } на ход, потом { $then }
clock-off = без часов
clock-at = в { $time } UTC
clock-limit = Срок хода: { $moment }
clock-half = Прошла половина вашего времени
clock-paused = Пауза: время вышло ({ $name }), стол ждёт
clock-waits = Стол ждёт только вас: сделайте ход или нажмите «{ btn-im-back }»
clock-deserted = Пауза: никто не играет. Вернулись? Нажмите «{ btn-im-back }»
clock-away = Пока вас нет, за вас играет автопилот

then-move = автопилот делает этот ход
then-away = автопилот играет до возвращения игрока
then-pause = партия ждёт игрока

remark-played = Время вышло, { $name }: ходит автопилот
remark-away = Время вышло, { $name }: дальше играет автопилот
remark-back = { $name } снова за столом

btn-im-back = Я здесь
btn-kick = Освободить место: { $name }
btn-clock = Часы
btn-clock-off = Без часов
btn-then-move = Автопилот на ход
btn-then-away = Автопилот до возвращения
btn-then-pause = Пауза
btn-clock-group = Менять часы группы
btn-clock-table = Менять часы этого стола

settings-title = Настройки
settings-group = Новые столы группы: { $clock }
settings-table = Этот стол: { $clock }
settings-about-group = Кнопки меняют часы новых столов. Выбирает админ чата.
settings-about-table = Кнопки меняют этот стол; часы, которые идут, пойдут заново. Выбирает хозяин стола или админ чата.
settings-typed = Словами: /settings clock 90 pause для этого стола, /settings group clock 90 pause для новых. После секунд — что будет, когда они выйдут:
settings-word = { $word } — { $what }
settings-off = вместо секунд: без часов

command-settings = часы: секунды на ход и что будет потом
said-bad_clock = Так нельзя. Назовите секунды от { $low } до { $high } или off и одно из слов move, away, pause
said-not_admin = За всю группу выбирает только админ чата
said-clock_not_host = Время на ход меняет только хозяин стола или админ чата
said-clock_shorter = Посреди партии хозяин стола может только прибавить время, убавить может админ чата
