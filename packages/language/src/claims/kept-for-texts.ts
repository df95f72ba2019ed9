/** Of longer texts nothing is kept. */
const longest = 400;

/**
 * The function, with what it made of the texts that were asked for last: at least `most` of them, and at most twice as many.
 * Of a word that was cut out of a text it keeps a copy, and not all of that text.
 */
export function keptForTexts<Value>(
  make: (text: string) => Value,
  most: number,
): (text: string) => Value {
  let recent = new Map<string, Value>();
  let earlier = recent;
  return (text) => {
    if (recent.has(text)) return recent.get(text) as Value;
    if (text.length > longest) return make(text);
    const known = earlier.has(text);
    const own = known ? text : Buffer.from(text, 'utf16le').toString('utf16le');
    const value = known ? (earlier.get(text) as Value) : make(own);
    if (recent.size >= most) {
      earlier = recent;
      recent = new Map();
    }
    recent.set(own, value);
    return value;
  };
}
