# Голосования и место, которое освободили

vote-against = Против: { $names }
btn-vote-stop = Прервать партию
btn-against-stop = Играем дальше
btn-vote-kick = Освободить: { $player }
btn-against-kick = Оставить: { $player }
btn-vote-undo = Вернуть ход
btn-against-undo = Не возвращать ход

said-against = Вы против
said-outvoted = За это слишком мало голосов: вопрос снят

remark-left = { $name } выходит из-за стола, место свободно
remark-kicked = Стол освобождает место: { $name }

freed = Ваше время вышло, и стол освободил ваше место
freed-how = Карты и счёт остаются за этим местом. Пока его никто не занял, вы можете вернуться.
btn-take-back = Вернуться на место
