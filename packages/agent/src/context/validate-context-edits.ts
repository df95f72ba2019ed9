import { MnemeError } from '@mneme/core';
import { z } from 'zod';
import type { ContextEdit } from './context-edit.ts';

const count = z.int().positive();
const names = z.array(z.string().min(1));
const tokens = z.strictObject({ type: z.literal('input_tokens'), value: count });

const schemas = {
  clear_tool_uses_20250919: z.strictObject({
    type: z.literal('clear_tool_uses_20250919'),
    trigger: z
      .discriminatedUnion('type', [
        tokens,
        z.strictObject({ type: z.literal('tool_uses'), value: count }),
      ])
      .optional(),
    keep: z.strictObject({ type: z.literal('tool_uses'), value: count }).optional(),
    clear_at_least: tokens.nullish(),
    exclude_tools: names.nullish(),
    clear_tool_inputs: z.union([z.boolean(), names]).nullish(),
  }),
  clear_thinking_20251015: z.strictObject({
    type: z.literal('clear_thinking_20251015'),
    keep: z
      .union([
        z.literal('all'),
        z.discriminatedUnion('type', [
          z.strictObject({ type: z.literal('thinking_turns'), value: count }),
          z.strictObject({ type: z.literal('all') }),
        ]),
      ])
      .optional(),
  }),
  compact_20260112: z.strictObject({
    type: z.literal('compact_20260112'),
    trigger: tokens.nullish(),
    instructions: z.string().nullish(),
    pause_after_compaction: z.boolean().optional(),
  }),
} as const;

/**
 * Checks a list of edits, for sending as well as for local use. Each type may stand in it once, the thinking edit
 * first. Throws `invalid_input`; the message and `field` name the entry (`edits[1].keep.value`).
 */
export function validateContextEdits(edits: unknown): ContextEdit[] {
  if (!Array.isArray(edits)) throw refuse('edits', `must be an array of edits, not ${show(edits)}`);
  const seen = new Set<string>();
  return edits.map((edit: unknown, index) => {
    const entry = `edits[${index}]`;
    const type =
      typeof edit === 'object' && edit !== null && 'type' in edit ? edit.type : undefined;
    if (typeof type !== 'string' || !Object.hasOwn(schemas, type)) {
      const known = Object.keys(schemas).join(', ');
      throw refuse(`${entry}.type`, `unknown edit ${show(type)}; the known ones are ${known}`);
    }
    if (seen.has(type)) throw refuse(entry, `${type} stands in the list twice; join the two`);
    seen.add(type);
    if (type === 'clear_thinking_20251015' && index > 0) {
      throw refuse(entry, `${type} must be the first edit of the list; move it there`);
    }
    const parsed = schemas[type as keyof typeof schemas].safeParse(edit);
    if (!parsed.success) throw fromIssue(entry, edit, parsed.error.issues[0]!);
    return parsed.data;
  });
}

function fromIssue(entry: string, edit: unknown, issue: z.core.$ZodIssue): MnemeError {
  // A union reports the issues of its options; the last option is the object form, whose words help most.
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  const path = [...issue.path, ...(inner?.path ?? [])];
  const value = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    edit,
  );
  const field = path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`),
    entry,
  );
  const wanted =
    path.at(-1) === 'value' ? 'must be a whole number above 0' : (inner ?? issue).message;
  return refuse(field, `${wanted} (given: ${show(value)})`);
}

function refuse(field: string, message: string): MnemeError {
  return new MnemeError('invalid_input', `${field}: ${message}`, { field });
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
