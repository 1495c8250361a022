# Команды, помощь, язык

command-newgame = новый стол: набор правил и параметры
command-table = показать стол внизу чата
command-score = счёт
command-hand = мои карты
command-rules = правила этого стола
command-conventions = договорённости: стола и свои у группы
command-stop = прервать партию
command-lang = язык
command-help = помощь
command-start = открыть бота

help-title = Тысяча (1000)
help-intro = Набираем 1000 очков: торгуемся за прикуп, хвалим марьяжи, берём взятки.
help-order = Старшинство карт: { $cards }. Десятка старше короля!
help-points = Очки карт: { $points }
help-marriages = Марьяжи (король и дама): { $marriages }
help-suit = Ходите в масть; масти нет — бейте козырем; нет и козыря — любая карта.
help-commands = Команды
help-groups = В группе
help-groups-how = Добавьте меня в группу: там работают и эти команды.
help-command = /{ $name } — { $what }
help-flags = Параметры стола
help-flags-how = После /newgame — набор правил и договорённости в любом порядке:
help-flags-example = /newgame matveev +cross -writeoff barrel_at=900
help-presets = Наборы правил и число игроков

conventions-title = Договорённости
conventions-forms = id=значение задаёт договорённость, +id включает её, -id выключает. На неверное значение придёт список возможных.
conventions-change = Пока идёт набор, /conventions и те же слова меняют правила стола; /conventions save делает их своими для группы, /conventions reset забывает свои.
conventions-all = Все договорённости по их id
conventions-none = Отличий от набора нет.
conventions-rules = Полностью: /rules

start-title = Здесь будут ваши карты
start-how = Добавьте бота в группу, отправьте там /newgame и садитесь за стол.
start-back = Возвращайтесь в группу: вас ждут за столом.

lang-title = Язык
lang-own = Ваш язык — { lang-name }
lang-unset = Вы ещё не выбрали язык: за столами группы — тот, что выбрала группа, в остальном — { lang-name }
lang-chat = Язык группы — { lang-name }
lang-chat-how = Пока группа не выбрала язык, каждый стол говорит на языке того, кто его открыл.
lang-unknown = Языка «{ $name }» у нас нет. Есть: { $values }

preset-default = обычные
preset-sixmax = от двух до шести, с анте
preset-matveev = Матвеев
preset-matveev_all = Матвеев, всё включено
preset-shtuka = «штука» до 1001
preset-gambler = клуб «Гамблер»
preset-bank = банк
preset-bank_hints = банк с подсказками
preset-rospis4 = четыре вида росписи
preset-moryak = моряк: последняя взятка +10
preset-classic = классика с правилами сдачи
preset-two9 = вдвоём по девять карт
preset-two10 = вдвоём по десять карт
preset-livegames = сайт Livegames, до 1001
preset-wikipedia = энциклопедия
preset-marks = знаки «П» и «С»
preset-kachalka = качалка
preset-stock2 = вдвоём с добором
preset-trade2 = вдвоём с торгами
preset-trade3 = втроём с торгами втёмную
preset-tysiac = польская игра
