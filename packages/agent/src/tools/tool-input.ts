import { memoryCategories } from '@mneme/core';
import { z } from 'zod';

const text = (what: string) =>
  z
    .string(`must be a string: ${what}`)
    .refine((value) => value.trim() !== '', `is empty: give ${what}`);
const importance = z
  .int('must be a whole number from 1 (minor) to 5 (a stated preference)')
  .min(1, 'must be from 1 (minor) to 5 (a stated preference)')
  .max(5, 'must be from 1 (minor) to 5 (a stated preference)');
const category = z.enum(memoryCategories, `must be one of ${memoryCategories.join(', ')}`);

/** The inputs of the tools as a model sends them. Parsed once, here. */
export const toolInputs = {
  memory_store: z.strictObject({
    content: text('one fact that stands on its own'),
    category,
    tags: z.array(z.string('must be a string'), 'must be a list of strings').optional(),
    importance,
    expires_at: z
      .union(
        [z.iso.datetime({ offset: true, local: true }), z.iso.date()],
        'must be an ISO 8601 date-time such as 2027-03-01T09:00:00Z; leave it out to keep the memory',
      )
      .optional(),
  }),
  memory_retrieve: z.strictObject({
    query: text('what you want to know'),
    categories: z.array(category, 'must be a list of categories').optional(),
    limit: z
      .int('must be a whole number from 1 to 100')
      .min(1, 'must be from 1 to 100')
      .max(100, 'must be from 1 to 100')
      .default(10),
    min_importance: importance.default(1),
  }),
  memory_delete: z.strictObject({
    memory_id: text('the id that memory_retrieve gave'),
    reason: text('why the memory is forgotten'),
  }),
};

export type StoreToolInput = z.infer<typeof toolInputs.memory_store>;
export type RetrieveToolInput = z.infer<typeof toolInputs.memory_retrieve>;
export type DeleteToolInput = z.infer<typeof toolInputs.memory_delete>;

/** What is wrong, for the model to put right: every field at fault with its value. */
export function explainIssues(input: unknown, { issues }: z.ZodError): string {
  return issues
    .slice(0, 5)
    .map((issue) => {
      if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: no such field`;
      const value = issue.path.reduce<unknown>(
        (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
        input,
      );
      const field = issue.path.length > 0 ? issue.path.join('.') : 'input';
      if (value === undefined) return `${field}: is missing; it ${issue.message}`;
      const shown = JSON.stringify(value) ?? String(value);
      return `${field}: ${issue.message} (given: ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown})`;
    })
    .join('; ');
}
