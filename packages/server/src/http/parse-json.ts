/** As a text may write it: any letter of it may be an escape. */
const maybePrototype = /__proto__|\\u00/i;

/**
 * The value of a JSON text. Throws where it is none, and where an object has a member `__proto__`: checks of forms pass
 * over that one, so a filter would be lost without a word.
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
