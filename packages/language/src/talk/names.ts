import { quotation } from '../text/index.ts';

/** A name as written: capitalised words, with particles between them. */
const proper = String.raw`(?<name>\p{Lu}[\p{L}\p{M}'’.-]*(?:[ -](?:(?:van|von|de|da|di|del|der|den|la|le|bin|al|el|dos|das|y|e|zu|ten|ter|af) ){0,2}\p{Lu}[\p{L}\p{M}'’.-]*){0,3})`;
/** What one wants to be called may be written small. */
const any = String.raw`(?<name>[\p{L}\p{M}][\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2})`;
const han = String.raw`(?<name>[\p{Script=Han}·]{1,6}?|[A-Z][\p{L}.]*(?: [A-Z][\p{L}.]*)?|[\p{Script=Han}]{0,2}[A-Za-z]{1,12})`;
const kana = String.raw`(?<name>(?:(?![はをがに])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・A-Za-z]){1,12}?)`;
const hangul = String.raw`(?<name>[\p{Script=Hangul}A-Za-z]{1,12}?)`;
const start = String.raw`(?:^|[,.!?:;—–-]\s*|\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Hh]iya|[Yy]o)\b[ ,!]*)`;
const ends = String.raw`(?=\s*(?:$|[,.!;:()—–-]|btw\b|by the way\b|and\b|from\b|here\b|speaking\b))`;

/**
 * How a speaker tells his name, or what he wants to be called, by language: patterns with a group `name`, and the
 * sentence that says it plainly (`§`: the name).
 */
const table: readonly (readonly [pattern: string, plain: string])[] = [
  [
    String.raw`\b[Mm]y (?:full |real |first |actual |new )?name(?:['’]?s| is)(?: now)? ${any}`,
    'My name is §',
  ],
  [`${start}(?:[Ii]['’]?m|[Ii] am)(?: called| now)? ${proper}${ends}`, 'My name is §'],
  [String.raw`\b[Ii](?:['’]?m| am) called ${proper}`, 'My name is §'],
  [String.raw`(?:^|[,.!]\s*)${proper} here(?=\s*(?:$|[,.!]))`, 'My name is §'],
  [String.raw`\b[Ii]t['’]s ${proper} (?:from (?:here|now) on|now)\b`, 'My name is §'],
  [
    String.raw`\b(?:[Cc]all me|[Cc]alling me|[Aa]ddress me as|[Rr]efer to me as|[Ii] go by|(?:[Ee]veryone|[Ee]verybody|[Pp]eople|[Ff]riends|[Tt]hey all) calls? me|to be called) (?:just |simply )?${any}`,
    'Call me §',
  ],
  [
    String.raw`我(?:的(?:名字|全名)(?:是|叫)|的名是|名字?叫做?|叫做?)${han}(?=[，。！、,.!；;\s]|$|今年|来自)`,
    '我叫§',
  ],
  [
    String.raw`(?:^|[，。！,.!\s]|[请就也都可]|以[后後]|可以|管我|呀|改)叫我(?:做|为|作)?${han}(?=就行|就好|得[啦喇]|[啦喇吧哦喔]|好[了啦]|[，。！,.!；;\s]|$)`,
    '叫我§',
  ],
  [String.raw`管我叫${han}(?=[，。！,.!；;\s]|$)`, '叫我§'],
  [
    String.raw`\b(?:[Ii]ch hei(?:ß|ss)e|[Mm]ein Name ist)(?: jetzt| nun| ab jetzt)? ${proper}`,
    'Ich heiße §',
  ],
  [
    String.raw`(?:^|[,.!]\s*)(?:[Hh]ier (?:ist|spricht|schreibt)|[Ii]ch bin(?:['’]s)? (?:der|die|es)) (?:die |der )?${proper}(?=\s*(?:$|[,.!;]|und|aus))`,
    'Ich heiße §',
  ],
  [
    String.raw`\b[Nn]enn(?:e|en)?(?: [Ss]ie)? mich (?:bitte |einfach |ab jetzt |ab sofort |künftig |von nun an |lieber )*${any}`,
    'Nenn mich §',
  ],
  [
    String.raw`\b[Jj]e m['’]appelle (?:maintenant |désormais )?${proper}|\b[Mm]on (?:pré)?nom(?:,? c)?['’ ]?est ${proper.replace('name', 'name2')}`,
    "Je m'appelle §",
  ],
  [
    String.raw`\b(?:[Mm]oi,? c['’]est|maintenant,? c['’]est|désormais,? c['’]est|[Ii]ci) ${proper}`,
    "Je m'appelle §",
  ],
  [
    String.raw`\b[Aa]ppel(?:le|lez|er)[- ]moi (?:plutôt |juste |simplement )?${any}|\bm['’]appeler ${any.replace('name', 'name2')}`,
    'Appelle-moi §',
  ],
  [String.raw`\b(?:[Mm]e llamo|[Mm]i nombre (?:completo )?es)(?: ahora)? ${proper}`, 'Me llamo §'],
  [
    String.raw`(?:^|[,.!¡]\s*)(?:[Ss]oy|[Aa]quí|[Tt]e habla|[Tt]e escribe) (?:la |el )?${proper}(?=\s*(?:$|[,.!;]|y|de|desde))`,
    'Me llamo §',
  ],
  [
    String.raw`(?<!\p{L})(?:[Ll]lámame|[Ll]lamame|[Dd]ime|llamarme|decirme|me (?:dicen|llaman)) (?:mejor |solo |simplemente )?${proper}`,
    'Llámame §',
  ],
  [
    String.raw`\b(?:[Mm]e chamo|[Cc]hamo-me|[Mm]eu nome é|o meu nome é)(?: agora)? ${proper}`,
    'Meu nome é §',
  ],
  [
    String.raw`(?:^|[,.!]\s*)(?:[Aa]qui (?:é|fala|quem fala é)|[Ss]ou) (?:o |a )${proper}`,
    'Meu nome é §',
  ],
  [
    String.raw`\b(?:[Mm]e cham[ae]m?|chamar|[Cc]hama-me|chamar-me)(?: só)? de ${proper}`,
    'Me chame de §',
  ],
  [String.raw`\b(?:[Mm]i chiamo|[Ii]l mio nome è)(?: ora| adesso)? ${proper}`, 'Mi chiamo §'],
  [
    String.raw`(?:^|[,.!]\s*)(?:[Ss]ono|[Qq]ui) (?:la |il )?${proper}(?=\s*(?:$|[,.!;]))`,
    'Mi chiamo §',
  ],
  [
    String.raw`\b(?:[Cc]hiamami|[Cc]hiamatemi|chiamarmi|mi chiamano)(?: pure| solo| semplicemente)? ${proper}`,
    'Chiamami §',
  ],
  [
    String.raw`(?<!\p{L})[Мм]еня (?:теперь )?зовут ${proper}|(?<!\p{L})[Мм]о[её] имя(?: теперь)?(?: [—–-])? ${proper.replace('name', 'name2')}`,
    'Меня зовут §',
  ],
  [
    String.raw`(?<!\p{L})(?:[Зз]ови(?:те)?|[Нн]азывай(?:те)?|[Зз]овите|[Оо]бращайся ко мне) меня (?:просто |теперь |лучше )?${any}`,
    'Зови меня §',
  ],
  [
    String.raw`名前は${kana}(?=です|だ(?:よ|。|$)|といい|と言い|[。、！!]|$)|(?:^|[、。！!\s]|私は|僕は)${kana.replace('name', 'name2')}と(?:いいます|言います|申します|いう者)`,
    '名前は§です',
  ],
  [
    String.raw`(?:^|[、。！!\s]|私を|私のことは?|僕のことは?|これからは?|今後は?|からは)${kana}(?:って|と)呼んで`,
    '§と呼んで',
  ],
  [
    String.raw`(?:제|내|저의)\s?이름은\s?${hangul}(?=이에요|예요|입니다|이야|야[.!\s]|이고|고요|[.,!\s]|$)|(?:저는|나는|전|난)\s?${hangul.replace('name', 'name2')}(?=이?라고\s?(?:해|합|하))`,
    '제 이름은 §',
  ],
  [String.raw`(?:^|[,.!\s])${hangul}(?:이)?라고\s?(?:불러|부르)`, '§라고 불러 줘'],
];

/** Capitalised words behind `I'm` that are no names, and words behind `call me` and `my name is`. */
const noNames = new Set(
  `a an the not so very really just still also only always never in on at from with back new here there now then today tonight tomorrow
i'm later again anytime vegan vegetarian pescatarian celiac coeliac diabetic autistic dyslexic bisexual gay lesbian trans queer when if whenever whatever crazy old weird stupid names out by before after maybe that this it what spelled spelt misspelled
pronounced hard difficult common tired sorry ready ok okay fine good great sure and or but to of for my your mine me i
catholic protestant muslim christian jewish hindu buddhist sikh atheist jain orthodox mormon lutheran anglican methodist baptist quaker
american british english scottish welsh irish german french italian spanish portuguese dutch belgian swiss austrian swedish norwegian danish
finnish polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian chinese japanese korean indian pakistani bangladeshi
nepali thai vietnamese filipino indonesian malaysian singaporean australian canadian mexican brazilian argentinian argentine colombian chilean
peruvian venezuelan cuban african nigerian kenyan ghanaian ethiopian egyptian moroccan tunisian algerian israeli palestinian lebanese syrian
iraqi iranian persian afghan arab asian european latino latina hispanic black white jewish romani texan californian londoner parisian berliner
republican democrat labour tory conservative liberal libertarian socialist green monday tuesday wednesday thursday friday saturday sunday
january february march april june july august september october november december type team head vice chief senior junior team lead`.split(
    /\s+/u,
  ),
);
/** No name in Chinese has these. */
const noChineseName =
  /[了他她它你我们們起去来來做写寫看吃干走帮幫回给給打什么麼不是的出外]|服务|服務/u;
const shouted = /^\p{Lu}{2,}$/u;

const patterns = table.map(([source, plain]) => ({ pattern: new RegExp(source, 'u'), plain }));

/**
 * The name that a speaker tells in a sentence, the sentence that says it plainly (`My name is Priya`), and what else he
 * says: the sentence without that clause.
 */
export function nameIn(
  sentence: string,
): { name: string; content: string; rest: string } | undefined {
  const own = sentence.replace(quotation, (words) => '§'.padEnd(words.length));
  for (const { pattern, plain } of patterns) {
    const found = pattern.exec(own);
    const groups = found?.groups;
    const written = (groups?.name ?? groups?.name2)?.replace(/['’]s$|[.'’-]+$/gu, '').trim();
    if (found === null || written === undefined || written === '' || isNoName(written)) continue;
    const name = written === written.toLowerCase() ? capitalised(written) : written;
    return { name, content: plain.replace('§', name), rest: withoutClause(sentence, found) };
  }
  return undefined;
}

const clauseEnd = /[,，、;；.。!！?？]/u;
const joining = /^\s*(?:(?:and|und|et|y|e|и|aus|from|but)\s+)/iu;

function withoutClause(sentence: string, { 0: match, index }: RegExpExecArray): string {
  const end = index + match.length;
  const start = [...sentence.slice(0, index + 1)].findLastIndex((letter) => clauseEnd.test(letter));
  const next = sentence.slice(end).search(clauseEnd);
  const behind = sentence.slice(end);
  // `My name is Viktor and I live in Rome` has another clause without a comma.
  if (joining.test(behind)) return behind.replace(joining, '');
  const before = sentence.slice(0, Math.max(0, start + 1));
  const after = next < 0 ? '' : behind.slice(next + 1);
  return `${before}${after}`.trim();
}

/** The name that such a plain sentence says. */
export function nameStated(content: string): string | undefined {
  for (const [, plain] of table) {
    const [before = '', after = ''] = plain.split('§');
    if (content.startsWith(before) && content.endsWith(after) && content.length > plain.length)
      return content.slice(before.length, content.length - after.length);
  }
  return undefined;
}

function isNoName(name: string): boolean {
  const [first = ''] = name.toLowerCase().split(/[\s-]/u);
  if (/\p{Script=Han}/u.test(name) && !/\p{Script=Hiragana}/u.test(name))
    return noChineseName.test(name);
  return noNames.has(first) || shouted.test(name);
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
