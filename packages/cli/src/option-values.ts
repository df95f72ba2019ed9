import {
  type FacetValue,
  type Importance,
  type MemoryCategory,
  type MemoryKind,
  type MemoryMetadata,
  MnemeError,
  type Where,
} from '@mneme/core';
import { show } from '@mneme/core/input';

/**
 * Converts texts of the command line to the library's values. The library checks ranges and lists; this reports only
 * texts that cannot be converted.
 */
export function numberValue(text: string | undefined, field: string): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) {
    throw new MnemeError('invalid_input', [
      { field, problem: `is ${show(text)}`, advice: 'give a number' },
    ]);
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

/** `episodes` becomes `episode`. */
export function kindsValue(text: string | undefined): MemoryKind[] | undefined {
  return listValue(text)?.map((kind) => kind.replace(/s$/, '')) as MemoryKind[] | undefined;
}

/**
 * `KEY=VALUE`, repeatable. A number, `true`, `false` or a list in JSON is parsed; every other value is text, and so is
 * one in double quotes.
 */
export function metadataValue(pairs: readonly string[] | undefined): MemoryMetadata | undefined {
  return pairs === undefined ? undefined : Object.fromEntries(grouped(pairs, 'metadata'));
}

/** Like {@link metadataValue}: several values of one key mean any of them. */
export function whereValue(pairs: readonly string[] | undefined): Where | undefined {
  return pairs === undefined ? undefined : (Object.fromEntries(grouped(pairs, 'where')) as Where);
}

function grouped(pairs: readonly string[], field: string): Map<string, unknown> {
  const groups = new Map<string, unknown[]>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) {
      throw new MnemeError('invalid_input', [
        { field, problem: `is ${show(pair)}`, advice: 'give KEY=VALUE' },
      ]);
    }
    const key = pair.slice(0, at);
    groups.set(key, [...(groups.get(key) ?? []), plainValue(pair.slice(at + 1))].flat());
  }
  return new Map(
    [...groups].map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
  );
}

const looksLikeJson = /^(-?\d|true$|false$|"|\[)/;

function plainValue(text: string): FacetValue | unknown[] {
  if (!looksLikeJson.test(text)) return text;
  try {
    return JSON.parse(text) as FacetValue | unknown[];
  } catch {
    return text; // Such as 007, or a date.
  }
}

/** Without the fields that are undefined. */
export function withoutAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}
