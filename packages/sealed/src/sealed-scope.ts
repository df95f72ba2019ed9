import { MnemeError } from '@mneme/core/contract';

/** The first word of every sealed text: the version of its form. */
export const form = 'm1';

/** The id of the key that sealed a text; undefined if the text is not sealed. */
export function sealedBy(text: string): string | undefined {
  return sealedForm.exec(text)?.[1];
}

/** Long enough that no chosen name looks like this by chance. */
const sealedForm = new RegExp(`^${form}\\.([0-9a-f]{12})\\.[\\w-]{38,}$`);

/** Throws `wrong_key` if a store's name of a scope is not sealed with the key of this id. */
export function assertSealedBy(store: string | undefined, scope: string): void {
  const by = sealedBy(scope);
  if (by !== undefined && by === store) return;
  throw new MnemeError(
    'wrong_key',
    by === undefined
      ? 'the store was filled without a keyring: copy it into a new store that is sealed with this one'
      : store === undefined
        ? 'the store is sealed with another keyring, and this one is empty or missing: give the one that it was sealed with'
        : 'the store is sealed with another keyring: give that one',
    { field: 'keyring' },
  );
}
