/** As JSON may write it: any of its letters may be escaped. */
const maybePrototype = /__proto__|\\u00/i;

/**
 * Parses JSON. Throws if it is invalid, or if an object has a member `__proto__`: checks of forms would skip that
 * member, so a filter would silently be lost.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, maybePrototype.test(text) ? refusePrototype : undefined);
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new PrototypeError();
  return value;
}

/** A member `__proto__`, which no object of a request may have. */
export class PrototypeError extends Error {
  constructor() {
    super('has a member __proto__: give it another name');
  }
}
