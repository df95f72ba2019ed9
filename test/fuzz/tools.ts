import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  attachStores,
  directory,
  fileMemoryTool,
  memoryTools,
  prefetch,
} from '../../packages/agent/src/index.ts';
import type { Place } from '../every-call.ts';
import {
  argumentsOf,
  complaintAboutText,
  type Entrance,
  type Outcome,
  ofCall,
} from './entrance.ts';

const memoryCalls: Record<string, object> = {
  memory_store: {
    content: 'Ada likes jasmine tea',
    category: 'user_preference',
    importance: 3,
    tags: ['tea'],
    expires_at: '2099-01-01',
  },
  memory_retrieve: { query: 'tea', limit: 3, category: 'user_preference' },
  memory_delete: { id: '01890000-0000-7000-8000-000000000000', reason: 'wrong' },
};

const sessionCalls: Record<string, (place: Place) => object> = {
  memory_list: () => ({ store: 'notes', path_prefix: '/', page: 'x' }),
  memory_search: () => ({ store: 'notes', query: 'friday', limit: 3 }),
  memory_read: () => ({ store: 'notes', path: '/plan.md', from_line: 1 }),
  memory_write: () => ({ store: 'notes', path: '/new.md', content: 'new' }),
  memory_edit: () => ({ store: 'notes', path: '/plan.md', old_str: 'Ship', new_str: 'Send' }),
  memory_delete: () => ({ store: 'notes', path: '/none.md' }),
};

const fileCommands: Record<string, object> = {
  view: { path: '/memories/a.md', view_range: [1, 2] },
  create: { path: '/memories/new.md', file_text: 'text' },
  str_replace: { path: '/memories/a.md', old_str: 'tea', new_str: 'tee' },
  insert: { path: '/memories/a.md', insert_line: 1, insert_text: 'line\n' },
  delete: { path: '/memories/none.md' },
  rename: { old_path: '/memories/a.md', new_path: '/memories/b.md' },
};

/** Tools never reject: they return errors to the model. */
async function ofAnswer(
  answer: Promise<{ content: string; isError: boolean }>,
  input: unknown,
): Promise<Outcome> {
  const { content, isError } = await answer;
  if (typeof content !== 'string') return { refused: isError, complaint: 'no text was answered' };
  if (isError && !content.startsWith('Error: '))
    return { refused: true, complaint: `not told as an error: ${content.slice(0, 200)}` };
  return {
    refused: isError,
    complaint: isError ? complaintAboutText(withoutEcho(content, input)) : undefined,
  };
}

/** An error about a missing `old_str` quotes all of it. */
function withoutEcho(content: string, input: unknown): string {
  try {
    const { old_str: text } = input as { old_str?: unknown };
    return typeof text === 'string' && text !== '' ? content.replace(text, '…') : content;
  } catch {
    return content;
  }
}

const memoryEntrances = Object.entries(memoryCalls).map(
  ([name, input]): Entrance => ({
    name: `tool ${name}`,
    valid: () => [name, input],
    call: ({ ada }, given) => {
      const [tool, input] = argumentsOf(given);
      return ofAnswer(memoryTools(ada).handle(tool as string, input), input);
    },
  }),
);

const sessionEntrances = Object.entries(sessionCalls).map(
  ([name, input]): Entrance => ({
    name: `session tool ${name}`,
    valid: (place) => [name, input(place)],
    call: ({ notes }, given) => {
      const [tool, input] = argumentsOf(given);
      const session = attachStores([{ store: notes, access: 'read_write' }]);
      return ofAnswer(session.handle(tool as string, input), input);
    },
  }),
);

const fileEntrances = Object.entries(fileCommands).flatMap(([name, command]): Entrance[] => {
  const run = (tool: unknown, given: unknown) =>
    ofCall(() =>
      (tool as Record<string, (given: unknown) => unknown>)[name]!(argumentsOf(given)[0]),
    );
  return [
    {
      name: `file tool ${name}, in a store`,
      valid: () => [command],
      call: ({ notes }, given) => run(fileMemoryTool(notes), given),
    },
    {
      name: `file tool ${name}, in a folder`,
      valid: () => [command],
      async call({ folder }, given) {
        const root = join(folder, 'files');
        mkdirSync(root, { recursive: true });
        const before = contentsOf(root);
        const outcome = await run(fileMemoryTool(directory(root)), given);
        if (outcome.refused && contentsOf(root) !== before)
          return { ...outcome, complaint: 'files changed although the command was refused' };
        return outcome;
      },
    },
  ];
});

function contentsOf(root: string): string {
  const names = readdirSync(root, { recursive: true }).map(String).sort();
  return JSON.stringify(
    names.map((name) => {
      const path = join(root, name);
      return [name, statSync(path).isFile() ? readFileSync(path, 'base64') : ''];
    }),
  );
}

export const toolEntrances: readonly Entrance[] = [
  ...memoryEntrances,
  ...sessionEntrances,
  ...fileEntrances,
  {
    name: 'prefetch',
    valid: () => ['which tea?', { tokenBudget: 200, limit: 3, minRelevance: 0.1 }],
    call: ({ ada }, given) => {
      const [query, options] = argumentsOf(given);
      return ofCall(() => prefetch(ada, query as string, options as object));
    },
  },
];
