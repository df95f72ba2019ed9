import { randomUUID } from 'node:crypto';
import { MnemeError } from '@mneme/core';
import { visibleJson, visibleText } from '@mneme/core/faces';
import {
  callback,
  type Fields,
  type FieldsOf,
  integer,
  invalid,
  parseFields,
  parseName,
  parseOptions,
  show,
} from '@mneme/core/input';
import { replaceOnce } from '../file-tool/edit-text.ts';
import { storeTree } from '../file-tool/store-tree.ts';
import { type AttachedStore, checkAttachments, type StoreAttachment } from './attachment.ts';
import { renderStores } from './render-stores.ts';
import {
  type SessionToolAction,
  type SessionToolDefinition,
  sessionToolActions,
  sessionToolDefinitions,
  sessionToolFields,
} from './tool-definitions.ts';

/** Options for the tools of a session. */
export interface AttachStoresOptions {
  /** The author in the versions that the agent writes. Default: `sesn_` and a UUID. */
  sessionId?: string;
  /** Prefix of the tools' names, to tell them from other tools of the agent. Default: `memory_`. */
  prefix?: string;
  /** Called before each tool call. Must not throw. */
  onEvent?: (event: AgentToolUseEvent) => void;
  /** Maximum characters of one answer; the rest is reached by `page` and `from_line`. Default: 20,000. */
  maxCharacters?: number;
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

/** The result of a call, for the model. */
export interface SessionToolAnswer {
  /** JSON if it worked, otherwise a sentence that says what to change. */
  content: string;
  /** True: `content` begins with `Error: `. */
  isError: boolean;
}

/** What `client.beta.messages.toolRunner` takes, without depending on the SDK at run time. */
export interface RunnableSessionTool extends SessionToolDefinition {
  type: 'custom';
  parse: (input: unknown) => unknown;
  /** Throws an error whose message is the answer's content: the runner makes it an error result. */
  run: (input: unknown) => Promise<string>;
}

/** The tools over a session's stores, in the forms that callers need. */
export interface SessionTools {
  /** The author in versions. */
  sessionId: string;
  /** The tools' name of each store, in the order of the attachments. */
  names: string[];
  /** For the system prompt; empty without stores. */
  system: string;
  /** For `messages.create({ tools })` in your own loop. */
  definitions: SessionToolDefinition[];
  /** Runs one call. Never rejects and never throws: failures are in the answer. */
  handle(name: string, input: unknown): Promise<SessionToolAnswer>;
  /** For `client.beta.messages.toolRunner({ tools })`. */
  runnable: RunnableSessionTool[];
}

const optionFields = {
  sessionId: (value: unknown, field: string) => parseName(value, field),
  prefix(value: unknown, field: string) {
    if (typeof value === 'string' && /^[a-zA-Z0-9_-]{1,50}$/.test(value)) return value;
    throw invalid(field, 'must be 1 to 50 letters, digits, _ or -, as tools have in their names');
  },
  onEvent: callback<(event: AgentToolUseEvent) => void>(),
  maxCharacters: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
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
  const { sessionId = `sesn_${randomUUID().replaceAll('-', '')}`, maxCharacters = 20_000 } = given;
  const { onEvent = () => {}, prefix = 'memory_' } = given;
  const stores = checkAttachments(attachments, { sessionId });
  const names = stores.map(({ name }) => name);
  const definitions = stores.length === 0 ? [] : sessionToolDefinitions(names, prefix);
  const place = { stores, fields: sessionToolFields(names), maxCharacters, prefix };

  const handle: SessionTools['handle'] = async (name, input) => {
    onEvent({
      type: 'agent.tool_use',
      id: `sevt_${randomUUID()}`,
      session_id: sessionId,
      name,
      input,
    });
    try {
      const action = sessionToolActions.find((known) => prefix + known === name);
      if (stores.length === 0 || action === undefined)
        return failed(`there is no tool ${show(name)}`);
      return { content: visibleJson(await run(action, input, place)), isError: false };
    } catch (error) {
      return failed(messageOf(error));
    }
  };

  return {
    sessionId,
    names,
    system: renderStores(stores, prefix),
    definitions,
    handle,
    runnable: definitions.map((definition) => ({
      ...structuredClone(definition),
      type: 'custom',
      parse: (input) => input,
      run: async (input) => {
        const answer = await handle(definition.name, input);
        if (answer.isError) throw new Error(answer.content.replace(/^Error: /, ''));
        return answer.content;
      },
    })),
  };
}

interface Place {
  stores: readonly AttachedStore[];
  fields: ReturnType<typeof sessionToolFields>;
  maxCharacters: number;
  prefix: string;
}

async function run(
  action: SessionToolAction,
  input: unknown,
  { stores, fields, maxCharacters, prefix }: Place,
): Promise<object> {
  const parse = <Table extends Fields, Required extends keyof Table = never>(
    table: Table,
    required?: readonly Required[],
  ) => parseFields(input, table, { name: 'input', required });
  const find = (name: string | undefined, access: 'read' | 'write' = 'read') => {
    const found = stores.length === 1 ? stores[0] : stores.find((store) => store.name === name);
    if (found === undefined) {
      const names = stores.map((store) => store.name).join(', ');
      throw invalid('store', `is missing: give one of ${names}`);
    }
    if (access === 'write') requireWrite(found);
    return found.store;
  };
  const missing = (path: string) =>
    new MnemeError('not_found', `there is no document ${path}; ${prefix}list shows what is there`);
  switch (action) {
    case 'list': {
      const { store, path_prefix: pathPrefix, page } = parse(fields.list);
      const limit = Math.max(1, Math.min(200, Math.floor(maxCharacters / 200)));
      const { items, nextCursor } = await find(store).list({ pathPrefix, cursor: page, limit });
      const documents = items.flatMap((item) =>
        item.type === 'document' ? [{ path: item.path, bytes: item.contentSizeBytes }] : [],
      );
      return { documents, ...(nextCursor === undefined ? {} : { next_page: nextCursor }) };
    }
    case 'search': {
      const { store, query, limit = 5 } = parse(fields.search, ['query']);
      const { documents } = await find(store).search(query, { limit });
      const share = Math.floor(maxCharacters / Math.max(documents.length, 1));
      return {
        documents: documents.map(({ path, line, score, excerpt }) => ({
          path,
          line,
          score: Math.round(score * 1000) / 1000,
          excerpt: excerpt.slice(0, share),
        })),
      };
    }
    case 'read': {
      const { store, path, from_line: fromLine = 1 } = parse(fields.read, ['path']);
      const document = await find(store).read(path);
      if (document === undefined) throw missing(path);
      return { path: document.path, ...part(document.content, fromLine, maxCharacters) };
    }
    case 'write': {
      const { store, path, content } = parse(fields.write, ['path', 'content']);
      const { changed, document } = await find(store, 'write').write({ path, content });
      return { path: document.path, bytes: document.contentSizeBytes, changed };
    }
    case 'edit': {
      const given = parse(fields.edit, ['path', 'old_str', 'new_str']);
      const { path, old_str: oldText, new_str: newText } = given;
      let snippet = '';
      const tree = storeTree(find(given.store, 'write'));
      const outcome = await tree.edit(path.split('/').slice(1), (text) => {
        const replaced = replaceOnce(text, { path, oldText, newText });
        snippet = replaced.snippet;
        return replaced.text;
      });
      if (outcome !== 'edited') throw missing(path);
      return { path, changed_lines: snippet.slice(0, maxCharacters) };
    }
    case 'delete': {
      const { store, path } = parse(fields.delete, ['path']);
      await find(store, 'write').delete(path);
      return { path, deleted: true };
    }
  }
}

/** As many whole lines as fit, from the given one on; a line that is too long is cut, with a note. */
function part(text: string, fromLine: number, maxCharacters: number): object {
  const lines = text.split('\n');
  const shown: string[] = [];
  let characters = 0;
  for (const line of lines.slice(fromLine - 1)) {
    characters += line.length + 1;
    if (characters > maxCharacters && shown.length > 0) break;
    shown.push(line.slice(0, maxCharacters));
  }
  const next = fromLine + shown.length;
  return {
    content: shown.join('\n'),
    from_line: fromLine,
    lines: lines.length,
    ...(next <= lines.length ? { next_line: next } : {}),
  };
}

function requireWrite({ name, access }: AttachedStore): void {
  if (access === 'read_write') return;
  throw new MnemeError(
    'read_only',
    `the store ${name} is read_only in this session; nothing was written`,
  );
}

/** In the tools' words. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!MnemeError.isInstance(error)) return `the memory failed (${message}). Go on without it.`;
  const said = error.worded({
    name: (field) => toolNames[field] ?? field,
    advice: ({ field }) =>
      error.code === 'secret_refused'
        ? 'leave it out'
        : field === 'cursor'
          ? 'give the next_page of the answer before, or none to start over'
          : undefined,
  });
  return error.faults.length > 0 ? `${said}. Nothing was done; correct it and call again.` : said;
}

const toolNames: Readonly<Record<string, string>> = { pathPrefix: 'path_prefix', cursor: 'page' };

function failed(message: string): SessionToolAnswer {
  return { content: visibleText(`Error: ${message}`), isError: true };
}
