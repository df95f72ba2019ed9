import { isAscii } from '../text/index.ts';

/** A fact is a sentence, not an account. */
const longest = 1000;

const asks =
  /[?？]\s*$|[吗呢么][。.]?$|^(?:what|who|whom|whose|where|when|why|how|which|does|do|did|are|can|could|should|would)\s(?!.*\b(?:is|are|was|were|matters|depends)\b)/i;
/** The text continues something that was said before. */
const goesOn =
  /^(?:and|but|or|also|then|too|besides|otherwise|however|therefore|so(?! far)|yes|no|yeah|nope|ok|okay|sure|exactly|same here|ditto)\b[,\s]|^(?:而且|但是|但|并且|所以|然后|还有|也|同上|另外|此外|是的|不是|对[，,]|好的)/i;
const pointsBack =
  /\b(?:as|see|like|mentioned|said|described|discussed|listed|stated|shown) (?:above|earlier|before|previously)\b|\b(?:mentioned|discussed) (?:above|earlier|before|in (?:the|this|an earlier) (?:chat|conversation|message))\b|\baforementioned\b|\bthe (?:above|same as before|previous (?:one|message|answer|turn))\b|\b(?:this|the (?:current|present)) (?:chat|conversation|session|message)\b|上述|如上|上面(?:说|提)|前面(?:说|提)|刚才(?:说|提)|刚刚(?:说|提)|之前(?:说|提)(?:过|到)?的|同上|(?:这|本)次(?:对话|聊天)/i;
const breaksOff = /(?:\.{3}|…)\s*$/;

/** Whether a text is a statement that makes sense by itself: not a question, a piece of a dialogue, or an account. */
export function isSelfContained(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > longest || /[\n\r]/.test(trimmed)) return false;
  if (asks.test(trimmed) || goesOn.test(trimmed) || pointsBack.test(trimmed)) return false;
  if (breaksOff.test(trimmed)) return false;
  const cjk = isAscii(trimmed)
    ? 0
    : (trimmed.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)
        ?.length ?? 0);
  const words = trimmed.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return cjk > 0 ? cjk + words > 3 : words > 1;
}
