import { randomUUID } from 'node:crypto';
import { MnemeError } from '@mneme/core';
import type { z } from 'zod';
import { replaceOnce } from '../file-tool/edit-text.ts';
import { storeTree } from '../file-tool/store-tree.ts';
import { type AttachedStore, checkAttachments, type StoreAttachment } from './attachment.ts';
import { renderStores } from './render-stores.ts';
import {
  type SessionToolDefinition,
  type SessionToolInputs,
  type SessionToolName,
  sessionToolDefinitions,
  sessionToolInputs,
  sessionToolNames,
} from './tool-definitions.ts';

export interface AttachStoresOptions {
  /** What the versions that the agent writes name as their author. Default: `sesn_` and a UUID. */
  sessionId?: string;
  /** Is told of each call before it runs. Must not throw. */
  onEvent?: (event: AgentToolUseEvent) => void;
  /** How much one answer holds; the rest is reached by `page` and `from_line`. Default: 20,000. */
  maxCharacters?: number;
}

/** As on the event stream of a session. */
export interface AgentToolUseEvent {
  type: 'agent.tool_use';
  id: string;
  session_id: string;
  name: string;
  input: unknown;
}

export interface SessionToolAnswer {
  /** JSON where it worked, else a sentence that says what to change. */
  content: string;
  isError: boolean;
}

/** What `client.beta.messages.toolRunner` takes, without depending on the SDK at run time. */
export interface RunnableSessionTool extends SessionToolDefinition {
  type: 'custom';
  parse: (input: unknown) => unknown;
  /** Throws an error whose message is the answer's content: the runner makes an error tool result of it. */
  run: (input: unknown) => Promise<string>;
}

export interface SessionTools {
  sessionId: string;
  /** For the system prompt; empty without stores. */
  system: string;
  /** For `messages.create({ tools })` in a loop of one's own. */
  definitions: SessionToolDefinition[];
  /** Runs one call. Never rejects and never throws: what went wrong is the answer. */
  handle(name: string, input: unknown): Promise<SessionToolAnswer>;
  /** For `client.beta.messages.toolRunner({ tools })`. */
  runnable: RunnableSessionTool[];
}

/**
 * Attaches document stores to a session of an agent: what its system prompt says of them, and six tools over them.
 * `read_only` is kept here, whatever the model was told.
 *
 * @example
 * const session = attachStores([{ store: notes, access: 'read_write', instructions: 'Keep it tidy.' }]);
 * const runner = client.beta.messages.toolRunner({ …, system: session.system, tools: session.runnable });
 */
export function attachStores(
  attachments: readonly StoreAttachment[],
  options: AttachStoresOptions = {},
): SessionTools {
  const { sessionId = `sesn_${randomUUID().replaceAll('-', '')}`, maxCharacters = 20_000 } =
    options;
  const { onEvent = () => {} } = options;
  const stores = checkAttachments(attachments, { sessionId });
  const schemas =
    stores.length === 0 ? undefined : sessionToolInputs(stores.map(({ name }) => name));
  const definitions = schemas === undefined ? [] : sessionToolDefinitions(schemas);

  const handle: SessionTools['handle'] = async (name, input) => {
    onEvent({
      type: 'agent.tool_use',
      id: `sevt_${randomUUID()}`,
      session_id: sessionId,
      name,
      input,
    });
    try {
      if (schemas === undefined || !isToolName(name)) return failed(`there is no tool ${name}`);
      const parsed = schemas[name].safeParse(input);
      if (!parsed.success) return failed(explain(parsed.error));
      const attached = stores.find((store) => store.name === parsed.data.store)!;
      const call = { name, input: parsed.data } as Call;
      return {
        content: JSON.stringify(await run(call, { attached, maxCharacters })),
        isError: false,
      };
    } catch (error) {
      return failed(messageOf(error));
    }
  };

  return {
    sessionId,
    system: renderStores(stores),
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

type Call = {
  [Name in SessionToolName]: { name: Name; input: z.output<SessionToolInputs[Name]> };
}[SessionToolName];

interface Place {
  attached: AttachedStore;
  maxCharacters: number;
}

async function run(call: Call, { attached, maxCharacters }: Place): Promise<object> {
  const { store } = attached;
  switch (call.name) {
    case 'memory_list': {
      const { path_prefix: pathPrefix, page } = call.input;
      const limit = Math.max(1, Math.min(200, Math.floor(maxCharacters / 200)));
      const { items, nextCursor } = await store.list({ pathPrefix, cursor: page, limit });
      const documents = items.flatMap((item) =>
        item.type === 'document' ? [{ path: item.path, bytes: item.contentSizeBytes }] : [],
      );
      return { documents, ...(nextCursor === undefined ? {} : { next_page: nextCursor }) };
    }
    case 'memory_search': {
      const { documents } = await store.search(call.input.query, { limit: call.input.limit });
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
    case 'memory_read': {
      const document = await store.read(call.input.path);
      if (document === undefined) throw missing(call.input.path);
      return {
        path: document.path,
        ...part(document.content, call.input.from_line, maxCharacters),
      };
    }
    case 'memory_write': {
      requireWrite(attached);
      const { path, content } = call.input;
      const { changed, document } = await store.write({ path, content });
      return { path: document.path, bytes: document.contentSizeBytes, changed };
    }
    case 'memory_edit': {
      requireWrite(attached);
      const { path, old_str: oldText, new_str: newText } = call.input;
      let snippet = '';
      const outcome = await storeTree(store).edit(path.split('/').slice(1), (text) => {
        const replaced = replaceOnce(text, { path, oldText, newText });
        snippet = replaced.snippet;
        return replaced.text;
      });
      if (outcome !== 'edited') throw missing(path);
      return { path, changed_lines: snippet.slice(0, maxCharacters) };
    }
    case 'memory_delete': {
      requireWrite(attached);
      await store.delete(call.input.path);
      return { path: call.input.path, deleted: true };
    }
  }
}

/** Whole lines from the given one on, as many as fit; a line that is too long by itself is cut, and says so. */
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

function missing(path: string): MnemeError {
  return new MnemeError(
    'not_found',
    `there is no document ${path}; memory_list shows what is there`,
  );
}

function isToolName(name: string): name is SessionToolName {
  return sessionToolNames.some((known) => known === name);
}

function explain({ issues }: z.ZodError): string {
  const [issue] = issues;
  const field = issue?.path.join('.') || 'input';
  return `${field}: ${issue?.message ?? 'is not valid'}. Nothing was done; correct it and call again.`;
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return MnemeError.isInstance(error)
    ? message
    : `the memory failed (${message}). Go on without it.`;
}

function failed(message: string): SessionToolAnswer {
  return { content: `Error: ${message}`, isError: true };
}
