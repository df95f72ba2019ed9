/** `Can you remind me`, `你能告诉我`: said to the assistant, about neither side. */
const address =
  /\b(?:can|could|would|will|do|did) you (?:please |kindly )?(?=remind|tell|help|show|give|recommend|suggest|list|explain|summari[sz]e|find|remember|recall|know|think|provide|check|look|walk)|\b(?:remind|tell|show|give|help) (?:me|us)\b|\bthank you\b|(?:请|麻烦)(?:你|您)|[你您](?:能|可以|会|还记得|记得|知道|觉得|认为|帮)|(?:告诉|提醒|帮)(?:我|我们|一下)/giu;
const firstPerson = /\b(?:i|i'm|i've|i'd|i'll|my|me|myself|we|our|ours)\b|[我咱俺]|私|僕/iu;
const secondPerson = /\b(?:you|you're|you've|your|yours)\b|[你您妳]|あなた/iu;

/**
 * Whether a query asks about its author alone: `Which car did I buy?`. The person's own turns answer that; an
 * assistant's turn only repeats it at length. `What did you tell me` asks about both sides, and prefers neither.
 */
export function asksAboutAuthor(query: string): boolean {
  const text = query.replace(/[‘’]/g, "'").replace(address, ' ');
  return firstPerson.test(text) && !secondPerson.test(text);
}
