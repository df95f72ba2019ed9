/** No real export is nested more deeply, or has more values in one part. */
const maxDepth = 500;
const maxValues = 1_000_000;

/**
 * The value of a JSON text, or what is wrong with it. Values are counted before they are made, because an empty object
 * takes three bytes of text and fifty of memory.
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

/** V8's message quotes the text around the fault, so it is not shown. */
function withoutQuote(message: string): string {
  return message.replace(/, (\.\.\.)?".*$/s, '');
}
