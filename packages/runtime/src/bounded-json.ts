/** Nothing that somebody exports is nested so deeply, or holds so many values in one part. */
const maxDepth = 500;
const maxValues = 1_000_000;

/**
 * The value of a JSON text, or what is wrong with it. An empty object takes three bytes of a text and fifty of memory, so
 * values are counted before they are made.
 */
export function boundedJson(text: string): { value: unknown } | { error: string } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') inString = !inString;
    else if (inString) {
      if (character === '\\') index += 1;
    } else if (character === ',') values += 1;
    else if (character === '[' || character === '{') {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  if (deepest > maxDepth)
    return { error: `is nested ${deepest} levels deep; at most ${maxDepth} are read` };
  if (values > maxValues)
    return { error: `has ${values} values; at most ${maxValues} are read at once` };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: `is not JSON: ${withoutQuote((error as Error).message)}` };
  }
}

/** V8 quotes the text around the fault; what it says does not belong in a message. */
function withoutQuote(message: string): string {
  return message.replace(/, (\.\.\.)?".*$/s, '');
}
