# Голосування й місце, яке звільнили

vote-against = Проти: { $names }
btn-vote-stop = Перервати партію
btn-against-stop = Граємо далі
btn-vote-kick = Звільнити: { $player }
btn-against-kick = Залишити: { $player }
btn-vote-undo = Повернути хід
btn-against-undo = Не повертати хід

said-against = Ви проти
said-outvoted = За це замало голосів: питання знято

remark-left = { $name } виходить з-за столу, місце вільне
remark-kicked = Стіл звільняє місце: { $name }

freed = Ваш час вийшов, і стіл звільнив ваше місце
freed-how = Карти й рахунок лишаються за цим місцем. Поки його ніхто не зайняв, ви можете повернутися.
btn-take-back = Повернутися на місце
