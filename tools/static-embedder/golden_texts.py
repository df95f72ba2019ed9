"""Texts for the test vectors, written for this purpose: plain, mixed and odd ones."""

ENGLISH = """I moved to Lisbon in March and found a flat near the river.
Where does Anna live now?
She no longer eats meat.
He doesn't like coffee, but he drinks tea every morning.
My daughter's birthday is on the 14th of June.
The deploy key rotates every 90 days.
Our standup is at 9:30 on Tuesdays and Thursdays.
Remind me to call the dentist tomorrow.
They adopted a puppy and named it Biscuit.
What did we decide about the database migration?
We decided to keep SQLite and drop the cache.
I feel exhausted and nobody at work seems to notice.
Last summer we hiked across the Dolomites for two weeks.
The build fails on Node 20 with ERR_MODULE_NOT_FOUND.
Please always answer in short bullet points.
Her favourite ice cream is pistachio.
ice cream
New York
not good at all
The quick brown fox jumps over the lazy dog.
Grandmother taught me to bake sourdough bread.
He plays the cello in a string quartet.
I am allergic to peanuts and penicillin.
My sister works as a nurse in Oslo.
The invoice number is INV-2024-00871.
Budget: $1,250.00 (VAT included)
Use tabs, not spaces!
email me at someone@example.org
https://example.org/a/b?c=d#e
C:\\Users\\me\\notes.txt
snake_case and camelCase and kebab-case
x = y + 2 * (z - 1)
a
I
the
The the THE
running runner runs ran
internationalization
antidisestablishmentarianism
supercalifragilisticexpialidocious
Zürich, café, naïve, résumé, jalapeño
ZÜRICH CAFÉ NAÏVE
Ångström and Øresund
straße STRASSE
e\u0301galite\u0301
Is this the same person we met in Berlin?
The cat sat on the mat. The cat sat on the mat.
He said "no" and left.
It's 5 o'clock somewhere
rock 'n' roll
don't can't won't shouldn't
We're meeting Bob's parents at O'Hare.
1234567890
3.14159
2024-05-17T08:30:00Z
10,000 steps a day
50% off
#hashtag @mention
user prefers dark mode in the editor
Mum is in hospital; I visit her on Sundays.
They broke up after six years together.
I got promoted to senior engineer last week!
The passport expires in November 2027.
Gluten-free, dairy-free, sugar-free
Do you remember the name of the restaurant with the blue door?
wifi password is on the fridge
I can't stand the smell of lilies.
We named our son after my grandfather.
The landlord raised the rent again.
He hates flying, so they take the night train.""".split("\n")

CHINESE = """我住在上海，在一家软件公司上班。
她现在住在哪里？
我不喜欢喝咖啡，但是每天早上喝茶。
女儿的生日是六月十四号。
请提醒我明天给牙医打电话。
他们收养了一只小狗，给它取名叫饼干。
上次会议我们决定保留数据库，去掉缓存。
我觉得很累，同事好像都没有注意到。
去年夏天我们在山里徒步了两个星期。
奶奶教我做馒头。
我对花生过敏。
我姐姐在北京当护士。
猫
猫和狗
你好
你好！
你 好
朋友
朋友们一起去看电影
我不是不想去，是没有时间。
今天天气怎么样？
打开客厅的灯
把空调调到二十六度
播放一首周杰伦的歌
他升职了，当上了高级工程师。
房东又涨房租了。
他害怕坐飞机，所以他们坐夜车。
妈妈住院了，我每个星期天去看她。
护照明年十一月到期。
你还记得那家门是蓝色的餐厅叫什么名字吗？
我最喜欢的颜色是绿色，最讨厌的是灰色。
爸爸退休以后开始学画画。
这个周末我们搬家，需要借一辆车。
他大学学的是物理，后来改行做设计。
人山人海
画蛇添足
二〇二四年五月十七日
时时刻刻
人人平等
佐々木先生
我住在臺灣，喜歡吃牛肉麵。
她現在住在哪裡？
請提醒我明天給牙醫打電話。
學習語言需要時間
國語和廣東話
圖書館裡很安靜
龍
龜兔賽跑
後來我們還是朋友
䶮
𠮷野家
㐂
。
，
！？
「你好」他说。
《红楼梦》是一部小说。
——……
一二三四五六七八九十
３月１４日
１２３ＡＢＣ
㎏㏄①②
哈哈哈哈哈哈""".split("\n")

MIXED = """我用Python写代码
我在Google工作了3年
iPhone 15的价格是5999元
明天9:30开standup会议
他的email是someone@example.org
Docker容器里跑Node.js
I learned the word 朋友 today.
她说"I love you"就走了
SQLite数据库vs PostgreSQL
AI助手AI assistant
GPT模型
OK啦
5G网络
T恤
K歌
COVID-19疫情
我的WiFi密码是hunter2
Call 妈妈 tomorrow at 8
東京タワー
ありがとうございます
コーヒーが好きです
がぎぐげご
か\u3099き\u3099
ﾊﾟｿｺﾝ
カタカナとひらがな
私は学生です。
안녕하세요
한국어 단어
Привет, мир
Как дела?
Γειά σου Κόσμε
ΟΔΥΣΣΕΥΣ
مرحبا بالعالم
שלום עולם
नमस्ते दुनिया
สวัสดีชาวโลก
xin chào thế giới
İstanbul ılık
ǅ ǆ Ǆ
ﬁ ﬂ ﬀ ﬃ
ＦＵＬＬ ＷＩＤＴＨ
½ ⅓ ²
™ © ® €100 £5 ¥300
→ ← ↑ ∑ ∞ ≠
😀
😀 I am happy 😀
👨‍👩‍👧‍👦 family
🇨🇳🇺🇸
👍🏽
❤️
I ❤️ NY
日本語とEnglishと中文""".split("\n")

ODD = [
    "",
    " ",
    "\n\t\r",
    "\u3000",
    "\u00a0a\u00a0b",
    "a\u200bb",
    "zero\u200dwidth",
    "\ufefftext after a mark",
    "soft\u00adhyphen",
    "line one\nline two\r\nline three",
    "tab\tseparated\tvalues",
    "nul\u0000inside",
    "bell\u0007inside",
    "\ue000private use",
    "a\u0301\u0302\u0303b",
    "\u0301",
    "\u3099",
    "#",
    "##",
    "##ing",
    "# # ing",
    "[CLS] [SEP] [MASK] [UNK]",
    "[unused1]",
    "ice  cream",
    "ice-cream",
    "ice\ncream",
    "你\n好",
    "你。好",
    "x" * 120,
    "word " * 40,
    "好" * 40,
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
    "qzxjkvbq",
    "ⅳ Ⅻ",
    "ℌ𝔢𝔩𝔩𝔬 𝓌𝑜𝓇𝓁𝒹",
    "𝟘𝟙𝟚",
    "ᏣᎳᎩ",
    "𐐷 𐐏",
    "ꙮ",
    "\U000e0061tag",
    "a\u2028b\u2029c",
    "_under_score_",
    "`code`",
    "^caret ~tilde |pipe $dollar",
    "--- *** ===",
]

TEXTS = list(dict.fromkeys(ENGLISH + CHINESE + MIXED + ODD))
