import { readChineseNumber } from './chinese-number.ts';
import type { Claim, Exclusive, Reading } from './claim.ts';
import { type Frame, frame } from './frame.ts';
import { rephraseChinese } from './rephrase-chinese.ts';

/** Words of time that say since when, and not of which time: 现在, 上个月. */
const told =
  /现在|如今|目前|不再|改[到成为用名坐签在]|换|搬[到家去进]|升[级职任为到]|涨到|降到|减到|加到|推迟|提前到|延期|又开始|以后|取消|戒(?:了|掉|烟|酒|糖)|学会|变成|毕业了|去世|走丢|生了|考上|成功|好了|取代|新(?:老板|领导|手机号?|电话|邮箱|地址|工作|房东|公司)/;
const doubts =
  /打算|计划|想(?!要)|希望|可能|也许|如果|考虑|梦想|据说|听说|说(?!法|话|明|英|中|日|德|西|俄|韩|粤|汉|普|得|不|的)|是不是|是否|问/;
const past = /以前|曾经|曾|小时候|过去|原来|从前|当时|第一份/;
const period =
  /(?:19|20)\d\d年|第?[一二三四1-4]季度|[上下本这]半年|[春夏秋冬][天季]|周末|(?:周|星期|礼拜)[一二三四五六日天]|[一二三四五六七八九十\d]+月份?(?![十\d一二三四五六七八九])|[上下本这]个?(?:周|月|星期|季度)|早[上饭餐]|晚[上饭餐]|中午|午[饭餐]|下午|上午|今年|去年|明年|前年/g;
const filler =
  /^(?:现在|如今|目前|已经|就|都|也|又|还|正在|正|在|一直|刚刚?|刚|最近|今年|上个?月|上周|主要|用的)+/;

const now = '(?:现在|如今|目前|已经|刚刚?|最近|上个?月|上周|今年|去年|一直|又|也|都|还|就)*';
const frames: readonly Frame[] = [
  frame('residence', 'always', `(.*?)${now}(?:住在|居住在|定居在?|家住|家在|住)(.+)`),
  frame('residence', 'always', `(.*?)${now}在(.+?)(?:生活|居住|定居|安家)`),
  frame(
    'residence',
    'always',
    `(.*?)${now}(?:从.+?)?(?:搬家到|搬到|搬去|搬回|迁到|移居到?)(.+)`,
    true,
  ),
  frame('employer', 'always', `(.*?)${now}在(.+?)(?:工作|上班|任职|就职|当差)`),
  frame('employer', 'always', `(.*?)${now}(?:就职于|任职于|供职于|受雇于)(.+)`),
  frame('employer', 'always', `(.*?)${now}(?:从.+?)?(?:加入|入职|跳槽到|跳槽去)了?(.+)`, true),
  frame('occupation', 'told', `(.*?)${now}(?:升职为|晋升为|升为|升任|当上)了?(.+)`, true),
  frame('age', 'always', `(.*?)${now}(?:是|有|满)?([\\d]+)岁`),
  frame('household', 'told', `(.*?)${now}(?:搬出来)?((?:和|跟|与).+?一起住|一个人住|独居|自己住)`),
  frame('car', 'always', '(.*?)的?(?:爱车|座驾|车)(?:现在)?是(.+)'),
  frame('weight', 'always', '(.*?)(?:的)?(?:现在)?体重(?:现在)?(?:是|为|有)?(?:改为|现在)?(.+)'),
  frame('height', 'always', '(.*?)(?:的)?身高(?:现在)?(?:是|为|有)?(.+)'),
  frame('partner', 'always', '(.*?)(?:和|跟|与)(.+?)(?:恋爱|结婚|订婚)'),
  frame('relationship', 'always', `(.*?)${now}(单身|离婚|结婚|订婚|恋爱|丧偶)`),
  frame(
    'housing',
    'told',
    '(.*?)(?:在.{1,8}?)?(租|买)(?:着|了)?(?:一?[套间])?.{0,4}(?:房子?|公寓|居室)(?:住)?',
  ),
  frame('relative', 'never', '(.*?)亲友(.+?有.+)'),
  frame('decision', 'never', '(.*?)选定的有(.+)'),
  frame('allergy', 'never', '(.*?)对(.+?)过敏'),
  frame('car', 'always', `(.*?)${now}开(?:的是|着|一辆|的车是)(.+)`),
  frame('name', 'always', `(.*?)(?:的?(?:名字|姓名))(?:是|叫)(.+)`),
  frame('name', 'always', `(.*?)(?:改名叫?|改名为|改叫|更名为)(.+)`, true),
  frame(
    'car',
    'always',
    '(|用户|我|\\p{Script=Han}{2,3})开(?!始|会|发|心|店|车|奖|启|关|放|通|门|灯|玩笑|学|除|朗)(.{2,8})',
  ),
  frame(
    'name',
    'always',
    '(.*[^呼大点])(?:名叫|叫做|叫)(?!我|醒|起|声|一声|你|他|她|人|车|外卖)(.{1,12})',
  ),
  frame('diet', 'always', `(.*?)${now}(?:是|开始|改)*(吃素|吃肉|吃荤|什么都吃)(?:的)?(?:人)?`),
  frame(
    'preference',
    'related',
    `(.*?)${now}(?:更喜欢|更想要|想要|改)(?!用|为|成|到|在|名|装|签)(.+)`,
  ),
  frame('employer', 'always', `(.*?)${now}(失业|待业)`),
  frame('employer', 'told', `(.*?)${now}(?:正在|在)?(找工作)`),
  frame('employer', 'always', `(.*?)${now}(找到.{0,2}工作)`, true),
];

/** `…改到…`, `…涨到…`: what stands before has a new value. */
const changedTo =
  /^(.+?)(?:已经?|现在|也|又|被)*(?:改到|改成|改为|改签到|改用|换成|换到|变成|变为|调整为|调整到|调到|涨到|涨成|升到|升至|升级到|升级为|降到|降至|减到|减至|减少到|增加到|增加至|加到|提高到|推迟到|提前到|延期到|延到|延长到|搬到|更新为|更新到|达到|缩短到|转到|转为|迁移到|切换到)了?(.+)$/;
const being =
  /^(.+?)(?:现在|目前|已经|如今|暂时)*(?:在(?=周[一二三四五六日]|\d+[月日点:])|用的是|装的是|看的是|运行的是|是|为|定在|定为|等于|使用|用|装)(?!不)(.+)$/;
const counted =
  /^(.+?)(?:现在|目前|已经|如今)*(?:有|养了|增加到|减少到|共)(\d+)[个只条名位间辆台套头本](.+)$/;
const amount =
  /^(.*?(?:费|租|租金|价|价格|工资|薪水|月薪|年薪|预算|房租|成本|月租))(?:现在|目前)*(?:(?:每个?月|每年|一个月)(?:是)?)?(\d.*)$/;
const finished =
  /^(.+?)(?:现在|目前)*(?:已经|还|仍|都|也)?((?:没|未|不|还没|没有)?(?:在|正在)?(?:开始)?(?:解决|完工|提交|交|审核通过|测试通过|测试中|开发中|审核中|[写做改]?了?一半|(?<=[没在始])写|(?<=在)(?:开发|测试|审核|评审|设计)|进行到一半|完成|修好|关闭|打开|上线|下线|发布|取消|进行|结束|开始|通过|批准|付款|卖|写完|做完|合并|修复))(?:了|中|着|的)?$/;
const roleOf = /^(.{1,6}?)(?:现在)?是((?:用户|我|我们)的?.{1,6})$/;
const single =
  /称呼|剂量|回答|颜色|食物|餐厅|歌手|作家|导演|电影|领导|老板|上司|经理|房东|总监|校长|班主任|队长|妻子|丈夫|老婆|老公|女朋友|男朋友|医生|牙医|手机号?|电话|邮箱|地址|微信名?|昵称|生日|年龄|职位|职业|公司|预算|截止日期|日期|时间|价格|费|租|工资|薪水|版本|状态|时区|密码|账号|分支|航班|预约|例会|站会|会议|语言|货币|套餐|体重|血压|药量|编辑器|浏览器|银行|工资卡|品牌|型号|框架|数据库|目标|上线|办公室/;
const occupationOf =
  /^(?:一[名个位])?(.*(?:师|员|生|工|者|家|长|护士|医生|律师|教授|经理|司机|厨师|会计|秘书|士|手))$/;

/** Ends what an earlier statement says: what stands before or after it names that. */
const endedBefore =
  /^(.*?)(?:现在|已经|又|也|因为.+?)*(?:不再|再也不|戒掉?了?|停止了?|放弃了?|取消了?|退出了?|卸任了?|辞去了?|卖掉了?|不想再|退订了?)(.+)$/;
const endedAfter = /^(.+?)(?:取消|作废|不干|戒掉|卖掉|停掉|解散|停办|去世)了?$/;
const left = /^(.*?)从(.+?)(?:离职|辞职|毕业|退出|退休|分手|跳槽|换成|改成|搬走|搬出来?)/;
const given = /^(.*?)把(.+?)(?:卖|换成|换掉|换|扔|送人|退|弄丢|处理掉)/;
const notAnyMore = /^(.*?)(?:现在|已经)?不(?!是|太|同)(.+?)了$/;
const withdrawn = /^(.+?)(?:和|跟|与)(.+?)(?:分手|离婚|绝交)了?$/;

/** `用户的姐姐住在南京` as claims. Of clauses that it cannot read it says nothing. */
export function readChinese(text: string, self: string): Reading {
  const plain = withSynonyms(
    rephraseChinese(
      withDigits(
        text
          .replace(/\s+/g, ' ')
          .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')
          .replace(/[。！!.]+$/, '')
          .replace(/^请|^以后请|^记住[，,]?/, ''),
      ),
    ),
  );
  const clauses = plain.split(/[，,；;]|(?<=.)但是?|(?<=.)而且/).filter((part) => part !== '');
  const isTold = told.test(plain);
  const claims: Claim[] = [];
  const ended: { subject: string; words: string[]; sure: boolean }[] = [];
  const denied: { subject: string; words: string[] }[] = [];
  let subject = '';
  let root = '';
  let antecedent = '';
  const subjects: string[] = [];
  for (const clause of clauses) {
    const said = pronoun.test(clause)
      ? clause.replace(pronoun, antecedent && `${antecedent}的`).replace(/的的/, '的')
      : clause;
    if (pronoun.test(said) || said === '') continue;
    const reader = new ClauseReader(said.trim(), { self, told: isTold, before: subject });
    claims.push(...reader.claims());
    ended.push(...reader.ended());
    for (const words of reader.denied()) denied.push({ subject: reader.subject, words });
    subject ||= reader.subject;
    antecedent ||= headOf.exec(said)?.[1] ?? said;
    root ||= reader.root;
    subjects.push(reader.subject);
  }
  return {
    claims,
    ended,
    denied,
    resumed: /又|重新|再次|恢复/.test(plain),
    root,
    subjects,
    words: new Set(keysOf(plain)),
    unsettled: doubts.test(plain) || past.test(plain),
    told: isTold,
  };
}

/** Of whom the clause before speaks. */
const pronoun = /^(?:其|它们?的?|他们?的?|她们?的?)/;

const synonyms: readonly (readonly [RegExp, string])[] = [
  [/的?爱好是/g, '喜欢'],
  [/星期|礼拜/g, '周'],
  [/(?<=\d)号/g, '日'],
  [/周天/g, '周日'],
  [/更?讨厌|厌恶/g, '不喜欢'],
  [/(?<![喜最恋可相])(?:热爱|爱好|爱)(?=[^人情心])/g, '喜欢'],
  [/喜爱|爱好/g, '喜欢'],
  [/从不|从来不|绝不/g, '不'],
  [/使用|采用/g, '用'],
  [/正在学习?|在学习?|学习/g, '学'],
  [/素食主义者|素食者|素食/g, '吃素'],
  [/每天都/g, '每天'],
  [/怕/g, '恐'],
  [/偏爱|更爱|偏好/g, '更喜欢'],
  [/最爱/g, '最喜欢'],
  [/(?:的)?职业是/g, '是'],
];

/** One word for what is said in several. */
function withSynonyms(text: string): string {
  return synonyms.reduce((said, [pattern, word]) => said.replace(pattern, word), text);
}

function withDigits(text: string): string {
  let out = '';
  for (let index = 0; index < text.length; ) {
    const number = readChineseNumber(text, index);
    // 周三 and 一些 are no numbers, and 三个半 is none that could be read.
    if (
      number === undefined ||
      /[周期拜]/.test(text.charAt(index - 1)) ||
      /^[些下起直样般切]/.test(text.slice(index + number.length))
    ) {
      out += text.charAt(index++);
      continue;
    }
    out += number.value;
    index += number.length;
  }
  return out.replace(/两(?=[个只条名位间辆台套头本次])/g, '2');
}

const weak =
  /[的了吗呢吧啊呀着地得是有在很都也还就又我和跟与把被个只条名位辆每从到]|用户|现在|如今|目前|已经|今年|不再|一个/g;

/** Pairs of characters, and runs of other letters and digits: what is compared where no dictionary says what a word is. */
export function keysOf(text: string): string[] {
  const keys: string[] = [];
  for (const run of text
    .toLowerCase()
    .replace(weak, ' ')
    .match(/[\p{Script=Han}]+|[\p{L}\p{N}.:/@%-]+/gu) ?? []) {
    if (!/^\p{Script=Han}/u.test(run) || run.length <= 2) keys.push(run);
    else
      for (let index = 0; index + 1 < run.length; index++) keys.push(run.slice(index, index + 2));
  }
  return keys;
}

const owner =
  /^(?:用户|我们?|咱们|他|她)的?(?:最好的)?(?:爸爸|妈妈|父亲|母亲|父母|爸|妈|(?:表|堂)?(?:哥哥|弟弟|姐姐|妹妹|哥|姐|弟|妹)|侄子|侄女|同学|闺蜜|儿子|女儿|丈夫|妻子|老公|老婆|男朋友|女朋友|朋友|同事|奶奶|爷爷|外婆|外公|叔叔|阿姨|孩子|室友|邻居|猫|狗)?/;
/** Before a verb that is told by its form. */
const headOf =
  /^(\p{Script=Han}{2,4}?)(?:的|是|在|住|叫|有|喜欢|不|对|用|会|开|从|和|说|现在|已经|搬|每|去|吃|写|买|看)/u;

class ClauseReader {
  readonly #clause: string;
  readonly #self: string;
  readonly #told: boolean;
  readonly #unsettled: boolean;
  readonly #period: readonly string[];
  readonly #before: string;
  readonly subject: string;
  readonly root: string;

  constructor(
    clause: string,
    { self, told: isTold, before }: { self: string; told: boolean; before: string },
  ) {
    this.#self = self;
    this.#told = isTold;
    this.#before = before;
    this.#unsettled = doubts.test(clause) || past.test(clause);
    this.#period = clause.match(period) ?? [];
    this.#clause = clause.replace(/(?<!不.{1,8})了$/, '');
    const relative = owner.exec(clause)?.[0] ?? headOf.exec(clause)?.[1];
    this.subject = this.#nounOf(relative ?? clause.slice(0, 2));
    this.root = relative === undefined ? '' : this.subject;
  }

  #nounOf(noun: string): string {
    const bare = noun
      .replace(/^(?:请|以后|把)/, '')
      .replace(/(?:现在|如今|目前|已经|今年|新的?|当前)/g, '')
      .replace(/用户的?/g, 'i ')
      .replace(/(?:咱们|我们|我|本人)的?/g, `${this.#self} `)
      .replace(/的/g, ' ')
      .replace(/上司|老板|领导|经理/g, '老板')
      .replace(/手机号码?|电话号码?|手机|电话/g, '电话')
      .replace(/电子邮件|邮件地址|邮箱地址/g, '邮箱')
      .replace(/[0-9]+$/, '')
      .trim();
    if (bare === '') return this.#before === '' ? this.#self : this.#before;
    return bare.replace(/\s+/g, ' ');
  }

  /** What it says is not done, or was given up: it may be taken up again. */
  denied(): string[][] {
    if (doubts.test(this.#clause)) return [];
    if (/(?<!不)吃素$/.test(this.#clause)) return [keysOf('吃肉'), keysOf('吃鱼')];
    const habit = /(?:不再?|从不)((?:吃|喝|抽|跑|打|玩|用|练|学).{1,6})$/.exec(this.#clause)?.[1];
    if (habit !== undefined) return [keysOf(habit)];
    return this.ended().flatMap(({ words, sure }) => (sure ? [words] : []));
  }

  ended(): { subject: string; words: string[]; sure: boolean }[] {
    if (doubts.test(this.#clause) && !/取消了?.*计划/.test(this.#clause)) return [];
    const c = this.#clause;
    const found =
      pair(withdrawn.exec(c), true) ??
      pair(left.exec(c.replace(/家(?=搬)/, '')), true) ??
      pair(given.exec(c), true) ??
      pair(endedBefore.exec(c), true) ??
      pair(notAnyMore.exec(c), true) ??
      pair(endedAfter.exec(c), false);
    if (found === undefined) return [];
    const words = keysOf(found.object);
    return words.length === 0
      ? []
      : [{ subject: this.#nounOf(found.subject), words, sure: found.sure }];
  }

  claims(): Claim[] {
    const c = this.#clause;
    if (/不再|再也不/.test(c) || /不.+了$/.test(c)) return [];
    const negative = /(?:不|没有?|未|从未)(?!错|同|久)/.test(c);
    for (const { attribute, exclusive, pattern, told: change } of frames) {
      const [, noun = '', value = ''] = pattern.exec(c) ?? [];
      if (value === '' || (noun === '' && attribute === 'car' && this.#before === '')) continue;
      const claim = this.#claim(attribute, exclusive, value, {
        noun,
        negative,
        told: change,
      });
      if (attribute === 'partner') {
        const status = /结婚|订婚|恋爱/.exec(c)?.[0] ?? '';
        const between = { noun, negative, told: change };
        return [...this.#claim('relationship', 'always', status, between), ...claim];
      }
      if (attribute === 'diet')
        return claim.map((one) => ({
          ...one,
          value: [(value === '吃素') !== negative ? '素' : '荤'],
          negative: false,
        }));
      return claim;
    }
    const [, changed = '', to = ''] = changedTo.exec(c) ?? [];
    if (to !== '')
      return this.#claim('is', 'always', to, { noun: changed.replace(/把/g, ''), told: true });
    const [, role = '', whose = ''] = roleOf.exec(c) ?? [];
    if (whose !== '' && single.test(whose))
      return this.#claim('is', 'always', role, { noun: whose });
    const [, group = '', number = '', noun = ''] = counted.exec(c) ?? [];
    if (noun !== '')
      return this.#claim(`count ${noun.slice(0, 2)}`, 'always', number, { noun: group });
    const [, cost = '', sum = ''] = amount.exec(c) ?? [];
    if (sum !== '') return this.#claim('is', 'always', sum, { noun: cost });
    const [, matter = '', state = ''] = finished.exec(c) ?? [];
    if (state !== '' && !this.#isSelf(matter)) return this.#status(matter, state);
    const [, what = '', is = ''] = being.exec(c) ?? [];
    if (is === '') return [];
    if (/状态$/.test(what)) return this.#status(what, is);
    const job = occupationOf.exec(is)?.[1];
    if (job !== undefined && !/[的]/.test(what) && !single.test(what))
      return this.#claim('occupation', 'told', job, { noun: what, negative });
    if (this.#isSelf(what)) return [];
    const timed =
      /^(?:周[一二三四五六日]|\d+[月日点:])/.test(is) && !/日期|上线|发布|生日|截止/.test(what);
    return this.#claim('is', single.test(what) && !timed ? 'always' : 'told', is, {
      noun: what,
      negative,
    });
  }

  #status(matter: string, state: string): Claim[] {
    const value = state
      .replace(/^(?:已经?|正在|还|在|是)+/, '')
      .replace(/^(?:还没有?|没有?|未)/, '未');
    const noun = matter.replace(/的?状态$/, '').replace(/(?:已经?|还|也|都|仍)$/, '');
    return this.#claim('status', 'always', value, { noun }).map((claim) => ({
      ...claim,
      value: [value],
    }));
  }

  #isSelf(noun: string): boolean {
    const subject = this.#nounOf(noun);
    return subject === 'i' || subject === this.#self || noun.length < 2;
  }

  #claim(
    attribute: string,
    exclusive: Exclusive,
    value: string,
    {
      noun,
      negative = false,
      told: change = false,
    }: { noun: string; negative?: boolean; told?: boolean },
  ): Claim[] {
    const subject = this.#nounOf(noun.replace(period, '').replace(/(?:因为|由于).*$/, ''));
    const keys = keysOf(
      value
        .replace(filler, '')
        .replace(/(?:的?(?:老房子里?|公寓里?|家里?|那边|附近))$/, '')
        .replace(/了$/, ''),
    );
    if (keys.length === 0) return [];
    const nounPeriod = [...new Set(noun.match(period) ?? [])].filter(
      (word) => !/今年|[上]个?[月周]/.test(word),
    );
    const relative = owner.exec(noun)?.[0];
    const name = relative === undefined ? '' : noun.slice(relative.length);
    return [
      {
        subject,
        ...(/^用户.{2,}/.test(relative ?? '') && /^\p{Script=Han}{2,3}$/u.test(name)
          ? { alias: name }
          : {}),
        attribute,
        exclusive,
        value: keys,
        negative,
        unsettled: this.#unsettled,
        told: change || this.#told,
        period:
          nounPeriod.length > 0
            ? nounPeriod
            : attribute === 'is'
              ? []
              : this.#period.filter((word) => !/今年|[上]个?[月周]|去年/.test(word)),
      },
    ];
  }
}

function pair(
  found: RegExpExecArray | null,
  sure: boolean,
): { subject: string; object: string; sure: boolean } | undefined {
  if (found === null) return undefined;
  const [, subject = '', object] = found;
  return { subject: object === undefined ? '' : subject, object: object ?? subject, sure };
}
