import { table } from './word-list.ts';

/** Words of one field exclude each other: two texts that differ by such a pair do not say the same. */
export const fields = table(`
weekday: monday mon tuesday tue tues wednesday wed thursday thu thurs friday fri saturday sat sunday sun weekday weekend 周一 周二 周三 周四 周五 周六 周日 周末
month: january jan february feb march april apr may june jun july jul august aug september sept sep october oct november nov december dec
day: today yesterday tomorrow tonight 今天 今日 今晚 昨天 昨日 昨晚 明天 明日 明早 明晚 后天 前天 今早
year: 今年 去年 明年 前年 后年
daytime: morning afternoon evening night noon midnight am pm 早上 上午 中午 下午 晚上 凌晨 傍晚 夜里 半夜
season: spring summer autumn winter 春天 夏天 秋天 冬天 春季 夏季 秋季 冬季
span: second minute hour day week month quarter year decade 秒 分钟 小时 天 周 星期 月 年
frequency: always usually often sometimes rarely daily weekly monthly yearly annually hourly 每天 每周 每月 每年 总是 经常 偶尔 很少
colour: red blue green yellow black white grey gray brown pink purple orange gold golden silver beige 红 蓝 绿 黄 黑 白 灰 粉 紫 红色 蓝色 绿色 黄色 黑色 白色 灰色 棕色 粉色 紫色 橙色
person: man woman boy girl male female 男人 女人 男孩 女孩 男子 女子 男 女 男的 女的 妇女 男士 女士
kin: mother father mom mum dad brother sister son daughter uncle aunt cousin wife husband grandma grandpa grandmother grandfather niece nephew 妈妈 爸爸 母亲 父亲 哥哥 弟弟 姐姐 妹妹 儿子 女儿 叔叔 阿姨 妻子 丈夫 爷爷 奶奶 外公 外婆 老婆 老公
compass: north south east west northern southern eastern western northeast northwest southeast southwest 东 南 西 北 东部 南部 西部 北部 东南 西北 东北 西南
side: left right 左 右 左边 右边
vertical: up down upstairs downstairs above below over under top bottom 上面 下面 楼上 楼下
size: big small tiny huge 大 小
degree: high low higher lower more less most least best worst better worse 高 低 多 少
temperature: hot cold warm cool 热 冷 热的 冷的
age: old new young older younger 老 新 年轻
quantity: all every half few many several
place: behind front inside outside indoors outdoors beside
together: alone together
sentiment: like love dislike hate enjoy adore loathe detest 喜欢 讨厌 爱 恨 不喜欢 热爱
trend: rise fall increase decrease grow shrink gain drop climb soar jump slip slump tumble 涨 跌 上涨 下跌 增加 减少 上升 下降 提高 降低
switch: begin stop end finish open close launch 打开 关闭 关掉 开始 结束 停止 启动 开 关
trade: buy sell borrow lend rent 买 卖 借 租
result: win lose pass fail 赢 输
travel: arrive leave depart return enter exit come go 来 去 到达 离开 出发 回来
verdict: accept reject approve deny allow ban forbid support oppose admit refuse agree disagree 同意 反对 接受 拒绝 允许 禁止 支持
drink: tea coffee water juice milk beer wine cocoa soda 茶 咖啡 水 果汁 牛奶 啤酒 红酒 绿茶 红茶 奶茶
meal: breakfast lunch dinner supper brunch 早餐 早饭 午餐 午饭 晚餐 晚饭 夜宵
pet: dog cat rabbit hamster horse bird fish 狗 猫 兔子 马
transport: car bus train bike bicycle plane boat taxi subway ship motorcycle truck 汽车 公交 火车 飞机 自行车 地铁 出租车
theme: dark light bright 深色 浅色 暗色 亮色
diet: vegetarian vegan omnivore pescatarian meat 素食 吃素 荤
order: first last next previous 首先 最后 上次 下次
`);

/** Other forms and spellings of a word, and plain synonyms: the same in a statement of fact. */
export const variants = table(`
favourite: favorite
colour: color
grey: gray
centre: center
percent: pct 百分之
dollar: usd
euro: eur
mom: mum mommy mother
dad: daddy father
go: went gone
buy: bought purchase purchased
eat: ate eaten
meet: met
say: said
take: took taken
have: has
child: children kid kids
man: men guy gentleman gentlemen
woman: women lady ladies
person: people
run: ran
write: wrote written
speak: spoke spoken talk
drive: drove driven
leave: left
begin: began begun start
sell: sold
lose: lost
win: won
fall: fell fallen
rise: rose risen
grow: grew grown
choose: chose chosen pick
teach: taught
think: thought
bring: brought
know: knew known
give: gave given
get: gotten
find: found
make: made
see: saw seen
sit: sat
stand: stood
sing: sang sung
become: became
january: jan
february: feb
april: apr
june: jun
july: jul
august: aug
september: sept sep
october: oct
november: nov
december: dec
monday: mon 周一 星期一 礼拜一
tuesday: tue tues 周二 星期二 礼拜二
wednesday: wed 周三 星期三 礼拜三
thursday: thu thurs 周四 星期四 礼拜四
friday: fri 周五 星期五 礼拜五
saturday: sat 周六 星期六 礼拜六
sunday: sun 周日 周天 星期日 星期天 礼拜天
weekend: 周末
今天: 今日
昨天: 昨日
明天: 明日
晚上: 夜里
妈妈: 母亲
爸爸: 父亲
男人: 男子 男的
女人: 女子 女的 妇女
早餐: 早饭
午餐: 午饭
晚餐: 晚饭
什么: 啥
怎么: 怎样 怎么样 如何
没有: 没
喜欢: 喜爱
红: 红色
蓝: 蓝色
绿: 绿色
黄: 黄色
黑: 黑色
白: 白色
灰: 灰色
粉: 粉色
紫: 紫色
big: large
small: little
jump: leap
cut: slice chop
street: road
couch: sofa
movie: film
shop: store
phone: telephone cellphone smartphone
car: automobile
bike: bicycle
plane: airplane aeroplane aircraft
photo: photograph picture
lawyer: attorney
doctor: physician
job: occupation
company: firm
rabbit: bunny
fast: quick rapid
happy: glad
sick: ill
tidy: neat
error: mistake
reply: respond
repair: fix
rubbish: trash garbage
holiday: vacation
apartment: flat
taxi: cab
stone: rock
forest: woods
cup: mug
allow: permit
tell: told
beach: shore seaside
`);
