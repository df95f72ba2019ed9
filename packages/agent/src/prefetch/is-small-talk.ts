/** Words of greetings, thanks, assent and the like, with the little words between them. None of them names a subject. */
const words = new Set(
  `hi hello hey hiya howdy greetings good morning afternoon evening night day goodnight bye goodbye cya later soon
  tomorrow tonight welcome cheers thanks thank thx ty much many so very really lot lots appreciate appreciated help
  ok okay kk k alright right yes yeah yep yup no nope nah not sure fine cool great nice perfect awesome wonderful
  excellent amazing lovely wow oh ah ooh hmm hm mm mhm uh huh um ha haha hahaha lol hehe funny true exactly indeed
  absolutely definitely maybe perhaps probably agreed understood got gotcha i im ive you youre youve your me we us it
  its that thats this is are was be do dont did can could would will the a an to of for and or but then now just too as
  at on in with well please again go going ahead continue carry keep wait moment second sec minute hold one never mind
  nevermind sorry apologies pardon my mistake problem worries know think guess mean say said repeat hear sounds see
  understand how what whats up doing things fair enough makes sense let lets start`.split(/\s+/),
);

const maxWords = 9;

/** The same in Chinese, as phrases: a message is small talk when nothing but these stands in it. */
const chinese = new RegExp(
  `^(?:${`谢谢你|谢谢您|谢谢|多谢|感谢|辛苦|不客气|你好|您好|大家好|嗨|早上好|中午好|下午好|晚上好|早安|午安|晚安|早|再见|拜拜|回头见|明天见|
  好的|好呀|好吧|很好|真好|太好|太棒|真棒|不错|可以|没问题|当然|好|行|嗯|哦|噢|啊|呀|吧|呢|吗|了|的|啦|是的|是|对的|对|没错|不是|不用|不对|不要|不|没有|
  也许|可能|或许|大概|哈|呵|嘻|没关系|没事|对不起|抱歉|不好意思|我明白|明白|我知道|知道|懂|了解|原来如此|请继续|继续|请稍等|稍等|等一下|等等|请|
  再说一遍|什么意思|你说得对|说得对|你好吗|怎么样|最近|今天|我|你|您`.replace(/\s+/g, '')})+$`,
  'u',
);

/**
 * True for a message that says nothing a memory could be about: thanks, greetings, assent, laughter, punctuation.
 * Memories of dialogues are full of such words themselves, so a relevance floor alone lets them through. Knows English
 * and Chinese; what it does not know is no small talk.
 */
export function isSmallTalk(message: string): boolean {
  const tokens = message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’']/g, '')
    .match(/[\p{L}\p{N}]+/gu);
  if (!tokens) return true;
  if (chinese.test(tokens.join(''))) return true;
  return tokens.length <= maxWords && tokens.every((token) => words.has(token));
}
