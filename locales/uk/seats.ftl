# Місця в партії: комп’ютерні гравці, заміни, черга, глядачі, повернення ходу

computer-easy = 🤖 Легкий
computer-normal = 🤖 Середній
lobby-computers = Бракує людей? За стіл сяде комп’ютерний гравець: 🤖
queue = Наступна партія: { $names }
substitute = Заміна: { $before } → { $name }, роздача { $n }
remark-taken = Заміна за столом: { $name }
remark-undone = Повернено останній хід: { $name }

leave-sure = Вийти з партії?
leave-how = Місце, карти й рахунок залишаться: їх може прийняти інший гравець, а поки місце вільне, можна повернутися. До того грає автопілот.
leave-not = Граємо далі

btn-add-easy = 🤖 + легкий
btn-add-normal = 🤖 + середній
btn-fewer = 🤖 −
btn-take = 🪑 { $name }
btn-undo = ↩️ Повернути хід
btn-watch = 👁 Дивитися
btn-unwatch = Не дивитися
btn-queue = У наступну
btn-go = Вийти
btn-stay = Скасувати
btn-show-table = Показати стіл

command-join = сісти за стіл або в чергу на наступну партію
command-leave = встати з-за столу
command-undo = повернути останній хід
command-watch = дивитися партію в особистих
command-unwatch = більше не дивитися

said-seat_taken = Це місце зайняте
said-hand_seen = У вас тут своє місце або ви бачили інші карти цієї роздачі. Чуже місце — з наступної роздачі
said-not_here = Ця кнопка працює лише у своїй групі
said-anonymous = Телеграм приховує, хто ви. Натисніть кнопку під столом
said-queued = Ви граєте в наступній партії. Номер у черзі: { $n }
said-already_queued = Ви вже в черзі на наступну партію
said-unqueued = Вас більше немає в черзі
said-watching = Стіл тепер у вас в особистих
said-unwatched = Ви більше не дивитеся цю партію
said-not_watching = Ви не дивитеся цю партію
said-watchers_full = Місць для глядачів немає. Уже дивляться: { $n }
