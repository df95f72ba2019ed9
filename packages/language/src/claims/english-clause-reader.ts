import type { Claim, Ended, Exclusive } from './claim.ts';
import {
  adverbs,
  diets,
  doubts,
  endings,
  kin,
  pastWords,
  singleNouns,
  states,
} from './claim-words.ts';
import {
  type Clause,
  chief,
  determiners,
  keyOf,
  keysOf,
  self,
  selfOwner,
  user,
  type Word,
} from './english-clauses.ts';
import {
  animalFood,
  changed,
  changedTo,
  changesTo,
  counted,
  dateBound,
  frames,
  habits,
  isOccupation,
  meats,
  nounFrames,
  periodWord,
  relationships,
  tail,
  timeOf,
  timeTail,
} from './english-frames.ts';

/** What one clause says of its subject. */
export class ClauseReader {
  readonly subject: string;
  /** `Lily`, of `User’s daughter Lily`. */
  readonly alias: string | undefined;
  /** Of `User’s phone` the user, of `User’s sister` her. */
  readonly root: string;
  readonly #noun: readonly string[];
  readonly #own: string;
  readonly #said: string;
  readonly #negative: boolean;
  readonly #ceased: boolean;
  readonly #told: boolean;
  readonly #unsettled: boolean;
  readonly past: boolean;
  readonly #period: readonly string[];
  #self: string;
  readonly #named: boolean;
  /** `Our main supplier`: there is one. */
  readonly #chief: boolean;

  constructor(
    { subject, predicate }: Clause,
    { self: own, told }: { self: string; told: boolean },
  ) {
    this.#self = own;
    this.#own = own;
    const list = predicate.map(({ text }) => text);
    const said = list.filter(
      (word) =>
        !adverbs.has(word) &&
        word !== 'not' &&
        word !== 'never' &&
        word !== 'do' &&
        word !== 'does' &&
        word !== 'did',
    );
    const text = said.join(' ');
    this.#ceased =
      /\bno longer\b/.test(text) ||
      (/\b(?:anymore|any more|any longer)\b/.test(text) &&
        /\b(?:not|never)\b/.test(list.join(' ')));
    this.#negative = list.includes('not') || list.includes('never');
    this.#said = text
      .replace(
        /\b(?:no longer|anymore|any more|any longer|these days|from now on|at the moment|at present|again)\b/g,
        ' ',
      )
      .replace(/\s+/g, ' ')
      .trim();
    this.#told = told;
    this.#named =
      subject.length > 0 &&
      subject.every(
        ({ text: word, capital }) => capital && !determiners.has(word) && !word.endsWith("'s"),
      );
    this.#chief = subject.some(({ text: word }) => chief.has(word));
    this.#noun = subject.flatMap(({ text: word }) => this.#nounKey(word));
    this.subject = subject.length === 0 ? own : [...new Set(this.#noun)].sort().join(' ');
    if (this.subject === user) this.#self = user;
    const owner = this.#noun[0] ?? own;
    const relatives = this.#noun.filter((key) => kin.has(key));
    this.alias = this.#aliasIn(subject);
    const owned = subject.some(({ text: word }) => word.endsWith("'s"));
    if (owner === user || owner === own) this.root = [owner, ...relatives].join(' ');
    else
      this.root = this.#named || owned ? this.#noun.slice(0, 1 + relatives.length).join(' ') : '';
    this.#unsettled =
      list.some((word) => doubts.has(word)) &&
      !/^(?:is|are|was) (?:planned|scheduled|expected)/.test(this.#said);
    this.past =
      pastWords.has(said[0] ?? '') && !new RegExp(`^(?:was|were|had) ${changed}`).test(this.#said);
    this.#period = [
      ...new Set(
        subject
          .map(({ text: word }) => word)
          .filter((word) => periodWord.test(word))
          .map(keyOf),
      ),
    ];
  }

  /** `User’s` and `my` are the speaker; whose it is stands in the words of the subject. */
  #nounKey(word: string): string[] {
    if (word.startsWith('user')) return [user];
    if (self.has(word) || selfOwner.has(word)) return [this.#own];
    if (determiners.has(word) || periodWord.test(word) || adverbs.has(word)) return [];
    const plain = word.replace(/'s?$/, '');
    if (/^(?:of|for|in|on|at|number)$/.test(plain)) return [];
    return [keyOf(plain)];
  }

  #aliasIn(subject: readonly Word[]): string | undefined {
    const name = subject.slice(1 + subject.findLastIndex(({ text }) => kin.has(keyOf(text))));
    if (name.length === subject.length || !name.every(({ capital }) => capital)) return undefined;
    return (
      keysOf(name.map(({ text }) => text))
        .sort()
        .join(' ') || undefined
    );
  }

  /** What it says is not so, or was given up: it may be taken up again. */
  denied(): (readonly string[])[] {
    if (this.#unsettled) return [];
    const diet = /^(?:is|am|are|became|turned|went) (?:an? )?(vegan|vegetarian)$/.exec(
      this.#said,
    )?.[1];
    if (diet !== undefined && !this.#negative)
      return (diet === 'vegan' ? animalFood : meats).map((food) => [keyOf(food)]);
    const avoided = /^avoids? (.+)$/.exec(this.#said)?.[1];
    if (avoided !== undefined && !this.#negative)
      return [keysOf(avoided.replace(tail, '').split(' '))];
    if (this.#negative && habits.has(this.#said.split(' ')[0] ?? ''))
      return [keysOf(this.#said.replace(tail, '').split(' '))];
    return this.ended().flatMap(({ words: list, sure }) => (sure ? [list] : []));
  }

  ended(): Ended[] {
    if (this.#unsettled && !/^cancell?ed /.test(this.#said)) return [];
    if (this.#ceased) return this.#endedOf(this.#said, true);
    const said = this.#said.replace(/^(?:has|have|just|is|are|was|were|had|got) /, '');
    const found =
      /^(gave up|given up|broke up with|got rid of|stepped down as|stepped down from|moved away from|traded(?: in)?|switched from|moved from|migrated from|[a-z]+)(?: (?:from|as|the plan to|out of|going to))? (.+)$/.exec(
        said,
      );
    if (found === null) return [];
    const [, verb = '', object = ''] = found;
    const sure =
      / /.test(verb) && (verb !== 'moved from' || this.#isThing()) ? true : endings.get(verb);
    if (sure === undefined) return [];
    return this.#endedOf(object.replace(/ (?:to|in for|for|and|in) .*$/, ''), sure);
  }

  #endedOf(object: string, sure: boolean): Ended[] {
    const keys = keysOf(object.replace(tail, '').replace(timeTail, '').split(' '));
    return keys.length === 0 ? [] : [{ subject: this.subject, words: keys, sure }];
  }

  claims(): Claim[] {
    if (this.#ceased || this.#said === '') return [];
    return [...this.#framed(), ...this.#changed(), ...this.#counted(), ...this.#being()].slice(
      0,
      3,
    );
  }

  #claim(
    attribute: string,
    exclusive: Exclusive,
    value: string,
    {
      subject = this.subject,
      told = false,
      from,
    }: { subject?: string; told?: boolean; from?: readonly string[] } = {},
  ): Claim[] {
    const dated =
      attribute.startsWith('is ') && [...dateBound].some((word) => attribute.includes(word));
    const when = told || dated ? null : timeOf.exec(value);
    const plain =
      dated || attribute === 'dislike'
        ? value
        : value.replace(tail, '').replace(timeTail, '').replace(timeOf, '');
    const keys = keysOf(plain.split(' '));
    if (keys.length === 0) return [];
    const list = exclusive === 'never' && / and |,/.test(plain);
    return [
      {
        subject,
        attribute,
        exclusive,
        value: keys,
        ...(from !== undefined && from.length > 0 ? { from } : {}),
        list,
        ...this.#aliasOf(subject, attribute),
        negative: this.#negative,
        unsettled: this.#unsettled || (this.past && !told),
        told: told || this.#told,
        period: when === null ? this.#period : [...this.#period, keyOf(when[1] ?? '')],
      },
    ];
  }

  /** `The thesis` may be `User’s thesis`, where it is work to be done or something prescribed. */
  #aliasOf(subject: string, attribute: string): { alias?: string } {
    if (this.alias !== undefined && subject === this.subject) return { alias: this.alias };
    const keys = subject.split(' ');
    const shared = attribute === 'status' || /^is (?:deadlin|dose)/.test(attribute);
    if (!shared || keys.length < 2 || !keys.includes(user) || keys.some((key) => kin.has(key)))
      return {};
    return { alias: keys.filter((key) => key !== user).join(' ') };
  }

  #framed(): Claim[] {
    for (const { attribute, exclusive, pattern, told } of frames) {
      const found = pattern.exec(this.#said);
      if (found?.[1] === undefined) continue;
      if (attribute === 'preference') return this.#preference(found[1]);
      if (attribute === 'partner') return this.#partner(found[1], told);
      const value = found[1];
      const more = attribute === 'employer' ? / as (?:an? )?(.+)$/.exec(value)?.[1] : undefined;
      const from = / from (.+?) to /.exec(this.#said)?.[1];
      const before = from === undefined ? {} : { from: keysOf(from.split(' ')) };
      const options = told ? { told: true, ...before } : before;
      return [
        ...this.#claim(attribute, exclusive, value, options),
        ...(more === undefined ? [] : this.#claim('occupation', 'told', more, options)),
      ];
    }
    const diet =
      /^(?:is|am|are|became|has become|have become|turned|went|eats?|eat) (?:an? )?([a-z]+)$/.exec(
        this.#said,
      )?.[1];
    const kind = diet === undefined ? undefined : diets.get(diet);
    if (kind === undefined || (this.#negative && kind !== 'everything')) return [];
    const value = this.#negative ? 'vegetarian' : kind;
    return [{ ...(this.#claim('diet', 'always', value)[0] as Claim), negative: false }];
  }

  /** Who it is, and how things stand with them: after `dating Ann` comes `engaged to Ann`. */
  #partner(value: string, told: boolean): Claim[] {
    const status = relationships.find(([pattern]) => pattern.test(this.#said))?.[1] ?? 'dating';
    return [
      ...this.#claim('relationship', 'always', status, { told }),
      ...(relationships.some(([pattern]) => pattern.test(value))
        ? []
        : this.#claim('partner', 'always', value, { told })),
    ];
  }

  /** What one prefers for something, or at some time, is of that alone. */
  #preference(said: string): Claim[] {
    // `answers as bullet points`: in which form one prefers what.
    const [, what, form] = /^(\w+(?: \w+)?) (?:as|to be|in the form of) (.+)$/.exec(said) ?? [];
    if (what !== undefined && form !== undefined)
      return this.#claim(`preference ${keysOf(what.split(' ')).join(' ')}`, 'always', form);
    const [, value = said, when] =
      /^(.+?) ((?:for|when|while|during|if|in|on|at) .+)$/.exec(said) ?? [];
    const condition = when === undefined ? [] : keysOf(when.split(' '));
    return this.#claim('preference', 'related', value).map((claim) => ({
      ...claim,
      period: [...claim.period, ...condition],
    }));
  }

  /** `was moved to`, `changed the address to`: the subject, or the object, is what has a new value. */
  #changed(): Claim[] {
    const passive = changedTo.exec(this.#said)?.[1];
    if (passive !== undefined && this.#isThing()) return this.#ofNoun(this.#noun, passive, true);
    const [, noun, value] = changesTo.exec(this.#said) ?? [];
    if (noun === undefined || value === undefined) return [];
    return this.#ofNoun(
      [...this.#noun, ...noun.split(' ').flatMap((word) => this.#nounKey(word))],
      value,
      true,
    );
  }

  /** It is not only a person that the clause is about. */
  #isThing(): boolean {
    return (
      this.#noun.some((key) => singleNouns.has(key)) ||
      (!this.#named && this.subject !== this.#self)
    );
  }

  #counted(): Claim[] {
    const [, number, noun] = counted.exec(this.#said) ?? [];
    if (number === undefined || noun === undefined) return [];
    return this.#claim(`count ${keyOf(noun)}`, 'always', number);
  }

  #being(): Claim[] {
    const value = /^(?:is|are|am|was|were|has been|have been) (.+)$/.exec(this.#said)?.[1];
    if (value === undefined) return [];
    const status = /^(?:in |on |under |not )?([a-z]+)$/.exec(value)?.[1];
    const state = status === undefined ? undefined : states.get(status);
    const things = this.#noun.filter((key) => key !== 'status');
    if (state !== undefined && this.subject !== this.#self && !this.#named) {
      return this.#claim('status', 'always', state, { subject: things.sort().join(' ') }).map(
        (claim) => ({
          ...claim,
          value: [this.#negative ? `not ${state}` : state],
          negative: false,
          unsettled: false,
        }),
      );
    }
    // `Anna is User's boss`: the role has the value.
    const owned = value.replace(/^the (.+) of (?:the )?(user|[a-z]+)$/, "$2's $1");
    const role = /^(?:the )?(?:(user's|my|our|[a-z]+'s) )(.+)$/.exec(owned);
    if (role !== null && (this.#named || this.#noun.length === 1)) {
      const noun = [role[1] ?? '', ...(role[2] ?? '').split(' ')].flatMap((word) =>
        this.#nounKey(word),
      );
      return this.#ofNoun(noun, this.#noun.join(' '), false);
    }
    if (this.#noun.length < 1 || (this.subject === this.#self && !/^(?:an?|the) /.test(value)))
      return [];
    const job = /^an? (.+?)(?: (?:at|for|in) (.+))?$/.exec(value);
    if (
      job !== null &&
      (this.subject === this.#self || this.#named) &&
      isOccupation(job[1] ?? '')
    ) {
      return [
        ...this.#claim('occupation', 'told', job[1] ?? ''),
        ...(/ at /.test(value) ? this.#claim('employer', 'always', job[2] ?? '') : []),
      ];
    }
    if (this.#named || this.subject === this.#self) return [];
    return this.#ofNoun(this.#noun, value, false);
  }

  /** A noun with its owner, such as `User’s phone`, has a value. */
  #ofNoun(noun: readonly string[], value: string, told: boolean): Claim[] {
    const keys = [...new Set(noun)].filter((key) => key !== 'status' && key !== 'version');
    if (keys.includes('email'))
      keys.splice(keys.indexOf('address'), keys.includes('address') ? 1 : 0);
    const single = this.#chief || noun.some((key) => singleNouns.has(key));
    const name = /^(?:called|named) (.+)$/.exec(value)?.[1];
    if (name !== undefined) return [];
    const place = /^(?:in|at|near) (.+)$/.exec(value)?.[1];
    if (keys.some((key) => key === 'home' || key === 'hous') && place !== undefined)
      return this.#claim('residence', 'always', place, { subject: this.#self, told });
    const frame = keys.map((key) => nounFrames.get(key)).find((one) => one !== undefined);
    if (frame !== undefined) {
      const owner = keys
        .filter((key) => !nounFrames.has(key))
        .sort()
        .join(' ');
      return this.#claim(frame, 'always', value.replace(/^(?:in|at|now) /, ''), {
        subject: owner,
        told,
      });
    }
    const subject = keys.sort().join(' ');
    const stated = value
      .replace(/^(?:planned|scheduled|due|set|expected|now|at|on|in|for|version) /, '')
      .replace(/^(?:for|at|on|in|version) /, '');
    return this.#claim(
      `is ${keys.filter((key) => singleNouns.has(key)).join(' ')}`,
      single || told ? 'always' : 'told',
      stated,
      { subject, told },
    );
  }
}
