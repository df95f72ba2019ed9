/** Longer texts are accounts of many things. */
const longest = 400;

const asks = /[?？]|[吗么呢][。.]?$|怎么[样办]|为什么|如何|能不能|多少/i;
const talks = /\b(?:you|your|yours|let's|hey|hi|hello|haha|thanks|thank)\b|[您]|谢谢|哈哈/iu;
/** Commands to a device. */
const orders =
  /^(?:小.)?(?:帮|给我|打开|关闭|关掉|开启|停止|播放|设置|设定|查一下|查询|搜索|呼叫|导航|放一|我要听|我要看|来(?:一|点|首)|提醒)/;
const aboutUser = /^(?:the )?user\b|^用[户戶]/i;

/** Whether a text states a fact, as a note does: not a message, a question, or an account of many things. */
export function isStatement(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > longest || asks.test(trimmed) || orders.test(trimmed)) return false;
  return aboutUser.test(trimmed) || !talks.test(trimmed);
}
