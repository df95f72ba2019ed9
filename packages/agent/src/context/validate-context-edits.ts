import {
  choice,
  type FieldsOf,
  form,
  integer,
  invalid,
  listOf,
  nearest,
  type Parse,
  parseFlag,
  parseName,
  parseText,
  show,
} from '@mneme/core/input';
import type {
  ClearThinkingEdit,
  ClearToolUsesEdit,
  CompactEdit,
  ContextEdit,
} from './context-edit.ts';

/** A quantity with its unit: `{ type: 'input_tokens', value: 30_000 }`. */
function amount<const Unit extends string>(units: readonly Unit[]) {
  const value = integer({ min: 1 });
  return form({ type: choice(units), value }, ['type', 'value']);
}

/** The API takes `null` for absent. */
function nullable<T>(parse: Parse<T>): Parse<T | null> {
  return (value, field) => (value === null ? null : parse(value, field));
}

const names = listOf(parseName);
const turns = amount(['thinking_turns']);

const parsers = {
  clear_tool_uses_20250919: form(
    {
      type: choice(['clear_tool_uses_20250919']),
      trigger: amount(['input_tokens', 'tool_uses']),
      keep: amount(['tool_uses']),
      clear_at_least: nullable(amount(['input_tokens'])),
      exclude_tools: nullable(names),
      clear_tool_inputs: nullable((value, field) =>
        typeof value === 'boolean' ? value : names(value, field),
      ),
    } satisfies FieldsOf<ClearToolUsesEdit>,
    ['type'],
  ),
  clear_thinking_20251015: form(
    {
      type: choice(['clear_thinking_20251015']),
      keep(value: unknown, field: string): ClearThinkingEdit['keep'] {
        if (value === 'all') return value;
        const all =
          typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'all';
        return all ? form({ type: choice(['all']) }, ['type'])(value, field) : turns(value, field);
      },
    } satisfies FieldsOf<ClearThinkingEdit>,
    ['type'],
  ),
  compact_20260112: form(
    {
      type: choice(['compact_20260112']),
      trigger: nullable(amount(['input_tokens'])),
      instructions: nullable(parseText),
      pause_after_compaction: parseFlag,
    } satisfies FieldsOf<CompactEdit>,
    ['type'],
  ),
};

/**
 * Checks a list of edits, for the API as well as for local use. Each type may occur once, the thinking edit first.
 * Throws `invalid_input`; the message and `field` name the entry (`edits[1].keep.value`).
 */
export function validateContextEdits(edits: unknown, field = 'edits'): ContextEdit[] {
  const seen = new Set<string>();
  return listOf((edit, entry) => {
    const type =
      typeof edit === 'object' && edit !== null && 'type' in edit ? edit.type : undefined;
    if (typeof type !== 'string' || !Object.hasOwn(parsers, type)) {
      const known = Object.keys(parsers);
      const meant = typeof type === 'string' ? nearest(type, known) : undefined;
      const hint =
        meant === undefined ? `give one of ${known.join(', ')}` : `did you mean ${meant}?`;
      throw invalid(`${entry}.type`, `is ${show(type)}: ${hint}`);
    }
    if (seen.has(type)) throw invalid(entry, `is a second ${type}: join the two`);
    if (type === 'clear_thinking_20251015' && seen.size > 0) {
      throw invalid(entry, `is ${type}, which must be the first edit of the list: move it there`);
    }
    seen.add(type);
    return parsers[type as keyof typeof parsers](edit, entry);
  })(edits, field);
}
