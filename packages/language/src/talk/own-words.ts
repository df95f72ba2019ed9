import { findPhrase } from './find-phrases.ts';

const fenced = /(?:```|~~~)[\s\S]*?(?:```|~~~|$)/gu;
/** A block of a program or a page: `<system-reminder>…</system-reminder>`, `<p>…</p>`. */
const tagged = /<([a-z][\w:-]*)(?:\s[^<>]*)?>[\s\S]*?(?:<\/\1\s*>|$)/giu;
const singleTag = /<\/?[a-z][\w:-]*(?:\s[^<>]*)?\/?>/giu;
/** `<Ben> I live here`, as in a chat. */
const chatLine = /^[ \t]*<\p{L}[\p{L}\p{N}_ -]{0,30}>[ \t]+\S.*$/gmu;

/** From such a line on everything is another text: a rule, a head of a page, a bare address. */
const opensText = [
  /^\s*[-_=—*]{3,}/u,
  /^\s*#{1,6}\s/u,
  /^\s*<?https?:\/\/\S+>?\s*[:：]?\s*$/u,
  /https?:\/\/\S+\s*[:：]\s*$/u,
  /^\s*\[[^\]]{1,60}\]\(https?:\S+\)\s*$/u,
];
const head =
  /^\s*[*_]*(?:from|to|cc|bcc|subject|date|sent|reply-to|received|von|an|betreff|gesendet|datum|de|para|asunto|enviado|fecha|assunto|data|à|objet|envoyé|da|oggetto|inviato|от|кому|тема|дата|发件人|收件人|抄送|主题|发送时间|日期|發件人|寄件者|主旨|差出人|宛先|件名|日時|送信者|보낸\s?사람|받는\s?사람|제목|날짜)[*_]*\s*[:：]\s*\S/iu;
const subject =
  /^\s*[*_]*(?:subject|betreff|asunto|assunto|objet|oggetto|тема|主题|主旨|件名|제목|发件人|發件人|差出人|보낸\s?사람)[*_]*\s*[:：]\s*\S/iu;
const salutation =
  /^\s*(?:dear|to whom|sehr geehrte\p{L}*|liebe[rs]?|estimad[oa]s?|querid[oa]s?|chere?s?|chère?s?|monsieur|madame|gentile|egregi[oa]|car[oaie]|prezad[oa]s?|car[oa]s?|уважаем\p{L}*|дорог\p{L}*|尊敬的|亲爱的|親愛的|敬爱的|拝啓|前略)[^.!?。！？]{0,50}[,:;!，：！]?\s*$|^\s*[^\s,，。]{1,12}(?:様|さま|さん、|님께|께)[,，、:：]?\s*$/iu;
const greeting =
  /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening)|hallo|hi|guten (?:tag|morgen|abend)|moin|hola|buen[oa]s \p{L}+|bonjour|bonsoir|salut|ciao|buongiorno|salve|olá|oi|bom dia|boa tarde|здравствуйте|привет|добрый \p{L}+|你好|您好|大家好|各位|こんにちは|お世話になっ\S*|안녕하세요)[^.!?。！？]{0,40}[,:!，：！]\s*$/iu;
const signOff =
  /^\s*(?:best|(?:best|kind|warm|many) (?:regards|wishes|thanks)|regards|sincerely|yours(?: \p{L}+)?|cheers|(?:lots of |all my |much )?love|thanks|thank you|take care|xx?o?|mit freundlichen grüßen|(?:viele|liebe|beste|herzliche|schöne) grüße|grüße|gruß|lg|vg|mfg|cordialement|bien (?:à vous|cordialement)|amicalement|bisous|saludos|un (?:abrazo|saludo)|atentamente|cordiali saluti|(?:un )?(?:abbraccio|saluto)|saluti|abraços?|um abraço|atenciosamente|beijos|с уважением|всего доброго|此致|敬上|敬礼|祝好|顺祝\S*|敬具|よろしくお願い\S*|감사합니다|드림|올림)\s*[,.!，。！]?\s*$/iu;
const quotedLine = /^\s*>/u;
const tableRow = /^\s*\|/u;
const dataRow = /^[^,\n]+(?:,(?!\s)[^,\n]*){2,}$/u;
const stamp = String.raw`\[[^\]]*\d[^\]]*\]|\(?\d{1,2}[:.h]\d{2}(?:[:.]\d\d)?(?:\s?[ap]m)?\)?|\d{4}-\d\d-\d\d[ T]\d\d:\d\d\S*`;
const stamped = new RegExp(
  String.raw`^\s*(?:${stamp})\s*[-–,|]?\s*<?\p{L}[^:：<>]{0,40}>?\s*[:：]\s`,
  'iu',
);
const labelled = /^\s*[*_]*(\p{L}[\p{L}\p{M}\p{N} .'’()&@_-]{0,30}?)[*_]*\s*[:：]\s*(?=\S)/u;
const bullet = /^\s*(?:[-*•·–]|\d{1,2}[.)、])\s+\S/u;
const heading = /[:：]\s*$/u;
/** Words before a colon with which one begins a statement of one's own. */
const ownLabel =
  /\b(?:me|my|i|i'm|we|our|us|note|notes|hinweis|anmerkung|ps|p\.s|update|fyi|edit|fact|facts|remember|reminder|question|btw|also|correction|important|context|background|info|rule|rules|one (?:more )?thing|thing|preference|preferences|so|and|but|anyway|hint|request|wish|allergies|diet|always|never|save|store|keep|memory|plan|yes|no|ok|hi|hello|hey|thanks|decision|decided|tl;dr|summary|ich|mein\p{L}*|wir|unser\p{L}*|notiz|merk\p{L}*|info|wichtig|frage|übrigens|je|mon|ma|mes|moi|nous|notre|note[rz]?|rappel|yo|mi|mis|nosotros|nota|recuerda|apunta|io|mio|mia|noi|ricorda|segna\p{L}*|eu|meu|minha|anota|lembr\p{L}*|important\p{L}*|importante)\b|^(?:я|мы|мой|моя|мо[её]|запомни\p{L}*|запиши|важно|вопрос|кстати|зап\p{L}*|учти)|[我咱俺私僕]|自分|记|記|备注|補充|补充|更新|问题|問題|另外|决定|決定|以后|注意|ps|覚え|メモ|追記|質問|お願い|기억|메모|추가|질문|저|제|나|내|우리/iu;

/**
 * A turn without what is not the speaker's own: code, blocks of programs and pages, mails with their heads, quoted and
 * forwarded texts, letters, minutes, logs of chats, lists under a heading, and words behind another speaker's name.
 * Decided by the form of the text.
 */
export function ownWords(turn: string, { speaker }: { speaker?: string } = {}): string {
  const text = turn
    .replace(fenced, ' ')
    .replace(chatLine, ' ')
    .replace(tagged, ' ')
    .replace(singleTag, ' ');
  const lines = withoutLetter(beforeOtherText(text.split(/\r?\n/u)));
  const labels = lines.filter(({ line }) => labelled.test(line) && !isOwnLabel(line, speaker));
  const isLog = labels.length > 1;
  const isData = lines.filter(({ line }) => dataRow.test(line)).length > 1;
  const kept: string[] = [];
  let isList = false;
  for (const { line, place } of lines) {
    if (!bullet.test(line) && line.trim() !== '')
      isList = heading.test(line) && !ownLabel.test(line);
    const isOthers =
      quotedLine.test(line) ||
      tableRow.test(line) ||
      (isData && dataRow.test(line)) ||
      stamped.test(line) ||
      (isList && bullet.test(line)) ||
      (labelled.test(line) &&
        !isOwnLabel(line, speaker) &&
        (isLog || (place === 0 && isSpeech(line))));
    if (!isOthers) kept.push(beforeReport(line));
  }
  return kept.join('\n').trim();
}

interface Line {
  line: string;
  place: number;
}

/** The lines before a pasted text begins. */
function beforeOtherText(lines: readonly string[]): Line[] {
  const kept: Line[] = [];
  for (const [place, line] of lines.entries()) {
    const next = lines.slice(place + 1).find((one) => one.trim() !== '') ?? '';
    if (opensText.some((form) => form.test(line)) || subject.test(line)) break;
    if (head.test(line) && head.test(next)) break;
    kept.push({ line, place });
    // `On Monday Ben wrote:`, `Ben schrieb:` at the end of a line.
    if (heading.test(line) && next !== '' && isReport(line.replace(heading, ''))) break;
  }
  return kept;
}

/** Without a letter: from its salutation to the end, if it is formal or the text is signed. */
function withoutLetter(lines: readonly Line[]): Line[] {
  const filled = lines.filter(({ line }) => line.trim() !== '');
  const [beforeLast, last] = filled.slice(-2);
  const isSigned =
    filled.length > 2 &&
    ((beforeLast !== undefined && signOff.test(beforeLast.line) && isSignature(last?.line ?? '')) ||
      (last !== undefined && signOff.test(last.line)));
  const start = filled.find(
    ({ line }) => salutation.test(line) || (isSigned && greeting.test(line)),
  );
  if (start === undefined || filled.length < 2) return [...lines];
  return lines.filter(({ place }) => place < start.place);
}

function isSignature(line: string): boolean {
  return line.trim().split(/\s+/u).length <= 4 && line.trim().length <= 30;
}

/** `Ben said: I live in Ghent` says nothing of the speaker behind the colon. */
function beforeReport(line: string): string {
  const colon = line.search(/[:：](?!\/\/)\s*\S/u);
  if (colon < 0 || !isReport(line.slice(0, colon))) return line;
  return line.slice(0, colon);
}

/** The words before a colon end with a verb of saying. */
function isReport(before: string): boolean {
  const tail = before.slice(-60);
  for (let from = 0; ; ) {
    const found = findPhrase('wrote', tail.slice(from));
    if (found === undefined) return false;
    if (/^(?:\s+\p{Lu}[\p{L}.'’-]*){0,2}\s*$/u.test(tail.slice(from + found.end))) return true;
    from += Math.max(1, found.start + 1);
  }
}

function isOwnLabel(line: string, speaker: string | undefined): boolean {
  const label = (labelled.exec(line)?.[1] ?? '').trim();
  return ownLabel.test(label) || label.toLowerCase() === speaker?.trim().toLowerCase();
}

/** A name before words of a speaker: `Ben: I live in Ghent`. */
function isSpeech(line: string): boolean {
  const [whole, label = ''] = labelled.exec(line) ?? [''];
  return isName(label) && firstPerson.test(line.slice(whole.length));
}

const firstPerson =
  /\b(?:i|i'm|i’m|my|we|our|ich|mein\p{L}*|wir|je|j['’]\p{L}+|mon|ma|mes|nous|yo|mi|mis|soy|vivo|tengo|io|mio|mia|sono|ho|eu|meu|minha|sou|moro|tenho)\b|(?<!\p{L})(?:я|мы|мой|моя|мне|меня)(?!\p{L})|[我咱俺私僕俺]|自分|저|제|나는|내/iu;
/** Words that no Chinese or Japanese name has. */
const noName = /[的了是在有不个這这那你说說问問写寫会會要请請跟和与就都也还]/u;

/** One to three capitalised words, or a few characters of a script without capitals. */
function isName(label: string): boolean {
  return (
    /^(?:\p{Lu}[\p{L}'’.-]+)(?:\s+\p{Lu}[\p{L}'’.-]*){0,2}$/u.test(label) ||
    (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,4}(?:さん|君|先生|女士|님|씨)?$/u.test(
      label,
    ) &&
      !noName.test(label))
  );
}
