const first =
  /\b(?:i|i'm|i've|i'd|i'll|im|my|me|mine|myself|we|we're|we've|our|ours|us)\b|[我咱俺私僕]/gi;
const second =
  /\b(?:you|you're|you've|you'd|you'll|your|yours|yourself|ya|u|ur)\b|[你您妳]|あなた/gi;
/** Only the beginning of a long text is read. */
const longest = 400;

/**
 * Whom a text is about: 1 its speaker, -1 the listener (`What did you plant?`). Without a pronoun of either 0.5,
 * because most texts are about their speakers.
 */
export function toldOfTeller(content: string): number {
  const text = content.slice(0, longest).replace(/[‘’]/g, "'");
  const own = text.match(first)?.length ?? 0;
  const others = text.match(second)?.length ?? 0;
  return own + others === 0 ? 0.5 : (own - others) / (own + others);
}
