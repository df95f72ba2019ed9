import type {
  Disclosure,
  Importance,
  MemoryCategory,
  MemoryMetadata,
  MemoryRecord,
} from '../interfaces/index.ts';
import { type Parse, parseCategory, parseContent, parseImportance, parseTags } from './fields.ts';
import { type FieldsOf, parseFields } from './parse-fields.ts';
import { parseDisclosure, parseExpiry, parseMetadata } from './store-input.ts';

/** What an update changes. An absent field stays as it is; `null` removes. */
export interface UpdateInput {
  /** A new text: the old one goes to the history. */
  content?: string;
  category?: MemoryCategory;
  importance?: Importance;
  /** Replaces all tags. */
  tags?: readonly string[];
  /** ISO 8601 or a Date, in the future; `null`: it no longer expires. */
  expiresAt?: string | Date | null;
  /** Replaces all metadata. */
  metadata?: MemoryMetadata | null;
  /** When a block shows the fact; `null`: by what it is about. */
  disclosure?: Disclosure | null;
}

/** A checked update. Each present key changes the record; `undefined` removes the field. */
export type Update = {
  [Field in keyof UpdateInput]?: MemoryRecord[Field] | undefined;
};

/** Checks the fields of an update like those of a store. Throws `invalid_input`. */
export function parseUpdateInput(
  value: UpdateInput,
  { now, maxContentBytes }: { now: string; maxContentBytes: number },
): Update {
  const { expiresAt, metadata, disclosure, ...update } = parseFields(
    value,
    {
      content: (content: unknown) => parseContent(content, maxContentBytes),
      category: parseCategory,
      importance: parseImportance,
      tags: parseTags,
      expiresAt: orNull((time) => parseExpiry(time, now)),
      metadata: orNull(parseMetadata),
      disclosure: orNull(parseDisclosure),
    } satisfies FieldsOf<UpdateInput>,
    { name: 'changes' },
  );
  return {
    ...update,
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt ?? undefined }),
    ...(metadata === undefined ? {} : { metadata: metadata ?? undefined }),
    ...(disclosure === undefined ? {} : { disclosure: disclosure ?? undefined }),
  };
}

/** `null` removes the field, and so does an empty value. */
function orNull<T>(parse: Parse<T | undefined>): Parse<T | null> {
  return (value, field) => (value === null ? null : (parse(value, field) ?? null));
}
