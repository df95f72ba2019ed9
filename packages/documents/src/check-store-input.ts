import { invalid, isList, parseName } from '@mneme/engine/input';

export function checkStoreName(name: unknown): string {
  const value = checkText(name, { field: 'name', max: 255 });
  if (value === '') throw invalid('name', 'must have 1 to 255 characters');
  // The check above counts code points; each has at most two UTF-16 units.
  return parseName(value, 'name', 510);
}

export function checkDescription(description: unknown): string {
  return checkText(description, { field: 'description', max: 1024 });
}

/** Checks keys and values. `patchStore` checks the number of pairs, because it depends on the stored ones. */
export function checkMetadataPatch(metadata: unknown): Map<string, string | undefined> {
  if (typeof metadata !== 'object' || metadata === null || isList(metadata)) {
    throw invalid('metadata', 'must be an object of strings');
  }
  const pairs = new Map<string, string | undefined>();
  for (const [key, value] of Object.entries(metadata)) {
    const field = `metadata.${key.slice(0, 64)}`;
    if (key === '') throw invalid('metadata', 'keys must have 1 to 64 characters');
    checkText(key, { field, max: 64 });
    pairs.set(key, value === null ? undefined : checkText(value, { field, max: 512 }));
  }
  return pairs;
}

/** Characters are code points. */
function checkText(value: unknown, { field, max }: { field: string; max: number }): string {
  if (typeof value !== 'string') throw invalid(field, 'must be a string');
  if (!value.isWellFormed()) throw invalid(field, 'contains half of a surrogate pair');
  if (value.includes('\0')) throw invalid(field, 'must not contain NUL characters');
  if (value.length > max && [...value].length > max) {
    throw invalid(field, `must have at most ${max} characters`);
  }
  return value;
}
