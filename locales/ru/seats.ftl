# Места в партии: компьютерные игроки, замены, очередь, зрители, возврат хода

computer-easy = 🤖 Лёгкий
computer-normal = 🤖 Средний
lobby-computers = Не хватает людей? За стол сядет компьютерный игрок: 🤖
queue = Следующая партия: { $names }
substitute = Замена: { $before } → { $name }, раздача { $n }
remark-taken = Замена за столом: { $name }
remark-undone = Возвращён последний ход: { $name }

leave-sure = Выйти из партии?
leave-how = Место, карты и счёт останутся: их может принять другой игрок, а пока место свободно, можно вернуться. До этого играет автопилот.
leave-not = Играем дальше

btn-add-easy = 🤖 + лёгкий
btn-add-normal = 🤖 + средний
btn-fewer = 🤖 −
btn-take = 🪑 { $name }
btn-undo = ↩️ Вернуть ход
btn-watch = 👁 Смотреть
btn-unwatch = Не смотреть
btn-queue = В следующую
btn-go = Выйти
btn-stay = Отмена
btn-show-table = Показать стол

command-join = сесть за стол или в очередь на следующую партию
command-leave = встать из-за стола
command-undo = вернуть последний ход
command-watch = смотреть партию в личке
command-unwatch = больше не смотреть

said-seat_taken = Это место занято
said-hand_seen = У вас здесь своё место или вы видели другие карты этой раздачи. Чужое место — со следующей раздачи
said-not_here = Эта кнопка работает только в своей группе
said-anonymous = Телеграм скрывает, кто вы. Нажмите кнопку под столом
said-queued = Вы играете в следующей партии. Номер в очереди: { $n }
said-already_queued = Вы уже в очереди на следующую партию
said-unqueued = Вас больше нет в очереди
said-watching = Стол теперь у вас в личке
said-unwatched = Вы больше не смотрите эту партию
said-not_watching = Вы не смотрите эту партию
said-watchers_full = Мест для зрителей нет. Уже смотрят: { $n }
