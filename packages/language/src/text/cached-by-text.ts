/** Longer texts are not cached. */
const longest = 400;

/**
 * Caches the results of a function for the last texts: at least `most` of them, and at most twice as many. A word that
 * was cut out of a text is copied, so that the text does not stay in memory.
 */
export function cachedByText<Value>(
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
