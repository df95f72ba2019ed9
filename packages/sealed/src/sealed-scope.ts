/** The first word of every sealed text: which form it has. */
export const form = 'm1';

/** The key that sealed a text, by its id; undefined where the text is not sealed. */
export function sealedBy(text: string): string | undefined {
  return sealedForm.exec(text)?.[1];
}

/** Long enough that no name that somebody chose looks so by chance. */
const sealedForm = new RegExp(`^${form}\\.([0-9a-f]{12})\\.[\\w-]{38,}$`);

/** Whether a store calls a scope so because it is sealed. */
export function isSealedScope(name: string): boolean {
  return sealedBy(name) !== undefined;
}
