# Команди, довідка, мова

command-newgame = новий стіл: набір правил і параметри
command-table = показати стіл унизу чату
command-score = рахунок
command-hand = мої карти
command-rules = правила цього столу
command-conventions = домовленості: столу і власні групи
command-stop = перервати партію
command-lang = мова
command-help = довідка
command-start = відкрити бота

help-title = Тисяча (1000)
help-intro = Набираємо 1000 очок: торгуємося за прикуп, хвалимо мар’яжі, беремо взятки.
help-order = Старшинство карт: { $cards }. Десятка старша за короля!
help-points = Очки карт: { $points }
help-marriages = Мар’яжі (король і дама): { $marriages }
help-suit = Кладіть у масть; масті немає — бийте козирем; немає й козиря — будь-яка карта.
help-commands = Команди
help-groups = У групі
help-groups-how = Додайте мене до групи: там працюють і ці команди.
help-command = /{ $name } — { $what }
help-flags = Параметри столу
help-flags-how = Після /newgame — набір правил і домовленості в будь-якому порядку:
help-flags-example = /newgame matveev +cross -writeoff barrel_at=900
help-presets = Набори правил і кількість гравців

conventions-title = Домовленості
conventions-forms = id=значення задає домовленість, +id вмикає її, -id вимикає. На хибне значення прийде список можливих.
conventions-change = Поки триває набір, /conventions і ті самі слова змінюють правила столу; /conventions save робить їх власними для групи, /conventions reset забуває власні.
conventions-all = Усі домовленості за їхніми id
conventions-none = Відмінностей від набору немає.
conventions-rules = Повністю: /rules

start-title = Тут будуть ваші карти
start-how = Додайте бота в групу, надішліть там /newgame і сідайте за стіл.
start-back = Повертайтеся до групи: на вас чекають за столом.

lang-title = Мова
lang-own = Ваша мова — { lang-name }
lang-unset = Ви ще не обрали мову: за столами групи — та, яку обрала група, в іншому — { lang-name }
lang-chat = Мова групи — { lang-name }
lang-chat-how = Поки група не вибрала мову, кожен стіл говорить мовою того, хто його відкрив.
lang-unknown = Мови «{ $name }» у нас немає. Є: { $values }

preset-default = звичайні
preset-sixmax = від двох до шести, з анте
preset-matveev = Матвєєв
preset-matveev_all = Матвєєв, усе увімкнено
preset-shtuka = «штука» до 1001
preset-gambler = клуб «Гамблер»
preset-bank = банк
preset-bank_hints = банк із підказками
preset-rospis4 = чотири види розпису
preset-moryak = моряк: остання взятка +10
preset-classic = класика з правилами здавання
preset-two9 = удвох по дев’ять карт
preset-two10 = удвох по десять карт
preset-livegames = сайт Livegames, до 1001
preset-wikipedia = енциклопедія
preset-marks = знаки «П» і «С»
preset-kachalka = качалка
preset-stock2 = удвох із добором
preset-trade2 = удвох із торгами
preset-trade3 = утрьох із торгами втемну
preset-tysiac = польська гра
