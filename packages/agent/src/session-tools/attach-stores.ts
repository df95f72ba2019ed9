import { randomUUID } from 'node:crypto';
import type { DocumentStore } from '@mneme/core/documents';
import {
  callback,
  choice,
  type FieldsOf,
  form,
  having,
  invalid,
  listOf,
  parseName,
  parseOptions,
} from '@mneme/core/input';
import { type ToolSet, toolSet } from '../tools/tool.ts';
import { renderStores } from './render-stores.ts';
import { type AttachedStore, type StoreAccess, sessionTools } from './session-tools.ts';

/** Options for the tools of a session. */
export interface AttachStoresOptions {
  /** The author in the versions that the agent writes. Default: `sesn_` and a UUID. */
  sessionId?: string;
  /** Prefix of the tools' names, to tell them from other tools of the agent. Default: `memory_`. */
  prefix?: string;
  /** Called before each tool call. Must not throw. */
  onEvent?: (event: AgentToolUseEvent) => void;
}

/** As on the event stream of a session. */
export interface AgentToolUseEvent {
  type: 'agent.tool_use';
  id: string;
  /** The session of the tools. */
  session_id: string;
  /** The tool, with its prefix. */
  name: string;
  /** As the model sent it, not checked yet. */
  input: unknown;
}

/** The tools over a session's stores, in the forms that callers need. */
export interface SessionTools extends ToolSet {
  /** The author in versions. */
  sessionId: string;
  /** The tools' name of each store, in the order of the attachments. */
  names: string[];
  /** For the system prompt; empty without stores. */
  system: string;
}

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

const optionFields = {
  sessionId: (value: unknown, field: string) => parseName(value, field),
  prefix(value: unknown, field: string) {
    if (typeof value === 'string' && /^[a-zA-Z0-9_-]{1,50}$/.test(value)) return value;
    throw invalid(field, 'must be 1 to 50 letters, digits, _ or -, as tools have in their names');
  },
  onEvent: callback<(event: AgentToolUseEvent) => void>(),
} satisfies FieldsOf<AttachStoresOptions>;

/**
 * Attaches document stores to a session of an agent: a text for its system prompt, and six tools over the stores.
 * `read_only` stores cannot be written, whatever the model tries.
 * @example
 * const session = attachStores([{ store: notes, access: 'read_write', instructions: 'Keep it tidy.' }]);
 * const runner = client.beta.messages.toolRunner({ …, system: session.system, tools: session.runnable });
 */
export function attachStores(
  attachments: readonly StoreAttachment[],
  options: AttachStoresOptions = {},
): SessionTools {
  const given = parseOptions(options, optionFields);
  const { onEvent, prefix = 'memory_' } = given;
  const { sessionId = `sesn_${randomUUID().replaceAll('-', '')}` } = given;
  const stores = checkAttachments(attachments, { sessionId });
  const tools = stores.length === 0 ? [] : sessionTools(stores, prefix);
  return {
    sessionId,
    names: stores.map(({ name }) => name),
    system: renderStores(stores, prefix),
    ...toolSet(tools, {
      names: { cursor: 'page' },
      cursorAdvice: 'give the next_page of the answer before, or none to start over',
      onCall: (name, input) =>
        onEvent?.({
          type: 'agent.tool_use',
          id: `sevt_${randomUUID()}`,
          session_id: sessionId,
          name,
          input,
        }),
    }),
  };
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
function checkAttachments(
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
