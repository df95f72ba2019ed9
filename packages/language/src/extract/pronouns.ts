import { isAscii } from '../text/index.ts';

const chinese = /\p{Script=Han}/u;

/** How a text uses words instead of names. */
interface Pronouns {
  /** The first pronoun whose person or thing the text does not name. */
  unresolved?: string;
  /** It says `I`, which is clear with the name of its speaker. */
  firstPerson: boolean;
}

/** Finds words that only the conversation explains: `She likes it`, 他住在那里. */
export function pronounsIn(text: string): Pronouns {
  // Quotations and titles are skipped.
  const own = text.replace(
    /"[^"]*"|“[^“”]*”|「[^「」]*」|『[^『』]*』|《[^《》]*》|\*[^*]*\*/gu,
    ' Title ',
  );
  const english = readEnglish(own);
  if (isAscii(own) || !chinese.test(own)) return english;
  const { unresolved = english.unresolved, firstPerson } = readChinese(own);
  return pronouns(unresolved, english.firstPerson || firstPerson);
}

function pronouns(unresolved: string | undefined, firstPerson: boolean): Pronouns {
  return { ...(unresolved !== undefined && { unresolved }), firstPerson };
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const people = setOf(
  'user person man woman boy girl child kid baby son daughter mother father mom mum dad parent brother sister sibling wife husband spouse partner fiance fiancee girlfriend boyfriend friend roommate flatmate neighbor neighbour colleague coworker boss manager mentor teacher professor doctor dentist nurse therapist gp lawyer landlord client customer cousin aunt uncle niece nephew grandmother grandfather grandma grandpa grandson granddaughter twin toddler student intern guest ex somebody someone everyone everybody anyone nobody who dog cat pet puppy kitten horse',
);

/** Words that are no names, in lower case. */
const common = {
  person: setOf('he she him her his hers himself herself'),
  /** Also of one person of unknown sex. */
  ofAny: setOf('they their theirs themselves'),
  thing: setOf('it its itself them'),
  first: setOf('i me my mine myself'),
  other: setOf('you your yours yourself yourselves we us our ours ourselves'),
  pointing: setOf('this that these those'),
  connective: setOf(
    'and but or so because since although though while who which that when where if after before then whose as until unless whereas plus with',
  ),
  /** At the beginning of a fact without a subject. */
  verb: setOf(
    'is was has had likes loves prefers hates dislikes wants needs works lives uses plays enjoys owns speaks plans studies avoids takes drinks eats allergic vegetarian vegan married single moved got bought knows thinks believes told said met wakes goes runs reads writes grew born keeps',
  ),
  determiner: setOf(
    'a an the another some any no each every both several two three four five six many his her their its my',
  ),
  preposition: setOf(
    'to of for with about like on in at by from into than over under against without after before near around beside behind between',
  ),
};

interface Word {
  text: string;
  lower: string;
  /** A name: capitalised in the middle of a sentence, or followed by 's. */
  name: boolean;
  /** A comma or another break is before it. */
  broken: boolean;
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?(?:-\p{L}+)*/gu)) {
    const raw = match[0];
    const between = text.slice(end, match.index);
    end = match.index + raw.length;
    const first = words.length === 0 || /[.!?;:。！？；]\s/u.test(between);
    const plain = raw.replace(/['’](?:s|re|ve|ll|d|m)$/i, '');
    const lower = plain.toLowerCase();
    const isNoName = () => [people, ...Object.values(common)].some((list) => list.has(lower));
    words.push({
      text: plain,
      lower,
      name: /^\p{Lu}/u.test(plain) && !(first && isNoName()),
      broken: first || /[,;:()–—]/.test(between),
    });
  }
  return words;
}

function readEnglish(text: string): Pronouns {
  const words = wordsOf(text);
  let unresolved: string | undefined;
  let saysI = false;
  for (const [index, word] of words.entries()) {
    const first = index === 0 || word.broken;
    // `It` the novel, `Her` the film, `US`: in the middle of a sentence a capital makes a name.
    const capital = /^\p{Lu}/u.test(word.text);
    const { lower } = word;
    if (common.first.has(lower)) {
      if (word.text === 'I' ? !isNumeral(words, index) : !capital || first) saysI = true;
      continue;
    }
    if ((capital && !first) || /^[A-Z]{2,}$/.test(word.text)) continue;
    const isPerson = () => hasPerson(words.slice(0, index));
    const isThing = () => hasThing(words, index);
    const open =
      common.other.has(lower) ||
      (common.person.has(lower) && !isPerson()) ||
      (common.ofAny.has(lower) && !isPerson() && !isThing()) ||
      (common.thing.has(lower) && !isEmptyIt(words, index) && !isThing()) ||
      (common.pointing.has(lower) && points(words, index)) ||
      ((lower === 'here' || (lower === 'there' && !exists(words, index))) && !isThing());
    if (open) unresolved ??= word.text;
  }
  return pronouns(unresolved, saysI);
}

/** World War I, type I. */
function isNumeral(words: readonly Word[], index: number): boolean {
  const before = words[index - 1];
  return (
    before !== undefined &&
    !words[index]?.broken &&
    (/^(?:war|type|phase|stage|grade|level|part|volume|class|tier)$/.test(before.lower) ||
      (/^\p{Lu}/u.test(before.text) && index === words.length - 1))
  );
}

function hasPerson(before: readonly Word[]): boolean {
  return before.some(({ name, lower }) => name || people.has(singular(lower)));
}

function singular(noun: string): string {
  if (people.has(noun)) return noun;
  return noun === 'children' ? 'child' : noun.replace(/men$/, 'man').replace(/s$/, '');
}

/** Something before it that it may refer to: a noun with its article, a name, or the topic of an earlier clause. */
function hasThing(words: readonly Word[], index: number): boolean {
  const plural = words[index]?.lower === 'them';
  const before = words.slice(0, index);
  const clause = before.findLastIndex(
    ({ lower, broken }, at) => at > 0 && (broken || common.connective.has(lower)),
  );
  return before.some((word, at) => {
    if (plural && /s$|children|people|men$/.test(word.lower) && people.has(singular(word.lower)))
      return true;
    if (word.lower === 'user' || common.person.has(word.lower)) return false;
    if (word.name) return at > 0 && words[at + 1] !== undefined;
    const article = words[at - 1]?.lower ?? '';
    const noun =
      (common.determiner.has(article) || /^\d+$/.test(article)) &&
      !people.has(word.lower) &&
      !common.preposition.has(word.lower);
    // The subject of a clause is not called `it` in the same clause.
    if (noun && (at > 1 || clause > at || /^its/.test(words[index]?.lower ?? ''))) return true;
    // `likes tea and drinks it`: subject, verb and object.
    return clause >= 3 && at >= 2 && at < clause;
  });
}

/** `finds it hard to`, `prefers it when`, `it is important that`: refers to nothing. */
function isEmptyIt(words: readonly Word[], index: number): boolean {
  if (words[index]?.lower !== 'it') return false;
  const after = words.slice(index + 1, index + 6).map(({ lower }) => lower);
  if (/^(?:when|if)$/.test(after[0] ?? '')) return true;
  return (
    after.slice(1).some((word) => /^(?:to|that|when|if)$/.test(word)) &&
    (/^(?:is|was)$/.test(after[0] ?? '') ||
      /^(?:find|finds|found|make|makes|made|consider|considers|think|thinks|hate|hates|love|loves|like|likes|prefer|prefers|have|has|keep|keeps)$/.test(
        words[index - 1]?.lower ?? '',
      ))
  );
}

function exists(words: readonly Word[], index: number): boolean {
  return /^(?:is|are|was|were|will|has|have)$/.test(words[index + 1]?.lower ?? '');
}

/** `this one`, `about that`; not `says that he is late`, nor `those who`. */
function points(words: readonly Word[], index: number): boolean {
  const { lower = '' } = words[index] ?? {};
  const after = words[index + 1]?.lower;
  if (lower === 'those')
    return !(after !== undefined && /^(?:who|with|of|that|whose)$/.test(after));
  if (lower === 'these') return after !== 'days';
  if (lower === 'this') return true;
  const before = words[index - 1]?.lower;
  if (before === undefined || after === undefined) return true;
  return (
    common.preposition.has(before) ||
    after === 'one' ||
    (/^(?:one|is|was)$/.test(after) && words[index]?.broken === true)
  );
}

const chinesePeople =
  /用户|使用者|先生|女士|小姐|太太|同学|医生|老师|教授|律师|同事|朋友|老板|经理|客户|邻居|室友|房东|伴侣|女友|男友|女朋友|男朋友|妻子|丈夫|老婆|老公|爱人|未婚[妻夫]|妈|爸|母亲|父亲|父母|爷|奶|外公|外婆|姥|哥|姐|弟|妹|儿子|女儿|孩子|宝宝|侄|甥|表[哥姐弟妹]|堂[哥姐弟妹]|叔|伯|姑|姨|舅|岳|婆婆|公公|家人|亲戚|小[\p{Script=Han}]|老[\p{Script=Han}]|阿[\p{Script=Han}]|狗|猫|宠物|\p{Lu}\p{L}+|人名/u;
const chineseName =
  /(?:^|[，。；、叫是和跟与])[王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏方邹熊孟秦邱侯江尹薛闫段雷黎史陶贺毛郝顾龚邵万武钱戴严莫孔汤]\p{Script=Han}/u;
/** Where the characters of a pronoun are part of another word. */
const words =
  /其[他它她]|吉他|他汀|维他命|他克莫司|他人|利他|他乡|其[中实余次]|尤其|与其|极其|及其|迷你|自我|忘我|因此|从此|彼此|如此|此外|此后|此前|应该|本该|活该|那么|那不勒斯|那曲|刹那|怎样|这样|那样|一样|我行我素|你好|这些年|这几年|那英|这次|(?<=[日月年])那个?(?:一周|周末|周|天|晚)/gu;

const chinesePronoun =
  /[他她它您你]们?|[这那](?:里|边|儿|个|家|位|种|些|件|本|部|款|天|是|份|台|间|座|点|样)?|此[人事处地]|该(?:公司|项目|产品|药|书|地|店|学校|医院|城市|人|课程|团队)|前者|后者/gu;

function readChinese(text: string): Pronouns {
  const own = text.replace(words, (word) => '＿'.repeat(word.length));
  const saysI = /[我咱俺]/u.test(own);
  for (const { 0: word, index } of own.matchAll(chinesePronoun)) {
    const before = own.slice(0, index);
    if (!isKnown(word, before)) return { unresolved: word, firstPerson: saysI };
  }
  return { firstPerson: saysI };
}

function isKnown(word: string, before: string): boolean {
  if (/^[他她]/.test(word)) return chinesePeople.test(before) || chineseName.test(before);
  if (/^[您你]/.test(word)) return false;
  return /^它/.test(word) ? before.replace(/用户/g, '').length > 4 : hasPlace(before, word);
}

/** An earlier clause with something to refer to: 用户搬到了杭州，喜欢那里. */
function hasPlace(before: string, word: string): boolean {
  const clause = before.search(/[，,、；][^，,、；]*$/);
  return !/^[前后]者/.test(word) ? clause > 4 : /[和与或、]/.test(before);
}
