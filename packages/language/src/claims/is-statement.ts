import { isAscii, isCjkRun } from '../text/index.ts';

/** Longer texts tell more than one fact. */
const longest = 160;
const longestChinese = 36;
/** What a speaker says of himself in more words is talk. */
const mostWords = 24;

const asks =
  /[?？]|[吗么呢][。.]?$|怎么|什么(?!都|也)|多少|哪|谁|为什么|如何|能不能|^(?:what|who|whom|whose|where|when|why|how|which|does|do|did|is|are|can|could|should|would|will)\b/i;
const talks =
  /[!！\n`~…]|\.{2,}|\p{Extended_Pictographic}|\b(?:you|your|yours|y'all|let's|hey|hi|hello|wow|haha|lol|omg|yeah|yep|yes|nope|thanks|thank|please|sorry|well|oh|ok|okay|sure|btw|guess)\b|[你您]|谢谢|哈哈|嗯|哇|好的|哎|呀/iu;
/** Orders and requests. */
const orders =
  /^(?:小.)?(?:请(?!叫|以后)|帮|给我|打开|关闭|关掉|开启|停止|播放|设置|设定|查|搜|呼叫|叫|导航|放|我要|我想|来(?:一|点|首)|明天早上|提醒)/;
const personal = /\b(?:i|me|my|we|our|us)\b|[我咱]/i;
const aboutUser = /^(?:the )?user\b|^用户/i;
const sentence = /(?<!\b(?:mr|mrs|ms|dr|st|prof|no|vs|\p{L}))[.](?=\s)|[。;；]/giu;

/** Whether a text states a fact, as an agent writes one down: no message, no question, no account of several things. */
export function isStatement(text: string): boolean {
  const trimmed = text.trim();
  const chinese = !isAscii(trimmed) && [...trimmed].some((character) => isCjkRun(character));
  if (
    trimmed.length > (chinese ? longestChinese : longest) ||
    asks.test(trimmed) ||
    orders.test(trimmed)
  )
    return false;
  const sentences = (trimmed.replace(/[.。;；]+$/u, '').match(sentence)?.length ?? 0) + 1;
  if (aboutUser.test(trimmed)) return sentences <= 2;
  // Of others one writes with emphasis too.
  const calm = personal.test(trimmed) ? trimmed : trimmed.replace(/[!！]$/, '');
  return sentences === 1 && !talks.test(calm) && trimmed.split(/\s+/).length <= mostWords;
}
