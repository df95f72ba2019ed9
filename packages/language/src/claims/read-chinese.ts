import { ClauseReader, headOf, keysOf } from './chinese-clause-reader.ts';
import { doubts, past, told } from './chinese-frames.ts';
import { readChineseNumber } from './chinese-number.ts';
import type { Claim, Ended, Reading } from './claim.ts';
import { rephraseChinese } from './rephrase-chinese.ts';

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
  const ended: Ended[] = [];
  const denied: Reading['denied'][number][] = [];
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
