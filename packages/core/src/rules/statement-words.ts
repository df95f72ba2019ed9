import { stem } from 'porter2';

/**
 * The closed classes of words that a comparison of two statements needs: which words say nothing, which deny, which
 * are values, and which exclude each other. English words are stemmed when they are looked up, Chinese ones are not.
 */

/** Say nothing that a comparison should notice: articles, auxiliaries, fillers, particles, Chinese measure words. */
export const weakWords = words(`
a an the this that these those is are was were be been being am 's do does did has have had having
and just really very quite so too lot much even also actually kinda sorta basically simply please well oh hey ok okay there it its
got get gonna going any some both each currently recently
的 了 呢 吧 啊 呀 哦 嘛 哈 啦 喔 着 地 得 个 是 正 正在 请 很 非常 特别 真 真的 一 一个 一下 一些 一只 一名
一位 一条 一种 一直 那 这 那个 这个 就 都 也 还 所 之 而 与 和 及 且 只 位 名 条 种 件 张 把 被 将 们 其 该 此
`);

/** Say how things hang together. Their order counts, and their absence counts less than that of other words. */
export const linkingWords = words(`
of to in on at by for from with as than or into onto about through via after before during near per over under
between can could may might must should will would shall up out off down then when while if because since though but
在 从 到 对 给 向 用 由 于 以 为 跟 让 叫 比 使 因 但 如果 能 会 可以 应该 要 想 里 上 下 中 时 后 前
`);

/** Whose statement it is. Two different ones are two different facts. */
export const persons = table(`
i: i me my mine myself user 我 我的 我们 咱 咱们 俺 we us our ours ourselves 用户
you: you your yours yourself 你 您 你们
he: he him his himself 他
she: she her hers herself 她
they: they them their theirs themselves 他们 她们 它们
`);

export const negations = words(`
not no never without none neither nor nobody nothing cannot nowhere hardly
不 没 没有 无 别 非 未 勿 毫无 从不 从未 从没 从来没 从来没有 从来不 不是 不要 不用 不会 不能 不再 再也不 没法 无法 并非 并未
`);

/** Things that used to be so: `no longer smokes`, `stopped smoking`, `戒烟`. */
export const endings = stemmed(`
longer anymore stop quit cease discontinue abandon gave
不再 再也不 戒 戒掉 戒了 停止 放弃 不干了 辞职 不想再
`);

/** What a speaker says who corrects an earlier value. */
export const changes = stemmed(`
now new newly change switch move reschedule postpone update adjust increase decrease raise reduce extend shorten
replace instead rename shift swap revise push delay improve become recently upgrade expand bump correction
anymore longer
现在 改 改成 改为 改到 改在 换 换成 换到 换了 变成 变为 搬 搬到 搬去 搬家 调整 更新 推迟 提前 延期 增加到 增加 减少 提高 降低 涨到
降到 升到 如今 目前 不再 最近 转 转到 转为 跳槽 已经 取消 延长
`);

/** An attribute that has one value at a time. */
export const attributes = stemmed(`
birthday birthdate name surname nickname age address phone number email mail title role position employer company boss
manager city town hometown home house residence budget limit quota target goal deadline price cost rent fee salary
income wage weight height size score rating rate accuracy coverage grade average total count allowance cap duration
length schedule time date timezone language password username account favourite favorite prefer preference status
version port branch color colour theme font format model brand wife husband spouse partner girlfriend boyfriend capacity
revenue temperature blood pressure headcount
生日 名字 姓名 昵称 年龄 地址 住址 电话 手机号 号码 邮箱 职位 职业 职务 公司 老板 老家 家乡 预算 上限 目标 截止 价格 价钱 成本 房租
租金 费用 工资 薪水 收入 体重 身高 尺码 分数 成绩 评分 总数 时区 语言 密码 用户名 账号 版本 端口 颜色 主题 字体 格式 型号 品牌 妻子
丈夫 老婆 老公 对象 男朋友 女朋友 血压 最喜欢 最爱 更喜欢 偏好 偏爱 血型
`);

/** An event that stands in a calendar and may be moved to another time. */
export const appointments = stemmed(`
meeting appointment call deadline flight exam examination interview party wedding trip visit session class lesson
inspection launch release reservation booking dinner lunch breakfast checkup surgery conference webinar workshop
delivery demo standup review train concert game match event visa test quiz due
会议 开会 会面 约会 面试 考试 航班 飞机 聚会 婚礼 旅行 出差 上课 课程 培训 检查 体检 手术 发布 上线 预约 晚餐 午餐 聚餐 演唱会 比赛 截止
例会 周会 火车 高铁 答辩 讲座
`);

/**
 * Ways to say a fact of which one holds at a time, by kind of fact: `lives in Porto`, `moved to Lisbon`. A word after
 * `+` must follow, if there is one. What comes next is the object; before the Chinese verbs marked `<` it comes first.
 */
export const frames = frameTable(`
residence: live+in live+at reside+in reside+at base+in move+to relocate+to 住 住在 居住在 定居 定居在 搬到 搬去 搬到了 家在
employment: work+at work+for employ+by job+at join 入职 加入 跳槽到 跳槽 上班< 工作< 任职< 就职<
preference: prefer favourite rather 最喜欢 最爱 更喜欢 偏好 偏爱 喜欢用
name: name nickname 名叫 名字叫 改名
relation: relationship+status 感情状态
study: study+at enroll+at enroll+in major+in 就读 就读于 主修
`);

/** Verbs whose object tells one fact from another: with another object it is not the same, however near. */
export const verbs = stemmed(`
like love enjoy prefer hate dislike want need use own speak learn study work live know
`);

/** Say too little to tell what a clause is about. */
export const fillers = stemmed(`
thing something anything way lot bit kind sort sure able really even ever yet still else more much any all some other
actual before after help make let know think feel see try do done time day month week year year use need want guy
person people good great well new old first far weird kinda everything nothing too at moment these days try idea question advice way
best worry wonder stuck help sure recommend suggestion support love feedback start use look thanks nice happy number
过 了 做 事 人 时候 东西 再
`);

/** Plans, wishes, guesses and hearsay: how things may be, not how they are. */
export const unsettled = stemmed(`
will would might may could should plan want wish hope consider think thinking maybe perhaps if almost wonder 想 打算 计划 可能 也许 如果 考虑
希望
`);

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

export const numberWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    zero: '0',
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    eleven: '11',
    twelve: '12',
    thirteen: '13',
    fourteen: '14',
    fifteen: '15',
    sixteen: '16',
    seventeen: '17',
    eighteen: '18',
    nineteen: '19',
    twenty: '20',
    thirty: '30',
    forty: '40',
    fifty: '50',
    sixty: '60',
    seventy: '70',
    eighty: '80',
    ninety: '90',
    hundred: '100',
    thousand: '1000',
    million: '1000000',
    billion: '1000000000',
    once: '1',
    twice: '2',
    third: '3',
    fourth: '4',
    fifth: '5',
    sixth: '6',
    seventh: '7',
    eighth: '8',
    ninth: '9',
    tenth: '10',
    dozen: '12',
    half: '0.5',
    半: '0.5',
    quarter: '0.25',
    double: '2',
  }),
);

/** Units that are written together with their number. */
export const units = words(
  'km kg g mg m cm mm mi lb lbs ft h hr hrs min mins s ms am pm gb mb kb tb k px usd eur gbp kcal mph kmh pct percent dollar euro pound yuan minut hour',
);

export const questionWords = words(
  'what who whom whose where when why how which do does did is are can could would should will 什么 谁 哪 哪里 哪儿 怎么 为什么 几 多少 吗 怎样 如何 是否 能不能 是不是 有没有',
);

/** Chinese words that must not be taken apart into characters. */
export const chineseWords: ReadonlySet<string> = new Set(
  [
    weakWords,
    linkingWords,
    negations,
    endings,
    changes,
    attributes,
    appointments,
    questionWords,
    verbs,
    fillers,
    unsettled,
  ]
    .flatMap((list) => [...list])
    .concat([persons, frames, fields, variants].flatMap((map) => [...map.keys()]))
    .filter((word) => word.length > 1 && /^\p{Unified_Ideograph}+$/u.test(word)),
);

export const longestChineseWord = Math.max(...[...chineseWords].map(({ length }) => length));

/** With the stems of English words, so that a list names each word once. */
function stemmed(list: string): ReadonlySet<string> {
  return new Set([...words(list)].flatMap(forms));
}

function forms(word: string): string[] {
  return /^[a-z]{3,}$/.test(word) ? [word, stem(word)] : [word];
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

export interface Frame {
  kind: string;
  /** The word that must follow. */
  next: string | undefined;
  /** The object stands before. */
  before: boolean;
}

function frameTable(lines: string): ReadonlyMap<string, Frame[]> {
  const found = new Map<string, Frame[]>();
  for (const line of lines.trim().split('\n')) {
    const [kind, list] = line.split(':') as [string, string];
    for (const entry of list.trim().split(/\s+/)) {
      const [word, next] = entry.replace('<', '').split('+') as [string, string | undefined];
      const frame = { kind, next, before: entry.endsWith('<') };
      const key = forms(word).at(-1) ?? word;
      found.set(key, [...(found.get(key) ?? []), frame]);
    }
  }
  return found;
}

/** Lines of `key: word word …`, as a map from each word to its key. */
function table(lines: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines.trim().split('\n')) {
    const [key, list] = line.split(':') as [string, string];
    for (const word of list.trim().split(/\s+/)) {
      for (const form of forms(word)) {
        if (!found.has(form) && (form === word || form.length > 3)) found.set(form, key);
      }
    }
  }
  return found;
}
