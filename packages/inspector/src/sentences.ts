import type { Words } from './words.ts';

/** Sentences of the library, in Chinese. The first pattern that fits is taken; `$1` is the first group. */
const chinese: readonly [RegExp, string][] = [
  [/^in the profile.*$/, '在画像中'],
  [/^a fact of relevance ([\d.]+)$/, '相关性为 $1 的事实'],
  [/^a turn of relevance ([\d.]+)$/, '相关性为 $1 的对话'],
  [/^is before the turn (\S+), which was found$/, '在找到的对话 $1 之前'],
  [/^is after the turn (\S+), which was found$/, '在找到的对话 $1 之后'],
  [/^it expired at (\S+)$/, '它已于 $1 过期'],
  [/^it happened at (\S+), after (\S+)$/, '它发生于 $1，在 $2 之后'],
  [/^(\S+) replaced it at (\S+)$/, '$1 于 $2 取代了它'],
  [/^it is a fact$/, '它是一条事实'],
  [/^it is an episode$/, '它是一条对话'],
  [/^its category is (.+)$/, '它的类别是 $1'],
  [/^it lacks the tags (.+)$/, '它没有标签 $1'],
  [/^its importance is (\d)$/, '它的重要性是 $1'],
  [/^its relevance is ([\d.]+), below the required ([\d.]+)$/, '它的相关性为 $1，低于要求的 $2'],
  [/^it ranks (\d+), after the limit of (\d+)$/, '它排第 $1，超过上限 $2'],
  [/^updated by (.+)$/, '由 $1 更改'],
  [/^an older text was restored in its place$/, '恢复了更早的内容'],
  [/^updated: (.+)$/, '已更改：$1'],
  [/^superseded by (.+)$/, '被 $1 取代'],
  [/^deleted$/, '已删除'],
  [/^undone$/, '已撤销'],
  [/^restored$/, '已恢复'],
  [/^redacted$/, '已涂黑'],
  [/^erased on request$/, '应要求清除'],
  [/^rested on (\S+) alone$/, '只依据 $1'],
  [/^rested on (\S+) too, which was removed$/, '也依据 $1，而它已删除'],
  [/^says what (\S+) said$/, '说到 $1 的内容'],
  [/^(.*) \(history of (\S+)\)$/, '$1（$2 的历史）'],
  [/^There is no such memory.*$/, '没有这条记忆。'],
  [/^the memory (\S+) says the same: .*$/, '记忆 $1 的内容相同：请删除其中一条，或更改那一条'],
  [/^the memory (\S+) was replaced by (\S+): .*$/, '记忆 $1 已被 $2 取代：请更改那一条'],
  [/^.*looks like a secret.*$/, '内容疑似含有机密，因此没有保存：请删去机密后再试'],
];

/** A sentence of the library in the language of the page. One that is not known stays English. */
export function inWords(words: Pick<Words, 'locale'>, sentence: string): string;
export function inWords(
  words: Pick<Words, 'locale'>,
  sentence: string | undefined,
): string | undefined;
export function inWords(
  { locale }: Pick<Words, 'locale'>,
  sentence: string | undefined,
): string | undefined {
  if (sentence === undefined || !locale.startsWith('zh')) return sentence;
  const found = chinese.find(([pattern]) => pattern.test(sentence));
  return found === undefined ? sentence : sentence.replace(found[0], found[1]);
}
