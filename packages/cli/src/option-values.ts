import { type Importance, type MemoryCategory, MnemeError } from '@mneme/core';

/**
 * The words of the command line as the library's values. Ranges and lists are the library's to check; what is said
 * here is only what a text cannot become.
 */
export function numberValue(text: string | undefined, field: string): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) {
    throw new MnemeError('invalid_input', `${field} is "${text}": give a number`, { field });
  }
  return value;
}

export function importanceValue(text: string | undefined): Importance | undefined {
  return numberValue(text, 'importance') as Importance | undefined;
}

export function categoryValue(text: string | undefined): MemoryCategory | undefined {
  return text as MemoryCategory | undefined;
}

/** `a, b` becomes `['a', 'b']`. */
export function listValue(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

export function categoriesValue(text: string | undefined): MemoryCategory[] | undefined {
  return listValue(text) as MemoryCategory[] | undefined;
}
