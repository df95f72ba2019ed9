/**
 * The first difference of two answers; undefined if they are equal. Similarities and vectors may differ by `within`.
 */
export function difference(
  actual: unknown,
  expected: unknown,
  { within = 1e-5, path = 'the answer' }: { within?: number | undefined; path?: string } = {},
): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  if (isObject(actual) && isObject(expected) && Array.isArray(actual) === Array.isArray(expected)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const place = Array.isArray(expected) ? `${path}[${key}]` : `${path}.${key}`;
      const found = difference(actual[key], expected[key], { within, path: place });
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const isClose =
    /similarit|vector/.test(path) && Math.abs(Number(actual) - Number(expected)) <= within;
  return isClose ? undefined : `${path} is ${shown(actual)} in place of ${shown(expected)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** As JSON, cut after 1,000 characters. Vectors are lists. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value, (_, each) =>
    each instanceof Float32Array ? [...each] : each,
  );
  return String(text).slice(0, 1000);
}
