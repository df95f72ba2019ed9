/**
 * English function words, contractions without their apostrophe. Records index them like any other word; queries drop
 * them, unless they have nothing else.
 */
const words = `
a about above after again against all also am an and any anybody anyone anything are arent as at be because been
before being below between both but by can cannot cant could couldnt did didnt do does doesnt doing dont down during
each either else ever every everybody everyone everything few for from further had hadnt has hasnt have havent having
he hed hell her here hers herself hes him himself his how however i id if ill im in into is isnt it itd itll its itself
ive just let lets me might mine more most much must my myself neither no nor not now of off on once only or other our
ours ourselves out over own please same shall she shed shes should shouldnt since so some somebody someone something
such than that thatll thats the their theirs them themselves then there theres these they theyd theyll theyre theyve
this those though through to too under until unto up upon us very was wasnt we wed well were werent weve what whatever
whats when whenever where wheres whether which while who whoever whom whos whose why will with within without wont
would wouldnt yet you youd youll your youre yours yourself yourselves youve
`;

/** Characters that alone are mostly particles and pronouns: Chinese, Japanese, Korean. Pairs are never stop words. */
const characters = `
的了是在我你您他她它们吗呢吧啊呀嘛哦呐和与或及也都就还很这那哪什么怎个着过地得之其被把给对
們嗎啊與麼還這個著過給對
のはがをにへとでもか
은는이가을를에의도와과
`;

const stopWords: ReadonlySet<string> = new Set([
  ...words.trim().split(/\s+/),
  ...characters.replace(/\s+/g, ''),
]);

/** Whether the word (lower case, folded, without apostrophes, not stemmed) or CJK character is a stop word. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
