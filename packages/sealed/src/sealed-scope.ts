/** The first word of every sealed text: the version of its form. */
export const form = 'm1';

/** The id of the key that sealed a text; undefined if the text is not sealed. */
export function sealedBy(text: string): string | undefined {
  return sealedForm.exec(text)?.[1];
}

/** Long enough that no chosen name looks like this by chance. */
const sealedForm = new RegExp(`^${form}\\.([0-9a-f]{12})\\.[\\w-]{38,}$`);

/** Whether a store's name of a scope is sealed. */
export function isSealedScope(name: string): boolean {
  return sealedBy(name) !== undefined;
}
