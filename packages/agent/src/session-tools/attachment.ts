import type { DocumentStore } from '@mneme/core/documents';
import { choice, type FieldsOf, form, having, invalid, listOf } from '@mneme/core/input';

/** What the tools may do with a store. With `read_only` they cannot write, whatever the model tries. */
export type StoreAccess = 'read_write' | 'read_only';

/** A store, and how it is attached to a session. */
export interface StoreAttachment {
  /** An opened store: `stores.open(name)`. Not archived. */
  store: DocumentStore;
  /** Default: `read_write`. */
  access?: StoreAccess;
  /** Instructions for the agent about the store; up to 4,096 characters. */
  instructions?: string;
  /** The old name of `instructions`. */
  prompt?: string;
}

/** An attachment in its exact form. */
export interface AttachedStore {
  /** The tools' name of it: its name in lower case with hyphens, unique in the session. */
  name: string;
  store: DocumentStore;
  access: StoreAccess;
  instructions: string;
}

const maxStores = 8;
const maxInstructions = 4096;

function parseInstructions(value: unknown, field: string): string {
  if (typeof value === 'string' && [...value].length <= maxInstructions) return value;
  throw invalid(field, `must be a text of at most ${maxInstructions} characters`);
}

const parseAttachment = form(
  {
    store: having<DocumentStore>('read', 'give a document store, which stores.open answers'),
    access: choice(['read_write', 'read_only']),
    instructions: parseInstructions,
    prompt: parseInstructions,
  } satisfies FieldsOf<StoreAttachment>,
  ['store'],
);

/** Checks attachments and gives each a name. From here on, changes of each store name the session. */
export function checkAttachments(
  attachments: readonly StoreAttachment[],
  { sessionId }: { sessionId: string },
): AttachedStore[] {
  const names = new Set<string>();
  const parse = listOf((value, field): AttachedStore => {
    const { store, access = 'read_write', instructions, prompt } = parseAttachment(value, field);
    if (store.info.archivedAt !== undefined) {
      throw invalid(`${field}.store`, `is ${store.id}, which is archived: attach another one`);
    }
    const name = uniqueName(store.info.name, names);
    const own = store.as({ type: 'session_actor', sessionId });
    return { name, store: own, access, instructions: instructions ?? prompt ?? '' };
  });
  const attached = parse(attachments, 'attachments');
  if (attached.length <= maxStores) return attached;
  throw invalid('attachments', `has ${attached.length} stores: give at most ${maxStores}`);
}

function uniqueName(name: string, taken: Set<string>): string {
  const base =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'store';
  let unique = base;
  for (let number = 2; taken.has(unique); number++) unique = `${base}-${number}`;
  taken.add(unique);
  return unique;
}
