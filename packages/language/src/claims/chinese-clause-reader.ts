import {
  amount,
  being,
  changedTo,
  counted,
  doubts,
  endedAfter,
  endedBefore,
  filler,
  finished,
  frames,
  given,
  left,
  notAnyMore,
  occupationOf,
  past,
  period,
  roleOf,
  single,
  withdrawn,
} from './chinese-frames.ts';
import type { Claim, Ended, Exclusive } from './claim.ts';

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
export const headOf =
  /^(\p{Script=Han}{2,4}?)(?:的|是|在|住|叫|有|喜欢|不|对|用|会|开|从|和|说|现在|已经|搬|每|去|吃|写|买|看)/u;

/** What one clause says of its subject. */
export class ClauseReader {
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
  denied(): (readonly string[])[] {
    if (doubts.test(this.#clause)) return [];
    if (/(?<!不)吃素$/.test(this.#clause)) return [keysOf('吃肉'), keysOf('吃鱼')];
    const habit = /(?:不再?|从不)((?:吃|喝|抽|跑|打|玩|用|练|学).{1,6})$/.exec(this.#clause)?.[1];
    if (habit !== undefined) return [keysOf(habit)];
    return this.ended().flatMap(({ words, sure }) => (sure ? [words] : []));
  }

  ended(): Ended[] {
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
