import {
  integer,
  invalid,
  listOf,
  type Parse,
  parseCategory,
  parseFields,
  parseImportance,
  parseText,
  parseTime,
} from '@mneme/core/input';

/** Checks the inputs of the tools as a model sends them. */
export const toolInputs = {
  memory_store: reader(
    {
      content: parseText,
      category: parseCategory,
      tags: listOf(parseText),
      importance: parseImportance,
      expires_at: parseTime,
    },
    ['content', 'category', 'importance'],
  ),
  memory_retrieve: reader(
    {
      query: parseWords,
      categories: listOf(parseCategory),
      limit: integer({ min: 1, max: 100 }),
      min_importance: integer({ min: 1, max: 5 }),
    },
    ['query'],
  ),
  memory_delete: reader({ memory_id: parseWords, reason: parseWords }, ['memory_id', 'reason']),
};

export type StoreToolInput = ReturnType<typeof toolInputs.memory_store>;
export type RetrieveToolInput = ReturnType<typeof toolInputs.memory_retrieve>;
export type DeleteToolInput = ReturnType<typeof toolInputs.memory_delete>;

function parseWords(value: unknown, field: string): string {
  const text = parseText(value, field);
  if (text.trim() !== '') return text;
  throw invalid(field, 'is empty: give a text');
}

function reader<
  const Table extends Readonly<Record<string, Parse<unknown>>>,
  Required extends keyof Table,
>(table: Table, required: readonly Required[]) {
  return (input: unknown) => parseFields(input, table, { name: 'input', required });
}
