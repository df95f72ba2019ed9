/**
 * Patterns of whole, unambiguous statements: who (`subject`) has what (`value`) for an attribute that has one value at
 * a time. A statement that no frame reads is not sure, and replaces nothing.
 */
export interface Frame {
  attribute: string;
  /** The kind of the value; two values replace each other only if both have this kind. */
  kind: 'city' | 'name' | 'number' | 'any';
  pattern: RegExp;
  /** The statement itself says that something has changed. */
  changed: boolean;
  /** The attribute may have two values at once, so only a statement of change replaces one. */
  several: boolean;
}

/** The user, a name, or `my sister`; not pronouns of others, not words of manner or time. */
const subject = String.raw`(?<subject>I|(?:[Tt]he )?[Uu]ser|(?:[Mm]y|[Oo]ur|[Tt]he) \p{Ll}+|(?!(?:Never|Not|Still|Always|Often|Usually|Also|Only|Maybe|Formerly|Previously|Once|Currently|He|She|They|It|Who|Nobody|Someone|If) )\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]+)?)`;
const chinese = String.raw`(?<subject>用[户戶]|我|(?:(?![不没沒想要会會曾将將去过過再也都还還就在是现以从])\p{Script=Han}){2,3}?)`;
/** A recent time, which does not change the meaning; not a year, which may be long ago. */
const when = `(?:,? (?:(?:last|this) (?:week|weekend|month)|recently|yesterday|today|now))?`;

/** Names of things with one value at a time, as in `the … is 7411`, or `user.timezone = …`. */
const single = String.raw`(?:port|time-?out|limit|version|branch|time ?zone|editor|theme|deadline|budget|salary|birthday|phone number|e-?mail(?: address)?|address|log level|retries|line length|colou?r|food|team|price|rent|password policy|surname|[Dd]efault \p{L}+|[Ff]avou?rite \p{L}+)`;
const singleChinese =
  '(?:端口|超时|上限|版本|分支|时区|主题|编辑器|预算|截止日期|生日|邮箱|电话|地址|日志级别|月薪|房租|最喜欢的\\p{Script=Han}{1,3})';

/**
 * One a line, in the order in which they are tried: the attribute, the kind of its values, and the way to say it.
 * `change`: the statement says that something has changed, as an assignment does. `several`: the attribute may have two
 * values at once. A home that is not a known city may be a quarter or a country, and `prefers aisle seats on flights` is
 * about seats: never sure, and probably the same matter.
 */
const table = String.raw`
name, name, change: (?:[Mm]y name is|(?:[Pp]lease )?[Cc]all me|Ich heiße|Nenn mich|Je m'appelle|Appelle-moi|Me llamo|Llámame|Mi chiamo|Chiamami|Meu nome é|Me chame de|Меня зовут|Зови меня) (?<value>[^,;]+?)
name, any, change: (?:我叫|叫我|名前は|제 이름은 )(?<value>[^，,；、]+?)(?:です)?
name, any, change: (?<value>[^，,；、 ]+?)(?:と呼んで|라고 불러 줘)
home, city, plain: ${subject} (?:lives?|is living|am living|resides?|is based) in (?<value>[^,;]+?)
home, city, change: ${subject} (?:now lives?|lives? now) in (?<value>[^,;]+?)
home, city, change: ${subject} lives? in (?<value>[^,;]+?) now
home, city, change: ${subject} (?:has |have )?(?:just |recently )?(?:moved|relocated) (?:from (?<from>[^,;]+?) )?to (?<value>[^,;]+?)${when}
home, name, several: ${subject} (?:now )?(?:lives?|resides?) in (?<value>[^,;]+?)(?: now)?
home, city, plain: ${chinese}(?:家)?住在?(?<value>[^，,；]+?)
home, city, change: ${chinese}(?:现在|如今|目前)住在?(?<value>[^，,；]+?)
home, city, change: ${chinese}(?:已经|已|刚|最近|上个?月)?(?:从(?<from>[^，,；]+?))?搬[到去](?:了)?(?<value>[^，,；]+?)了?
job, any, several: ${subject} works? as (?:an? |the )?(?<value>[^,;]+?)
employer, name, several: ${subject} works? (?:at|for) (?<value>[^,;]+?)
employer, name, change: ${subject} (?:now works?|works? now) (?:at|for) (?<value>[^,;]+?)
employer, name, change: ${subject} works? (?:at|for) (?<value>[^,;]+?) now
employer, name, change: ${subject} (?:has |have )?left (?<from>[^,;]+?) (?:for|and (?:joined|now works? (?:at|for))) (?<value>[^,;]+?)${when}
employer, name, several: ${chinese}在(?<value>[^，,；]+?)(?:上班|工作)
employer, name, change: ${chinese}(?:现在|如今)在(?<value>[^，,；]+?)(?:上班|工作)
employer, name, change: ${chinese}(?:已经|已|刚)?跳槽[到去]了?(?<value>[^，,；]+?)了?
answer form, any, change: ${subject} (?:prefers?|wants?) (?:answers|replies) as (?<value>[^,;]+?)
preference, any, several: ${subject} (?:now )?prefers? (?!(?:my|an?|the|to|it|that|this|not)\b)(?<value>[\p{L}-]+) (?<of>(?!(?:to|over|as|in|on|at|for|with|when|and|or|not|than|without|before|after|by|from|of|is)\b)\p{Ll}{3,})(?: (?:on|in|for|at|when|if) [^,;]+)?
weight, number, plain: ${subject} (?:now )?weighs? (?<value>[\d.,]+ ?\p{L}+)(?: now)?
age, number, plain: ${subject} (?:is|am) (?<value>\d+)(?: years old)?(?: now)?
age, number, change: ${subject} (?:has |have )?(?:just )?turned (?<value>\d+)${when}
weight, number, plain: ${chinese}(?:现在)?体重(?:是|为)?(?<value>[\d.]+ ?\p{Script=Han}+)了?
age, number, plain: ${chinese}(?:今年|现在)?(?<value>\d+) ?岁了?
setting, any, plain: (?<subject>[^,;:=]*\b${single}(?: (?:of|for) [^,;:=]+?)?) (?:is|are|=) (?:now |set to )?(?<value>[^,;=]+?)(?: now)?
setting, any, change: (?<subject>[^,;:=]*\b${single}(?: (?:of|for) [^,;:=]+?)?) (?:has |have )?(?:was |were |been )?(?:changed|switched|raised|lowered|moved) to (?<value>[^,;=]+?)
setting, any, change: (?<subject>\p{L}[\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)+) ?[:=] ?(?<value>[^,;=]+?)
setting, any, plain: (?<subject>[^，,；:：=]*${singleChinese})(?:现在)?(?:是|为|：)(?<value>[^，,；]+?)
setting, any, change: (?<subject>[^，,；:：=]*${singleChinese})(?:已经|已|现在)?(?:改为|改成|改到|改名为|换成|调到|调成)了?(?<value>[^，,；]+?)了?
`;

export const frames: readonly Frame[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [, attribute = '', kind, way, source] = /^(.+?), (\w+), (\w+): (.*)$/.exec(line) ?? [];
    return {
      attribute,
      kind: kind as Frame['kind'],
      pattern: new RegExp(`^${source}[.!。！]?$`, 'u'),
      changed: way === 'change',
      several: way === 'several',
    };
  });

/** Says that something is no longer true. The text without these words must be the older statement. */
export const noLonger =
  /\b(?:no longer|does ?n[o']t|do ?n[o']t|is ?n[o']t|am not|any ?more|ya no|nicht mehr|n(?:e |['’])|plus\b|non|più|já não|não|mais|больше не)(?![\p{L}])|不再|لم يعد|더 이상/giu;
export const saysNoLonger =
  /\b(?:no longer|any ?more|ya no|nicht mehr)\b|\bn(?:e |['’]).*\bplus\b|\bnon\b.*\bpiù|já não|não .*\bmais\b|больше не|不再|لم يعد/iu;

/**
 * Names of cities in English and Chinese. Districts and countries are left out, because people live in both at once.
 */
export const cities = new Set(
  `
amsterdam antwerp athens auckland austin bangalore bangkok barcelona basel beijing beirut belfast belgrade bergen berlin bern bilbao birmingham bogota bologna bonn bordeaux boston bratislava bremen brisbane bristol brussels bucharest budapest cairo calgary cambridge canberra casablanca chennai chicago cologne copenhagen cork dallas delhi denver detroit dresden dublin dubai durban edinburgh florence frankfurt gdansk geneva genoa ghent glasgow gothenburg granada graz guangzhou hamburg hanoi hanover helsinki houston hyderabad istanbul izmir jakarta jerusalem johannesburg karachi kiev kyiv krakow kyoto lagos lausanne leeds leipzig lille lima linz lisbon liverpool ljubljana lodz london los angeles lyon madrid malaga malmo manchester manila marseille melbourne miami milan minneapolis montreal moscow mumbai munich nairobi nantes naples nashville new york nice nuremberg oslo ottawa oxford palermo paris perth philadelphia phoenix pittsburgh porto portland potsdam poznan prague pune quito rennes reykjavik riga rio de janeiro rome rotterdam salzburg san diego san francisco santiago sao paulo sapporo sarajevo seattle seoul seville shanghai sheffield shenzhen singapore sofia split stockholm strasbourg stuttgart sydney taipei tallinn tartu tbilisi tel aviv the hague tokyo toronto toulouse trieste trondheim turin utrecht valencia vancouver venice vienna vilnius warsaw washington wellington wroclaw zagreb zurich
chengdu chongqing hangzhou harbin nanjing qingdao suzhou tianjin wuhan xiamen
北京 上海 广州 深圳 杭州 南京 苏州 成都 重庆 武汉 西安 天津 青岛 大连 厦门 长沙 郑州 济南 合肥 福州 昆明 贵阳 南宁 哈尔滨 沈阳 长春 石家庄 太原 兰州 西宁 银川 乌鲁木齐 拉萨 海口 三亚 珠海 佛山 东莞 无锡 宁波 温州 南昌 台北 高雄 台中 台南 新竹 香港 澳门 东京 大阪 京都 首尔 新加坡 曼谷 伦敦 巴黎 柏林 慕尼黑 纽约 波士顿 西雅图 旧金山 洛杉矶 多伦多 温哥华 悉尼 墨尔本 莫斯科 马德里 罗马 米兰 维也纳 奥斯陆 里斯本
`
    .trim()
    .split('\n')
    .flatMap((line) => namesIn(line)),
);

/** Single words, and names of two or three words. */
function namesIn(line: string): string[] {
  const longer =
    /\b(?:new york|los angeles|san (?:diego|francisco)|sao paulo|rio de janeiro|tel aviv|the hague)\b/g;
  return [...(line.match(longer) ?? []), ...line.replace(longer, '').split(/\s+/)];
}
