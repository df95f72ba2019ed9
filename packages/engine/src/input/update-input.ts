import type {
  Importance,
  MemoryCategory,
  MemoryMetadata,
  MemoryRecord,
} from '../contract/index.ts';
import { type Parse, parseCategory, parseContent, parseImportance, parseTags } from './fields.ts';
import { type FieldsOf, parseFields } from './parse-fields.ts';
import { parseExpiry, parseMetadata } from './store-input.ts';

/** What an update changes. An absent field stays as it is; `null` removes. */
export interface UpdateInput {
  /** Another text: the old one goes into the history. */
  content?: string;
  category?: MemoryCategory;
  importance?: Importance;
  /** In place of all tags. */
  tags?: readonly string[];
  /** ISO 8601 or a Date, in the future; `null`: kept from now on. */
  expiresAt?: string | Date | null;
  /** In place of all metadata. */
  metadata?: MemoryMetadata | null;
}

/** An update, checked. A key that is there changes the record; `undefined` under it removes the field. */
export type Update = {
  [Field in keyof UpdateInput]?: MemoryRecord[Field] | undefined;
};

/** Checks what an update changes, as a store is checked. Throws `invalid_input`. */
export function parseUpdateInput(
  value: UpdateInput,
  { now, maxContentBytes }: { now: string; maxContentBytes: number },
): Update {
  const { expiresAt, metadata, ...update } = parseFields(
    value,
    {
      content: (content: unknown) => parseContent(content, maxContentBytes),
      category: parseCategory,
      importance: parseImportance,
      tags: parseTags,
      expiresAt: orNull((time) => parseExpiry(time, now)),
      metadata: orNull(parseMetadata),
    } satisfies FieldsOf<UpdateInput>,
    { name: 'changes' },
  );
  return {
    ...update,
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt ?? undefined }),
    ...(metadata === undefined ? {} : { metadata: metadata ?? undefined }),
  };
}

/** `null` removes, and so does a value that comes to nothing. */
function orNull<T>(parse: Parse<T | undefined>): Parse<T | null> {
  return (value, field) => (value === null ? null : (parse(value, field) ?? null));
}
