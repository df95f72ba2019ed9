import { type DocumentStore, MnemeError } from '@mneme/core';

export type StoreAccess = 'read_write' | 'read_only';

export interface StoreAttachment {
  store: DocumentStore;
  /** Default: `read_write`. */
  access?: StoreAccess;
  /** What the agent is to do with the store; up to 4,096 characters. */
  instructions?: string;
  /** The older name of `instructions`. */
  prompt?: string;
}

/** An attachment in its exact form. */
export interface AttachedStore {
  /** How the tools name it: its name in lower case with hyphens, unique in the session. */
  name: string;
  store: DocumentStore;
  access: StoreAccess;
  instructions: string;
}

export const maxStores = 8;
export const maxInstructions = 4096;

/** Checks attachments and gives each a name. Changes of each store name the session from here on. */
export function checkAttachments(
  attachments: readonly StoreAttachment[],
  { sessionId }: { sessionId: string },
): AttachedStore[] {
  if (!Array.isArray(attachments) || attachments.length > maxStores) {
    throw invalid('attachments', `must be a list of at most ${maxStores} stores`);
  }
  const names = new Set<string>();
  return attachments.map(({ store, access = 'read_write', instructions, prompt }, index) => {
    const field = `attachments[${index}]`;
    if (access !== 'read_write' && access !== 'read_only') {
      throw invalid(`${field}.access`, 'must be read_write or read_only');
    }
    const text = instructions ?? prompt ?? '';
    if (typeof text !== 'string' || [...text].length > maxInstructions) {
      throw invalid(
        `${field}.instructions`,
        `must be a text of at most ${maxInstructions} characters`,
      );
    }
    if (store.info.archivedAt !== undefined) {
      throw invalid(`${field}.store`, `${store.id} is archived: attach another one`);
    }
    const name = uniqueName(store.info.name, names);
    const own = store.as({ type: 'session_actor', sessionId });
    return { name, store: own, access, instructions: text };
  });
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

function invalid(field: string, problem: string): MnemeError {
  return new MnemeError('invalid_input', `${field}: ${problem}`, { field });
}
