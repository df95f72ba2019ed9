import type { Claim, Exclusive, Reading } from './claim.ts';
import {
  adverbs,
  diets,
  doubts,
  endings,
  finiteVerbs,
  kin,
  pastForms,
  pastWords,
  sameNoun,
  silent,
  singleNouns,
  states,
  toldWords,
} from './claim-words.ts';
import { wordKey } from './read-statement.ts';
import { rephraseEnglish } from './rephrase-english.ts';
import { numberWords } from './statement-words.ts';
import { words } from './word-list.ts';

interface Word {
  text: string;
  capital: boolean;
}

interface Clause {
  /** The words of the subject; empty where it is the one of the clause before. */
  subject: Word[];
  predicate: Word[];
}

const wordPattern = /[$€£¥]?\d[\d.,:/%-]*[a-z%]*|[\p{L}\p{N}][\p{L}\p{N}'_+#@.-]*|[,;]/giu;
const self = words('i me mine we us ours user users');
const selfOwner = words("user's users' my our");
/** `User` is whose memory it is, whoever wrote the text. */
const user = 'i';
const others = words('he she they his her their it its');
const owners = words('my our his her their its your');
const chief = words('main primary current only head chief default preferred usual');
const determiners = words(
  'no the a an this that these those new current currently now own main primary',
);
const joins = words('and but so , ; then');

/** `User’s sister lives in Madrid` as claims. Of clauses that it cannot read it says nothing. */
export function readEnglish(text: string, self: string): Reading {
  const all = wordsOf(rephraseEnglish(text));
  const clauses = clausesOf(all);
  const told = all.some(({ text: word }) => toldWords.has(word));
  const claims: Claim[] = [];
  const ended: { subject: string; words: string[]; sure: boolean }[] = [];
  const denied: { subject: string; words: string[] }[] = [];
  let subject: Word[] = [];
  let root = '';
  let unsettled = false;
  const subjects: string[] = [];
  for (const clause of clauses) {
    const antecedent = subject;
    if (clause.subject.length > 0) subject = withAntecedent(clause.subject, antecedent);
    if (subject[0] !== undefined && others.has(subject[0].text)) {
      // Nobody says who `he` is.
      root ||= '?';
      continue;
    }
    const reader = new ClauseReader({ subject, predicate: clause.predicate }, { self, told });
    root ||= reader.root;
    subjects.push(reader.subject);
    unsettled ||= reader.past;
    claims.push(...reader.claims());
    ended.push(...reader.ended());
    for (const list of reader.denied()) denied.push({ subject: reader.subject, words: list });
  }
  return {
    claims,
    ended,
    denied,
    resumed: / (?:again|back|resumed)\b/.test(text),
    root,
    subjects,
    words: new Set(keysOf(all.map(({ text: word }) => word))),
    unsettled: unsettled || all.some(({ text: word }) => doubts.has(word)),
    told,
  };
}

function wordsOf(text: string): Word[] {
  const plain = text
    .replace(/[’‘]/g, "'")
    .replace(/\bcan't\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(/\b(i)'m\b/gi, '$1 am')
    .replace(/'re\b/gi, ' are')
    .replace(/'ve\b/gi, ' have')
    .replace(/'ll\b/gi, ' will')
    .replace(/\b(it|he|she|that|there)'s\b/gi, '$1 is')
    .replace(/\b(?:can not|cannot) stand\b/gi, 'hates')
    .replace(/\bfollows? an? (\w+) diet\b/gi, 'is $1')
    .replace(/\bthese days\b|\bfrom now on\b/gi, 'now')
    .replace(/\bwants? (?=(?!to )\w)/gi, 'wishes-for ')
    .replace(/\bwants? to be (?:called|addressed as)\b/gi, 'goes by')
    .replace(/^(?:please )?(?:call|address) (?:the )?user (?:as )?/i, 'user goes by ');
  const found = (plain.match(wordPattern) ?? []).map((word) => {
    const bare = word.length > 1 ? word.replace(/[.,:;-]+$/, '') : word;
    return { text: bare.toLowerCase(), capital: /^\p{Lu}/u.test(bare) };
  });
  for (const [index, word] of found.entries()) {
    if (word.text !== 'may') continue;
    const beside = [found[index - 1]?.text, found[index + 1]?.text];
    if (beside[0] === 'in' || beside.some((text) => text !== undefined && /^\d/.test(text)))
      word.text = 'may-month';
  }
  return found;
}

function clausesOf(all: readonly Word[]): Clause[] {
  const clauses: Clause[] = [];
  let rest = [...all];
  while (rest[0] !== undefined && lead.has(rest[0].text)) rest.shift();
  while (rest.length > 0) {
    const end = rest.findIndex(
      (word, index) => index > 0 && joins.has(word.text) && beginsClause(rest, index + 1),
    );
    const part = (end < 0 ? rest : rest.slice(0, end)).filter(
      ({ text }) => text !== ',' && text !== ';',
    );
    rest = end < 0 ? [] : rest.slice(end + 1);
    while (rest[0] !== undefined && joins.has(rest[0].text)) rest.shift();
    const verb = verbIn(part);
    if (verb < 0) continue;
    clauses.push({ subject: part.slice(0, verb), predicate: part.slice(verb) });
  }
  return clauses;
}

const lead = words('please note also currently now today recently ,');

function beginsClause(rest: readonly Word[], from: number): boolean {
  let at = from;
  while (
    rest[at] !== undefined &&
    (joins.has(rest[at]?.text ?? '') || adverbs.has(rest[at]?.text ?? ''))
  )
    at++;
  const word = rest[at]?.text;
  if (word === undefined) return false;
  if (self.has(word) || selfOwner.has(word) || others.has(word) || word === 'the')
    return verbIn(rest.slice(at)) > 0;
  return finiteVerbs.has(word) && !adverbs.has(word);
}

/** Where the predicate begins; -1 where there is none. */
function verbIn(part: readonly Word[]): number {
  const known = part.findIndex(({ text }, index) => {
    const before = part[index - 1]?.text;
    if (index === 0) return beginsPredicate(text, part[1]?.text);
    if (
      before !== undefined &&
      (determiners.has(before) || owners.has(before) || before.endsWith("'s"))
    )
      return false;
    return finiteVerbs.has(text);
  });
  if (known >= 0) return known;
  // A verb that no list has stands behind a pronoun or a name.
  if (determiners.has(part[0]?.text ?? '')) return -1;
  const next = part.findIndex(
    ({ capital, text }) => !capital && !self.has(text) && !others.has(text),
  );
  return next > 0 && next < part.length - 1 ? next : -1;
}

/** Whom it is about may be left out: `Prefers tea`, `Moved to Porto`. `Play music` is an order. */
function beginsPredicate(text: string, next: string | undefined): boolean {
  if (
    text === 'not' ||
    text === 'never' ||
    (text === 'no' && next === 'longer') ||
    impliedBe.has(text)
  )
    return true;
  return (
    finiteVerbs.has(text) && !adverbs.has(text) && (/(?:s|ed)$/.test(text) || pastForms.has(text))
  );
}

/** `Allergic to nuts`: somebody is. */
const impliedBe = words('allergic married single vegetarian vegan based divorced engaged');

/** `He` and `his phone` are of whom the clause before speaks. */
function withAntecedent(subject: Word[], antecedent: readonly Word[]): Word[] {
  const [first, ...rest] = subject;
  const last = antecedent.at(-1);
  if (first === undefined || last === undefined || !others.has(first.text)) return subject;
  if (rest.length === 0) return [...antecedent];
  const owner = {
    ...last,
    text: self.has(last.text) ? "user's" : `${last.text.replace(/'s?$/, '')}'s`,
  };
  return [...antecedent.slice(0, -1), owner, ...rest];
}

/** The words that say something, in the form in which they are compared. */
export function keysOf(list: readonly string[]): string[] {
  return list.flatMap((word) => {
    const plain = word.replace(/'s?$/, '');
    if (plain === '' || silent.has(plain) || silent.has(word) || /^[,;]$/.test(plain)) return [];
    return [keyOf(plain)];
  });
}

function keyOf(plain: string): string {
  const number = numberWords.get(plain);
  if (number !== undefined) return number;
  const bare = plain.replace(/(\d),(?=\d{3})/g, '$1').replace(/^(\d+)(?:st|nd|rd|th)$/, '$1');
  const noun = sameNoun.get(bare) ?? bare;
  const key = wordKey(noun);
  return sameNoun.get(key) ?? key;
}

const periodWord =
  /^(?:(?:19|20)\d\d|q[1-4]|h[12]|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|spring|summer|autumn|fall|winter|jan(?:uary)?|feb(?:ruary)?|march|april|june|july|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mornings?|evenings?|nights?|afternoons?|lunch|dinner|breakfast)$/;

interface Frame {
  attribute: string;
  exclusive: Exclusive;
  pattern: RegExp;
  told?: true;
}

const be = '(?:is|are|am|was|were|has been|have been)';
const changed =
  '(?:moved|changed|postponed|rescheduled|pushed|extended|shortened|raised|increased|reduced|lowered|cut|upgraded|downgraded|updated|renamed|switched|migrated|converted|bumped|adjusted|set|delayed|shifted|went up|gone up|went down|rose|risen|dropped|fell|fallen|grown|grew|shrunk|shrank|rebooked|relocated|rewritten|corrected|brought forward|promoted)';

/** The first that fits says what the clause is about. The first group is the value. */
const frames: readonly Frame[] = [
  frame(
    'residence',
    'always',
    '(?:lives?|living|am living|is living|resides?|residing) (?:in|at|on) (.+)',
  ),
  frame('residence', 'always', `${be} (?:based|living|residing|located|settled) in (.+)`),
  frame(
    'residence',
    'always',
    '(?:has |have |just |had )*(?:moved|relocated|moves|settled)(?: back| house| home| away)?(?: from .+?)? (?:to|in) (.+)',
    true,
  ),
  frame('employer', 'always', 'works? (?:at|for) (?!home|night|least|the moment)(.+)'),
  frame('employer', 'always', `${be} (?:employed|working|hired) (?:at|by|with|for) (.+)`),
  frame(
    'employer',
    'always',
    '(?:has |have )*(?:joined|started(?: working| work| a job| a new job)? (?:at|with|for)|took a job (?:at|with)|was hired by|switched jobs to) (.+)',
    true,
  ),
  frame('employer', 'always', '(?:has |have )*found a (?:new )?job (?:at|with) (.+)', true),
  frame('occupation', 'told', 'works? as (.+)'),
  frame('occupation', 'told', '(?:was|were|got|has been|have been) promoted to (.+)', true),
  frame(
    'age',
    'always',
    `(?:${be}|turned|turns|just turned) (\\d+|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?: [a-z]+)?|(?:thir|four|fif|six|seven|eigh|nine)teen|ten|eleven|twelve|[a-z]{3,5}(?= years? old))(?: years? old| years of age)?`,
  ),
  frame(
    'age',
    'always',
    '(?:has |have |just )*turned (\\d+)(?: (?:in|on|last|this|yesterday|today)\\b.*)?',
    true,
  ),
  frame(
    'preference',
    'related',
    '(?:mostly |usually )?prefers? (?:to )?(.+?)(?: (?:over|to|instead of|rather than) .+)?',
  ),
  frame('preference', 'related', 'wishes-for (.+)'),
  frame('employer', 'always', `${be} (unemployed|jobless|between jobs)`),
  frame('employer', 'told', `${be} looking for (?:a|an|another) (?:new )?(job|work)`),
  frame('weight', 'always', '(?:weighs?|weighed) (.+)'),
  frame('height', 'always', `${be} (\\d.*) tall`),
  frame('price', 'always', '(?:costs?|went up to|rises to|goes for) (.+)'),
  frame(
    'partner',
    'always',
    `${be} (?:in a relationship with|married to|engaged to|dating|seeing) (.+)`,
  ),
  frame(
    'partner',
    'always',
    `${be} (single|divorced|separated|widowed|engaged|married|in a relationship)`,
  ),
  frame('partner', 'always', '(?:got|has gotten|became) (married|engaged|divorced)', true),
  frame('partner', 'always', '(?:got |has )?(?:married|engaged to|married to) (.+)', true),
  frame('car', 'always', '(?:drives?|driving) (?!to|home|with|for)(.+)'),
  frame('name', 'always', `${be} (?:called|named) (.+)`),
  frame('name', 'always', '(?:goes|go) by (?:the name )?(.+)'),
  frame('allergy', 'never', `${be} (?:\\w+ )?allergic to (.+)`),
  frame('allergy', 'never', '(?:has|have) an? (.+) allergy'),
  frame('relative', 'never', 'relative-is (.+)'),
  frame('decision', 'never', 'chosen-is (.+)'),
  frame(
    'illness',
    'never',
    '(?:has|have) (?!an? |been |\\d|one |two |three )([a-z]+(?: [a-z]+){0,2}(?: \\d)?)',
  ),
  frame(
    'housing',
    'told',
    '(owns?) (?:an? |the |their own )(?:[\\w-]+ ){0,2}(?:flat|apartment|condo|house|home|townhouse)(?: in .+| near .+)?',
  ),
  frame(
    'housing',
    'told',
    '(rents?|is renting) (?:an? |the )?(?:[\\w-]+ ){0,2}(?:flat|apartment|condo|house|home|townhouse|studio|room)(?: .+)?',
  ),
  frame('liking', 'never', '(?:likes?|loves?|enjoys?|adores?) (.+)'),
  frame('dislike', 'never', '(?:dislikes?|hates?|detests?) (.+)'),
  frame('language', 'never', '(?:speaks?) (.+)'),
  frame('play', 'never', '(?:plays?) (.+)'),
  frame('learning', 'never', `${be} (?:learning|studying) (.+)`),
  frame('fear', 'never', `${be} (?:afraid|scared) of (.+)`),
  frame('fear', 'never', '(?:has|have) a fear of (.+)'),
  frame(
    'deed',
    'never',
    '(?:has |have )?(?:bought|watched|read|met|visited|recommends?|recommended|ate|cooked|wrote|ran|gave|takes?) (.+)',
  ),
  frame('household', 'told', '(?:lives?|living) (alone|with .+|together with .+)'),
  frame(
    'occupation',
    'told',
    '(?:got|found|took|has|started) (?:a|the) (?:new )?(?:job|position|role) as (.+)',
    true,
  ),
  frame(
    'employer',
    'always',
    '(?:got|found|took|started) (?:a|the) (?:new )?(?:job|position|role) (?:at|with) (.+)',
    true,
  ),
  frame('study', 'told', '(?:attends?) (.+)'),
  frame(
    'use',
    'never',
    `(?:uses?|${be} (?:built|written|made|implemented) (?:with|in|using|on)|runs on) (.+)`,
  ),
  frame('commute', 'told', 'commutes? (?:by|with|on) (.+)'),
  frame('wake', 'told', '(?:wakes?|gets?) up at (.+)'),
  frame('sleep', 'told', '(?:goes to bed|sleeps) at (.+)'),
  frame('study', 'told', '(?:studies|study|enrolled) (?:at|in) (.+)'),
];

function frame(attribute: string, exclusive: Exclusive, pattern: string, told?: true): Frame {
  return { attribute, exclusive, pattern: new RegExp(`^${pattern}$`), ...(told && { told }) };
}

const meats = ['meat', 'fish', 'chicken', 'beef', 'pork', 'seafood'];
const animalFood = [...meats, 'cheese', 'dairy', 'eggs', 'milk', 'butter'];
/** One may stop these, and take them up again. */
const habits = words('eat eats drink drinks smoke smokes run runs play plays use uses swim swims');

const relationships: readonly (readonly [RegExp, string])[] = [
  [/\bsingle\b/, 'single'],
  [/\bengaged\b/, 'engaged'],
  [/\bmarried\b/, 'married'],
  [/\b(?:divorced|separated)\b/, 'divorced'],
  [/\bwidowed\b/, 'widowed'],
  [/\brelationship\b/, 'dating'],
];

/** `User’s age is 35` says what `User is 35` says. */
const nounFrames: ReadonlyMap<string, string> = new Map([
  ['name', 'name'],
  ['age', 'age'],
  ['weight', 'weight'],
  ['height', 'height'],
  ['price', 'price'],
  ['cost', 'price'],
  ['employ', 'employer'],
  ['compani', 'employer'],
  ['job', 'occupation'],
  ['resid', 'residence'],
  ['citi', 'residence'],
  ['car', 'car'],
  ['relationship', 'relationship'],
]);

const changedTo = new RegExp(
  `^(?:(?:is|are|was|were|has|have|been|got|just) )*${changed}(?: (?:from|by|off) .+?)? (?:to|in|until|at|for) (.+)$`,
);
const changesTo = new RegExp(
  `^(?:has |have |just )*${changed} (?:(?:the|his|her|their|my|our|its) )?(.+?)(?: from .+?)? (?:to|in) (.+)$`,
);
const counted =
  /^(?:has|have|had|got|owns?|(?:has |have )?(?:grown|grew|shrunk|shrank|increased|expanded) to) (\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:[a-z-]+ )?([a-z]+?)(?: (?:named|called) .+| in total)?$/;
const tail =
  / (?:with|since|because|near|after|as|due|when|until|while|last|next|this|where|who|which|instead|thanks|following|over|rather|by|except|via|through) .*$/;
const timeOf =
  / (?:in|on|for|at|during) (?:the )?(mornings?|evenings?|afternoons?|night|weekends?|breakfast|lunch|dinner|spring|summer|autumn|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:19|20)\d\d|q[1-4])$/;
const timeTail =
  / (?:in|on|since|from|at|for) (?:(?:early|late|mid|the|last|next) )?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:19|20)\d\d)\b.*$/;
const dateBound = words(
  'deadline launch releas standup due appoint flight birthday date meet schedul',
);

class ClauseReader {
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
  denied(): string[][] {
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

  ended(): { subject: string; words: string[]; sure: boolean }[] {
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

  #endedOf(object: string, sure: boolean): { subject: string; words: string[]; sure: boolean }[] {
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
      if (attribute === 'partner') return this.#partner(found[1], told ?? false);
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

const occupation =
  /(?:er|or|ist|ian|nurse|cook|chef|doctor|student|pilot|clerk|judge|attorney|analyst|assistant|manager|designer|midwife|guard|coach|mechanic|intern|freelancer|agent|consultant|accountant|librarian|architect|scientist|officer|secretary|captain|founder|professor)s?$/;

function isOccupation(value: string): boolean {
  return (
    occupation.test(value.replace(/ (?:at|for|in|of|with) .*$/, '')) && value.split(' ').length <= 4
  );
}
