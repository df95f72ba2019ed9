import { MnemeError } from '@mneme/core';
import type { z } from 'zod';

/** The value in its parsed form, or an `invalid_input` that names the field. The one check of what comes from outside. */
export function check<T extends z.ZodType>(schema: T, value: unknown, whole: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = fieldOf(issue, whole);
  throw new MnemeError('invalid_input', `${field}: ${issue?.message ?? 'is not valid'}.`, {
    field,
    cause: parsed.error,
  });
}

/** `whole` names the value itself: the field where it is not an object, say. */
function fieldOf(issue: z.core.$ZodIssue | undefined, whole: string): string {
  if (issue === undefined) return whole;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...unknown].join('.') || whole;
}
