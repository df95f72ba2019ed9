import type { FacetValue, MemoryKind, MemoryMetadata, Where } from '@mneme/core';
import { invalid, show } from '@mneme/core/input';

/** `episodes` becomes `episode`. */
export function kindsValue(kinds: readonly string[] | undefined): MemoryKind[] | undefined {
  return kinds?.map((kind) => kind.replace(/s$/, '')) as MemoryKind[] | undefined;
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
      throw invalid(field, `is ${show(pair)}`, 'give KEY=VALUE');
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
