import type { MemoryBackend } from '@mneme/core/contract';
import { misreadings } from '../../src/memory-backend/misreadings.ts';
import { type BreakIt, type BrokenBackend, changingRecords, passing } from './broken-backend.ts';

type Method = Exclude<keyof MemoryBackend, 'name' | 'parallelCommits' | 'migration'>;
type Fields = Record<string, unknown>;

const recordFields = [
  'category',
  'tags',
  'expiresAt',
  'supersededBy',
  'validTo',
  'supersededReason',
  'contests',
  'contestedBy',
  'evidence',
  'extractedBy',
  'source.speaker',
  'source.sequence',
  'source.externalId',
  'source.documentPath',
  'source.own',
  'metadata',
];

/** What of a request a method could overlook, by the case that notices. */
const requestFields: [caughtBy: string, method: Method, fields: readonly string[]][] = [
  ['search: both arms', 'search', ['around', 'also', 'queries.vector', 'queries.terms']],
  ['search: both arms', 'commit', ['puts.terms']],
  ['get: every field', 'commit', ['puts', 'removals', 'puts.vector', 'puts.dropsVector']],
  ['commit: writes', 'commit', ['expect']],
  ['audit: lines', 'commit', ['audit']],
  ['audit: lines', 'audit', ['scope']],
  ['lookUp: equal', 'commit', ['puts.matter']],
  [
    'lookUp: equal',
    'lookUp',
    ['category', 'contentKey', 'vector', 'matter', 'externalId', 'turn'].map(
      (name) => `probes.${name}`,
    ),
  ],
  ['list, sessions', 'list', ['turns.from', 'turns.to']],
];

/** Where the items of an answer are, by the case that notices that one is missing or comes twice. */
const items: [caughtBy: string, method: Method, list?: string][] = [
  ['search: both arms', 'search', 'candidates'],
  ['lookUp: equal', 'lookUp'],
  ['list: in order', 'list', 'records'],
  ['list, sessions', 'sessions', 'sessions'],
  ['scan: what', 'scan', 'rows'],
  ['get: every field', 'get'],
  ['audit: lines', 'audit'],
  ['stats, scopes', 'scopes'],
];

/** Without a field, or with an empty list in its place; in a list, of each member. */
function without(value: unknown, [name = '', ...deeper]: readonly string[]): void {
  if (value === undefined) return;
  if (Array.isArray(value)) {
    for (const member of value) without(member, [name, ...deeper]);
    return;
  }
  const fields = value as Fields;
  if (deeper.length > 0) without(fields[name], deeper);
  else if (Array.isArray(fields[name])) fields[name] = [];
  else delete fields[name];
}

/** A method that does not see a field of its request, or of the members of a list in it. */
export function overlooking<Name extends string>(method: Name, field: string) {
  return (sound: { [method in Name]: unknown }) => ({
    async [method](request: Fields) {
      const asked = structuredClone(request);
      without(asked, field.split('.'));
      return (sound[method] as (asked: Fields) => unknown)(asked);
    },
  });
}

function withItems(
  method: Method,
  { list, change }: { list?: string; change: (items: readonly unknown[]) => unknown[] },
): BreakIt {
  return (sound) => ({
    async [method](...asked: never[]) {
      const answer = await (sound[method] as (...asked: never[]) => Promise<never>)(...asked);
      return list === undefined
        ? change(answer)
        : { ...(answer as Fields), [list]: change(answer[list]) };
    },
  });
}

/** The same mistakes for every method and field. */
export const brokenEverywhere: BrokenBackend[] = [
  ...Object.entries(misreadings).flatMap(([mistake, { passes }]): BrokenBackend[] =>
    (['search', 'list'] as const).map((method) => ({
      'search, list: only': {
        [`${mistake} (${method})`]: (...made) => ({ [method]: passing(passes)(...made)[method] }),
      },
    })),
  ),
  ...recordFields.map(
    (field): BrokenBackend => ({
      'get: every field': {
        [`loses ${field} of a record`]: changingRecords((record) => {
          const changed = structuredClone(record);
          without(changed, field.split('.'));
          return changed;
        }),
      },
    }),
  ),
  ...requestFields.flatMap(([caughtBy, method, fields]) =>
    fields.map(
      (field): BrokenBackend => ({
        [caughtBy]: { [`overlooks ${field} (${method})`]: overlooking(method, field) as BreakIt },
      }),
    ),
  ),
  ...items.map(
    ([caughtBy, method, list]): BrokenBackend => ({
      [caughtBy]: {
        [`leaves out the last (${method})`]: withItems(method, {
          list,
          change: (all) => all.slice(0, -1),
        }),
        [`repeats the first (${method})`]: withItems(method, {
          list,
          change: (all) => [...all, ...all.slice(0, 1)],
        }),
      },
    }),
  ),
];
