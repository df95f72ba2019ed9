/** Words with which a person asks to remember something, in the languages of the tables. */
const remembering = new RegExp(
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
/** Words with which a person asks to forget something, and not to delete a file or to think of something. */
const forgetting = new RegExp(
  [
    String.raw`(?<!(?:don'?t|do not|never|not to|i|always|i'll) )\bforget (?:that|this|what|about|it|everything|all|my|i(?:'m| am)?)\b`,
    String.raw`\b(?:delete|erase|remove|wipe|drop)\b[^.!?]{0,40}\b(?:from (?:your )?memory|memor(?:y|ies) (?:of|about)|(?:what|that|the thing)s? i (?:said|told|wrote)|that one|about (?:me|my))\b`,
    String.raw`\b(?:don'?t|do not) (?:remember|store|save|keep) (?:this|that|it|what|any)\b`,
    '忘(?:了|掉)(?:这|那|我|它|吧|刚)|(?:别|不要)(?:记住|记录|记下|存)|删(?:掉|除)?(?:这条|那条|我说|关于|记忆)',
    String.raw`\bolvida(?:te)? (?:que|lo|eso|esto|de|mi)\b|\bborra (?:eso|esto|lo que)\b`,
    String.raw`\bvergiss (?:das|dass|es|was|mein\p{L}*|alles)\b|\blösche? (?:das|dass|was ich)\b`,
    String.raw`\boublie(?:z)? (?:que|ça|ce que|cela|mon|ma|mes|tout)(?!\p{L})|\beffacez? (?:ça|ce que|cela)(?!\p{L})`,
    String.raw`(?<!non )\bdimentica(?:ti)? (?:che|quello|ciò|di|il|la|tutto)(?!\p{L})|\bcancella (?:quello|ciò)`,
    String.raw`(?<!não (?:te )?)\besque(?:ce|ça) (?:que|isso|o que|tudo)\b|\bapag(?:a|ue) (?:isso|o que)\b`,
    '(?<!не )(?:забудь|забудьте) (?!про меня)|(?:удали|сотри)(?:те)? (?:это|то,)',
    '忘れて(?!い|し|ま)|覚えないで|記憶から消して',
    '잊어 ?(?:줘|주세요|버려)|기억하지 마|기억에서 지워',
  ].join('|'),
  'iu',
);
/** `Do you remember …?` asks for an answer and not to remember. */
const question = /\b(?:do|did|don't|can|could) (?:you|u) (?:still )?remember\b|[?？]\s*$/iu;

/** Whether a person asks to remember what this text says. */
export function asksToRemember(text: string): boolean {
  return text
    .split(/(?<=[.!?。！？\n])/u)
    .some((part) => remembering.test(part) && !question.test(part));
}

/** Whether a person asks to forget something. Such a turn would say again what was forgotten. */
export function asksToForget(text: string): boolean {
  return forgetting.test(text);
}
