import { datesInEnglish } from './english-dates.ts';
import { englishPlans, englishRules } from './english-rules.ts';
import { nationality, often, pet, relative } from './english-words.ts';
import { type ExtractRule, takeFirst } from './extract-rule.ts';
import { type Taken, timelessKinds } from './extracted-kinds.ts';

/** A whole turn that plays, asks for work on a text, or takes back what it says. */
const notMeant =
  /\b(?:just kidding|kidding|joking|just a joke|jk|april fools|not really|imagine|pretend|role-?play|let's say|let us say|suppose|hypothetically|act as|lyrics?|translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|correct (?:this|the|my)|in the (?:novel|film|movie|book|story|play|show)|guild|cosplay\w*|RPG|D&D|in-game|in the game|(?:write|draft|compose) (?:me )?(?:a|an|the|my)|for example|e\.g\.)(?=$|[^\p{L}])/iu;

/** A sentence that doubts, supposes, tells what others say, or speaks of what was or is only just now. */
const unsure =
  /["“”«»]|\b(?:if|unless|would|wouldn't|might|(?:I|we|he|she|they|it|you|that|this|which|there|who) may|maybe|perhaps|probably|possibly|apparently|supposedly|seems?|guess|suppose|think|thinks|thought|thinking|doubt|wish|wished|wishes|hope|hopes|hoping|I wonder|wondering|almost|nearly|should|could|used to|dream|dreamed|dreamt|dreams|lol|lmao|rofl|haha\w*|hehe\w*|yeah right|basically|literally|practically|not sure|unsure|suspect|technically|said|says|say|saying|told|tells|claims?|claimed|heard|asked|quote|quoted|character|believes?|pretended|as a kid|as a child|when i was|back when|back then|growing up,|until|for now|for the moment|for the day|right now|at the moment|today|tonight|this morning|this afternoon|this evening|last night|in theory|sort of|kind of|oh great|oh joy|just love|so-called|obviously|of course|lucky me|'d|considering|leaning towards?|not yet|no longer|anymore|any more|instead of me|temporarily|someday|one day)(?=$|[^\p{L}])|😂|🤣|😜|😉|🙃|😏|\/s\b/iu;

/** What may stand before what is said. */
const opening =
  /^(?:(?:well|so|and|but|also|actually|honestly|o+h+|a+h+|h+m+|hey|hi|hello|yes|yeah|yep|no|nope|ok|okay|sure|thanks|thank you|btw|by the way|fyi|ps|plus|anyway|personally|for me|as for me|to be honest|tbh|in fact|nowadays|currently|now|fun fact|quick note|just so you know|just a heads up|for the record|about me|one more thing|please note|remember|you know|i mean|hi there|hey there|as you know|that said|since then|because|though|although|although|luckily|unfortunately|sadly|thankfully|besides|indeed|same here|me too|true|right|nice|cool|great|wow|haha),? )+/iu;
const closing =
  /(?:,? (?:too|as well|though|actually|these days|nowadays|currently|by the way|btw|you know|so much|a lot|very much|to be honest|tbh|anyway|now|in fact|obviously|really|already|please|thanks|either|haha|as you know|unfortunately|luckily|sadly))+$/iu;
const filler =
  /^((?:I|[Ww]e)(?: am| have)?) (?:(?:now|currently|still|also|actually|really|finally|absolutely|truly|totally|definitely|personally|mostly|mainly|originally|already|recently|just|simply|genuinely|honestly|do(?= (?:love|like|enjoy|hate|have|live|work|eat|drink|play|speak)\b)|both|all|even) )+/u;

/** Where another thing begins to be said. */
const joint =
  /(?:,|;|:(?=\s)| -| –|—)\s*|\s+(?=but )|\s+(?=(?:and|but|so|because|since|though|although|(?<!\ba )while|which|where|as) (?:I|I'm|I've|my|we|the|it|it's|he|she|they|you|that|this|there|please|no|not|don't|is|was|never|have|also|then|now|just|am|take|work|live|love|like|hate|play|study|teach)\b)/u;
const pronoun =
  /\b(?:it|its|it's|that|that's|this|these|those|they|them|their|he|him|his|she|her|hers|you|your|yours|we|us|our|ours|there|here|someone|something|somewhere|anything|everything|ones?|stuff|I|such|same|me|mine|myself|i|yet|soon|ago|now|tomorrow|yesterday|lately|recently|next|last|again|another|too|but|though|wouldnt|every time)\b|\b(?:better|more|most|best|a|an|the|and|or|to|of|for|with|in)$/;

/** `Dr. Lee` is one, and so is `Hello! I'm Leo`. */
const sentenceEnd = /(?<=(?<!\b(?:mr|mrs|ms|dr|st|prof|vs|hi|hello|hey))[.!?…])\s+|\n+/iu;

/** What an English turn says of its speaker that lasts. */
export function extractEnglish(
  text: string,
  { name, told }: { name: string; told: Date },
): Taken[] {
  if (notMeant.test(text)) return [];
  const taken: Taken[] = [];
  for (const sentence of text.split(sentenceEnd)) {
    if (/\?\s*$/.test(sentence) || unsure.test(sentence) || speaksOf(sentence)) continue;
    for (const part of partsOf(sentence)) {
      const found = read(part, { name, told });
      if (found !== undefined) taken.push(found);
    }
  }
  return taken;
}

/** `Someone at work: I …` is what somebody else says. */
function speaksOf(sentence: string): boolean {
  const [before, after] = sentence.split(/:\s+/, 2) as [string, string?];
  return (
    after !== undefined &&
    /^(?:I|my|we)\b/i.test(after) &&
    !(opening.test(`${before} `) || announced.test(before))
  );
}

/** Before what the speaker says himself. */
const announced =
  /(?:^|[\s,])(?:for (?:your|the) (?:files?|records?|information)|by the way|note|fyi|one thing|another thing|one more thing|news|remember|reminder|update)$/i;

/** The parts that tell one thing each. What begins with a name goes on: `Paris, Texas`; `two kids, Nora and Emil`. */
function partsOf(sentence: string): string[] {
  const parts: string[] = [];
  const whole = sentence
    .replace(/[’‘]/g, "'")
    .replace(/[.!…\s]+$/u, '')
    .replace(greeted, 'My name is ')
    .replace(leading, (_, time: string, rest: string) =>
      /^(?:from now on|in (?:the )?future|going forward|by default)/i.test(time)
        ? `${time} ${rest}`
        : `${rest} ${time.charAt(0).toLowerCase()}${time.slice(1)}`,
    );
  // What holds somewhere or at some time only.
  if (
    /^(?:in|at|on|when|whenever|after|before|during|with|while|as|once) (?!for me)[^,]+,/i.test(
      whole,
    )
  )
    return [];
  for (const part of whole.split(joint)) {
    const last = parts.at(-1);
    if (/^not\b/i.test(part)) return [];
    if (last !== undefined && continues(part)) parts[parts.length - 1] = `${last}, ${part.trim()}`;
    else if (part.trim() !== '') parts.push(part.trim());
  }
  return parts.map(plain);
}

/** `Hi, I'm Leo`: without the greeting it may be anything. */
const greeted = new RegExp(
  `^(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there| all| everyone| everybody)?[,.!]* (?:I'm|I am) (?!(?:${nationality}|Catholic|Jewish|Muslim|Hindu|Buddhist|Protestant|Vegan|Vegetarian|New|Back|Here|Sorry)\\b)(?=\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?(?:$|,))`,
  'u',
);
/** Of a family. */
const ours = new RegExp(`\\b[Oo]ur (?=(?:\\p{L}+ )?(?:${relative}|${pet})\\b)`, 'gu');

/** When it is done, or will be, told first. */
const leading = new RegExp(
  `^((?:from now on|in (?:the )?future|going forward|by default)|${often}|(?:on|in|next|this|tomorrow) ?(?:\\S+ ){0,3}?\\S+?),? ((?:please|I|I'm|we|we're|my) .+)$`,
  'iu',
);

/** No clause of its own: `Texas`, `Nora and Emil`, `inviting place`. */
function continues(part: string): boolean {
  return !ownClause.test(part);
}

const ownClause =
  /^(?:and |or |but |so |because |since |as |then )?(?:i|i'm|i've|i'll|my|we|we're|it|it's|its|he|she|they|you|your|that|that's|this|the|there|there's|please|no|not|never|don't|do|is|was|are|have|has|had|also|then|now|just|which|where|who|when|especially|particularly|mostly|mainly|though|although|even|only|thanks|thank|nice to|pleased to|what|how|by|for|with|from|on|at|as|if|too|lately|recently|always|usually|often|either|maybe|but|so|and|because|since|hands|born|moved|working|living|really|very|still|after|before|during|over|not|can|could|he's|she's|let|let's|bro|dude|man|mate|friend|folks)\b/iu;

/** In full words and without what only leads to it. */
function plain(part: string): string {
  return part
    .replace(/^(?:and|but|so|because|since|though|although|while|as) /i, '')
    .replace(opening, '')
    .replace(closing, '')
    .replace(/^(?:Always|Never|Please|Keep|Do|Use|From|Answer|Reply|Stop)\b/, (word) =>
      word.toLowerCase(),
    )
    .replace(/\bi'm\b/gi, 'I am')
    .replace(/\bi've\b/gi, 'I have')
    .replace(/\bi'll\b/gi, 'I will')
    .replace(/\bi (?=\p{Ll})/gu, 'I ')
    .replace(/\bwe're\b|\bwe are\b/gi, 'we am')
    .replace(/\bwe've\b/gi, 'we have')
    .replace(/\bwe'll\b/gi, 'we will')
    .replace(/\bcan't\b|\bcan not\b/gi, 'cannot')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(
      /\bmy ((?:\p{L}+ ){0,2}\p{L}+)'s (?=(?:an?|in|from|called|named|\d)\b)/giu,
      'my $1 is ',
    )
    .replace(/\b(?:have )?got (?=an? (?!new job|job)|two |three )|\bhave got (?!to )/gi, 'have ')
    .replace(/\bname's\b/g, 'name is')
    .replace(filler, '$1 ')
    .replace(ours, 'my ')
    .replace(/\bcolor\b/g, 'colour')
    .trim();
}

/** No plan, whatever the time. */
const gone = /\b(?:ago|last|past|previous|since|yesterday)\b/i;

function read(part: string, { name, told }: { name: string; told: Date }): Taken | undefined {
  const coming = datesInEnglish(part, { at: told, toward: 1 });
  if (coming.count === 1 && !gone.test(part)) {
    const moved = /^(on|in|from|at|during|around|by|before|after) (.+?) ((?:I|my|we) .+)$/i.exec(
      coming.text,
    );
    const plan = take(
      englishPlans,
      moved ? `${moved[3]} ${moved[1]?.toLowerCase()} ${moved[2]}` : coming.text,
      name,
    );
    if (plan !== undefined) return plan;
  }
  const looksAhead = coming.count === 0 || /\bdecided\b/.test(part);
  const dated = looksAhead ? coming : datesInEnglish(part, { at: told, toward: -1 });
  const found = take(englishRules, /birthday/i.test(part) ? part : dated.text, name);
  return found && timelessKinds.has(found.kind) ? take(englishRules, part, name) : found;
}

function take(rules: readonly ExtractRule[], part: string, name: string): Taken | undefined {
  return takeFirst(rules, part, (content, groups) => {
    const said = content
      .replace(/\{verb:(\d)\}/g, (_, group: string) => ofThirdPerson(groups[Number(group)] ?? ''))
      .replace(/\$(\d)/g, (_, group: string) => groups[Number(group)] ?? '')
      .replace(closing, '')
      .trim();
    const rest = said.replace('{n}', '').replace(/\b[Mm]y\b/g, '');
    if (rest.length > longest || pronoun.test(rest)) return undefined;
    return said.replace(/\b[Mm]y\b/g, "{n}'s").replaceAll('{n}', name);
  });
}

const longest = 140;

/** `wake up` as `wakes up`. */
function ofThirdPerson(verb: string): string {
  const [first = '', ...rest] = verb.split(' ');
  const form = /(?:s|x|z|ch|sh|o)$/.test(first)
    ? `${first}es`
    : /[^aeiou]y$/.test(first)
      ? `${first.slice(0, -1)}ies`
      : `${first}s`;
  return [form, ...rest].join(' ');
}
