/** Words with which a person asks to remember something, in the languages of the tables. */
const asking = new RegExp(
  [
    String.raw`\b(?:please |pls |do |to )?(?:remember|don'?t forget|never forget|keep in mind|bear in mind|make a note|note down|take note|for the record|save (?:this|that)|store (?:this|that))\b`,
    '记住|記住|记得|記得|别忘|別忘|记一下|記一下|记下|記下|帮我记',
    String.raw`\b(?:recuerda|acuérdate|no olvides|ten en cuenta|anota|apunta|guarda)\b`,
    String.raw`\b(?:merk(?:e)? dir|vergiss nicht|denk(?:e)? daran|behalte|notier(?:e)?|speicher(?:e)?)\b`,
    String.raw`\b(?:souviens-toi|rappelle-toi|retiens|retenez|n'oublie pas|note bien|garde en tête|mémorise)\b`,
    String.raw`\b(?:ricorda(?:ti)?|non dimenticare|tieni presente|tieni a mente|annota|segnati|memorizza)\b`,
    String.raw`\b(?:lembra|lembre|lembra-te|não (?:te )?esqueças|não esqueça|anota|anote|guarda|guarde|memoriza)\b`,
    'запомни|не забудь|имей в виду|запиши|учти',
    '覚えて|忘れないで|メモして|記憶して',
    '기억해|잊지 마|메모해|적어 둬|적어둬',
  ].join('|'),
  'iu',
);
/** `Do you remember …?` asks for an answer and not to remember. */
const question = /\b(?:do|did|don't|can|could) (?:you|u) (?:still )?remember\b|[?？]\s*$/iu;

/** Whether a person asks to remember what this text says. */
export function asksToRemember(text: string): boolean {
  return text.split(/(?<=[.!?。！？\n])/u).some((part) => asking.test(part) && !question.test(part));
}
