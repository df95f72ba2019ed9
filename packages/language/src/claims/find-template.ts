import type { Reading } from './claim.ts';
import type { ConflictDecision } from './conflict-decision.ts';

/** Of a new value so many words, or characters of Chinese. */
const longestValue = 6;

/** Say that something is not as it was, and stand anywhere. */
const cues =
  /\b(?:now|nowadays|currently|these days|since then|from now on|instead|anymore|again|already|only)\b|现在|如今|目前|已经|以后|了$/giu;
/** With these, other things hold beside. */
const severalMayHold =
  /\b(?:likes?|loves?|enjoys?|hates?|plays?|speaks?|owns?|has|have|knows?|visit\w*|met|meets?|bought|buys?|watch\w*|read\w*|recommend\w*|uses?|using|takes?|allergic|afraid|can|also|too)\b|喜欢|爱|会|懂|有|买|看|去过|认识|推荐|过敏|用|吃|也|还/i;
/** A time is no value, or says of which time the value is. */
const times =
  /\b(?:q[1-4]|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|spring|summer|autumn|winter|(?:19|20)\d\d|mornings?|evenings?|nights?|breakfast|lunch|dinner|left|right)\b|周[一二三四五六日末]|季度?|年|早|晚|[午左右]/i;

/** `supports Arsenal`, `now supports Brentford`: one sentence but for one place, and the newer one says that this has changed. */
export function findTemplate(
  { stored, incoming }: { stored: string; incoming: string },
  { old, young }: { old: Reading; young: Reading },
): ConflictDecision | undefined {
  if (!young.told || old.told || old.unsettled || young.unsettled) return undefined;
  if (old.root !== young.root || old.root === '') return undefined;
  const [was, is] = [partsOf(stored), partsOf(incoming)];
  let start = 0;
  while (start < Math.min(was.length, is.length) && was[start] === is[start]) start++;
  let end = 0;
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end))
    end++;
  const spans = [was, is].map((parts) => parts.slice(start, parts.length - end));
  if (start < 2 || spans.some(({ length }) => length === 0 || length > longestValue))
    return undefined;
  if (start + end < Math.max(...spans.map(({ length }) => length))) return undefined;
  const frame = [...is.slice(0, start), ...is.slice(is.length - end)].join(' ');
  const doubtful =
    severalMayHold.test(
      frame.replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '').replace('用户', ''),
    ) || spans.some((span) => times.test(span.join(' ')));
  return doubtful
    ? { relation: 'contested', reason: 'tells of a change in what is stored' }
    : { relation: 'update', reason: 'the same statement with another value' };
}

function partsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(cues, ' ')
    .replace(/[.。!！]+$/, '');
  return plain.match(/\p{Script=Han}|[\p{L}\p{N}][\p{L}\p{N}'.:/%-]*/gu) ?? [];
}
