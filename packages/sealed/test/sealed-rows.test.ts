import { tables } from '@mneme/store';
import { MemoryRows } from '@mneme/store/memory';
import type { Column, Row, Rows, Tables } from '@mneme/store/rows';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Keyring, sealedRows } from '../src/index.ts';
import { unsealedRows } from '../src/unsealed.ts';
import { memoryKeyring } from './memory-keyring.ts';
import { codeOf } from './sealing.ts';

let kept: ConstructorParameters<typeof MemoryRows>[0] & object;
let keyring: Keyring;
let rows: Rows;
beforeEach(async () => {
  kept = { kept: new Map() };
  keyring = memoryKeyring();
  rows = await opened();
});

const inner = () => new MemoryRows(kept);

async function opened(by = keyring, below: Rows = inner()): Promise<Rows> {
  const made = sealedRows(below, { keyring: by });
  await made.open(tables);
  return made;
}

/** The rows below, as somebody with access to the store sees and changes them. */
const below = (table: string): Row[] => [...(kept.kept?.get(table)?.rows.values() ?? [])];

const marker = 'zqmarkerqz';
const values = {
  text: marker,
  integer: 918_273_645,
  real: 918_273.645,
  bytes: new Uint8Array(Buffer.from(marker)),
};
const of = (column: Column, name: string) =>
  name === 'scope' ? marker : column.kept === 'plain' ? plain[column.type] : values[column.type];
const plain = { text: 'p', integer: 1, real: 1, bytes: Uint8Array.of(1) };

const record = (id: string, more: Row = {}): Row => ({
  scope: 'ada',
  id,
  number: 1,
  body: 'Ada likes tea',
  terms: 'ada tea',
  ...more,
});
const put = (...records: Row[]) => rows.write('ada', { put: { records } });
const get = async (id: string, more: object = {}, from = rows) => {
  const [[row] = []] = await from.read('ada', [{ table: 'records', any: [['ada', id]], ...more }]);
  return row;
};

describe('in the store below', () => {
  it.each(Object.keys(tables))('%s has nothing of what is not plain', async (name) => {
    const table: Tables[string] = tables[name as keyof typeof tables];
    const row = Object.fromEntries(
      Object.entries(table.columns).map(([column, of_]) => [column, of(of_, column)]),
    );
    await rows.write(undefined, { put: { [name]: [row] } });
    const bytes = Object.values(below(name)[0]!).map((cell) =>
      typeof cell === 'object' && cell !== null ? Buffer.from(cell) : Buffer.from(String(cell)),
    );
    for (const trace of [marker, '918273'])
      expect(bytes.filter((each) => each.includes(trace))).toEqual([]);
    expect((await rows.read(undefined, [{ table: name, is: [] }]))[0]).toEqual([row]);
  });

  it('texts that are plain are times, ids, names of databases, classes, counts, random stamps and salted hashes', () => {
    const visible = Object.entries(tables as Tables).map(([name, { columns }]) => [
      name,
      Object.entries(columns)
        .filter(
          ([column, { type, kept }]) => type === 'text' && kept === 'plain' && column !== 'scope',
        )
        .map(([column]) => column),
    ]);
    expect(Object.fromEntries(visible)).toEqual({
      meta: ['key', 'value'],
      places: ['home', 'moving', 'was'],
      scopes: ['epoch', 'past', 'counts', 'chain', 'cut', 'erasing', 'moving'],
      records: ['id', 'family', 'superseded_by'],
      accesses: ['id', 'last_at'],
      facets: [],
      vectors: [],
      stores: ['id', 'updated_at', 'changed_at'],
      documents: [
        'store',
        'id',
        'version_id',
        'created_at',
        'updated_at',
        'last_read_at',
        'used_at',
      ],
      versions: ['store', 'id', 'document'],
      chunks: ['store', 'document'],
      keys: ['id', 'hash', 'access', 'created_at', 'revoked_at'],
      segments: ['owner', 'epoch'],
      removals: ['numbers'],
      audit: ['written_at', 'note', 'digest', 'hash'],
    });
  });

  it('what the store can do is passed on, and nothing that it cannot', async () => {
    const mend = vi.fn(async () => {});
    const able: Rows = Object.assign(inner(), { mend });
    const made = await opened(keyring, able);
    await made.mend?.();
    expect(mend).toHaveBeenCalledOnce();
    expect([rows.mend, rows.compact, rows.remains]).toEqual([undefined, undefined, undefined]);
  });

  it('equal values look equal in one column of one scope, and nowhere else', async () => {
    await rows.write(undefined, {
      put: {
        records: [
          record('a', { session: 'same', external_id: 'same' }),
          record('b', { session: 'same' }),
          { ...record('c', { session: 'same' }), scope: 'bo' },
        ],
      },
    });
    const [a, b, c] = below('records');
    expect(a!.session).toBe(b!.session);
    expect(new Set([a!.session, a!.external_id, c!.session]).size).toBe(3);
    expect(a!.body).not.toEqual(b!.body);
  });

  it('names of usual length have the same length', async () => {
    await put(...['', 'x', 'x'.repeat(23)].map((session) => record(session, { session })));
    const lengths = below('records').map(({ session }) => (session as string).length);
    expect(new Set(lengths).size).toBe(1);
  });

  it('a cell that was changed or moved is damaged, or opens with no key', async () => {
    await put(record('a'), record('b', { body: 'The meeting is in Rome' }));
    await rows.write('bo', { put: { records: [{ ...record('a'), scope: 'bo' }] } });
    await rows.write('ada', {
      put: { chunks: [{ scope: 'ada', number: 1, store: 's', terms: 'rome' }] },
    });
    const [a, b, foreign] = below('records');
    const whole = { ...a! };
    const flipped = Uint8Array.from(a!.body as Uint8Array);
    flipped[30]! ^= 1;
    const changes: [Row, string][] = [
      [{ body: flipped }, 'damaged'],
      [{ body: (a!.body as Uint8Array).subarray(0, -1) }, 'damaged'],
      [{ body: new Uint8Array() }, 'wrong_key'],
      [{ body: b!.body as Uint8Array }, 'damaged'],
      [{ body: a!.terms as Uint8Array }, 'damaged'],
      [{ terms: below('chunks')[0]!.terms as Uint8Array }, 'damaged'],
      [{ body: foreign!.body as Uint8Array }, 'wrong_key'],
    ];
    for (const [change, code] of changes) {
      Object.assign(a!, change);
      expect(await codeOf(get('a'))).toBe(code);
      Object.assign(a!, whole);
    }
    expect((await get('a'))?.body).toBe('Ada likes tea');
  });
});

describe('sealed rows', () => {
  it('are found by what is hashed, and changed in part', async () => {
    await put(record('a', { session: 'monday' }), record('b', { session: 'friday' }));
    await rows.write('ada', {
      expect: [{ table: 'records', key: ['ada', 'a'], column: 'session', value: 'monday' }],
      patch: [
        {
          table: 'records',
          key: ['ada', 'a'],
          set: { session: 'sunday', body: 'Tea' },
          add: { number: 4 },
        },
      ],
    });
    const bySession = (session: string) =>
      rows.read('ada', [
        { table: 'records', index: 'by_turn', is: ['ada', session] },
        { table: 'records', index: 'by_turn', any: [['ada', session]], columns: ['session'] },
      ]);
    await put(record('c', { session: 'sunday', sequence: 1 }));
    expect((await bySession('sunday')).map((found) => found.length)).toEqual([1, 1]);
    expect(await get('a')).toMatchObject({ session: 'sunday', body: 'Tea', number: 5 });
    await rows.write('ada', { remove: { facets: [['ada', 1, 'tag']] } });
  });

  it('with sorted columns are listed in their order, from and to any place', async () => {
    const paths = ['/b', '/a/2', '/a', '/a/10', '/é', '/a.md'];
    const documents = paths.map((path, at) => ({ scope: 'ada', store: 's', id: `${at}`, path }));
    await rows.write('ada', { put: { documents } });
    const list = async (range: object) => {
      const question = {
        table: 'documents',
        index: 'by_path',
        is: ['ada', 's'],
        columns: ['path'],
      };
      const [found = []] = await rows.read('ada', [{ ...question, ...range }]);
      return found.map(({ path }) => path);
    };
    const inOrder = ['/a', '/a.md', '/a/10', '/a/2', '/b', '/é'];
    expect(await list({})).toEqual(inOrder);
    expect(await list({ limit: 2 })).toEqual(inOrder.slice(0, 2));
    expect(await list({ after: ['/a.md'], before: ['/b'], limit: 9 })).toEqual(['/a/10', '/a/2']);
    expect(await list({ reverse: true, limit: 1 })).toEqual(['/é']);
    expect(await list({ is: ['ada', 's', '/b'] })).toEqual(['/b']);
    const ids = { table: 'documents', index: 'by_path', is: ['ada', 's'], columns: ['id'] };
    expect((await rows.read('ada', [ids]))[0]?.at(0)).toEqual({ id: '2' });
    expect(await list({ is: ['ada'], after: ['s', '/b'] })).toEqual(['/é']);
  });

  it('of all scopes are read in pages, each row once', async () => {
    const scopes = ['bo', 'ada', 'cy', 'di'];
    await rows.write(undefined, {
      put: { audit: scopes.map((scope) => ({ scope, written_at: 't', number: 1, entry: scope })) },
    });
    const question = { table: 'audit', index: 'by_time', is: [] };
    const seen: unknown[] = [];
    for (let after: Row[string][] | undefined; ; ) {
      const [[row] = []] = await rows.read(undefined, [{ ...question, after, limit: 1 }]);
      if (row === undefined) break;
      expect(row.entry).toBe(row.scope);
      seen.push(row.scope);
      after = [row.written_at!, row.number!, row.scope!];
    }
    expect(seen.toSorted()).toEqual(scopes.toSorted());
    const [all = []] = await rows.read(undefined, [question]);
    expect(all.map(({ scope }) => scope)).toEqual(scopes.toSorted());
  });

  it('include what another process wrote first, also if that made the key', async () => {
    const later = inner();
    const other = await opened(keyring, later);
    const { read } = later;
    later.read = async (scope, questions) => {
      later.read = read;
      await put(record('a', { external_id: 'x' }));
      return read.call(later, scope, questions);
    };
    const question = { table: 'records', index: 'by_external_id', any: [['ada', 'x']] };
    const [found] = await other.read('ada', [question]);
    expect(found).toHaveLength(1);
  });

  it('cannot be in the order of what is only read', async () => {
    const wrong = {
      ...tables,
      records: { ...tables.records, indexes: { by_body: ['scope', 'body'] } },
    };
    const opening = sealedRows(inner(), { keyring }).open(wrong);
    await expect(opening).rejects.toThrow('has body of records in a key or index');
  });

  it('require valid rows and a keyring', () => {
    expect(() => sealedRows({} as Rows, { keyring })).toThrow(/^rows has no read/);
    expect(() => sealedRows(inner(), {} as never)).toThrow(/^keyring is missing/);
  });
});

describe('after its key was destroyed', () => {
  beforeEach(async () => {
    await put(record('a', { session: 'monday' }));
    await rows.write('ada', {
      put: {
        audit: [{ scope: 'ada', written_at: '1', number: 1, entry: 'stored' }],
      },
    });
    await rows.write('', {
      put: { audit: [{ scope: '', written_at: '2', number: 2, entry: 'erased' }] },
    });
    await rows.write('bo', { put: { records: [{ ...record('b'), scope: 'bo' }] } });
    await rows.seal!.destroyKey('ada');
  });

  it('a scope cannot be read, while others can', async () => {
    expect(await codeOf(get('a'))).toBe('wrong_key');
    expect(await codeOf(get('a', { columns: ['session'] }))).toBe('wrong_key');
    expect(await get('a', { columns: ['number'] })).toEqual({ number: 1 });
    const [[b] = []] = await rows.read('bo', [{ table: 'records', is: ['bo'] }]);
    expect(b?.body).toBe('Ada likes tea');
  });

  it('a lenient question has null there, and the receipt of the erasure', async () => {
    expect(await get('a', { lenient: true })).toMatchObject({ id: 'a', session: null, body: null });
    const [lines] = await rows.read(undefined, [{ table: 'audit', is: [], lenient: true }]);
    expect(lines).toMatchObject([
      { scope: '', entry: 'erased' },
      { scope: 'ada', entry: null },
    ]);
  });

  it('its rows can be removed, which makes no key, and written anew', async () => {
    const make = vi.spyOn(keyring, 'make');
    await rows.write('ada', { remove: { records: [['ada']] } });
    expect(below('records')).toHaveLength(1);
    expect(make).not.toHaveBeenCalled();
    await put(record('a', { body: 'Ada likes rum' }));
    expect((await get('a'))?.body).toBe('Ada likes rum');
  });

  const writeLate = async (revision: number | undefined, meanwhile: () => Promise<unknown>) => {
    const slow = inner();
    const other = await opened(keyring, slow);
    const { write } = slow;
    slow.write = async (scope, batch) => {
      slow.write = write;
      await meanwhile();
      return write.call(slow, scope, batch);
    };
    return other.write('cy', {
      expect: [{ table: 'scopes', key: ['cy'], column: 'revision', value: revision }],
      put: {
        scopes: [{ scope: 'cy', epoch: 'e', revision: (revision ?? 0) + 1 }],
        records: [{ ...record('c'), scope: 'cy' }],
        vectors: [{ scope: 'cy', space: 1, number: 7, code: Uint8Array.of(1) }],
      },
      patch: [{ table: 'meta', key: ['store'], add: { version: 1 } }],
    });
  };
  const left = () => {
    const written = below('records').filter(({ id }) => id === 'c');
    return [below('scopes'), written, below('vectors')].map(({ length }) => length);
  };

  it('the first write of the scope that was sealed before is taken back', async () => {
    await rows.write(undefined, { put: { meta: [{ key: 'store', version: 5 }] } });
    expect(await writeLate(undefined, () => rows.seal!.destroyKey('cy'))).toBe(true);
    expect(left()).toEqual([0, 0, 0]);
    expect(below('meta')[0]!.version).toBe(5);
  });

  it('a later one is left to the erasure, which has still to remove the scope', async () => {
    await rows.write('cy', { put: { scopes: [{ scope: 'cy', epoch: 'e', revision: 3 }] } });
    expect(await writeLate(3, () => rows.seal!.destroyKey('cy'))).toBe(true);
    expect(left()).toEqual([1, 1, 1]);
  });

  it('ids of its records are made with another secret', async () => {
    const secret = (scope: string) => rows.seal!.idSecret(scope);
    const before = await secret('bo');
    expect(await (await opened()).seal!.idSecret('bo')).toBe(before);
    expect(await secret('cy')).not.toBe(before);
    await rows.seal!.destroyKey('bo');
    expect(await secret('bo')).not.toBe(before);
  });

  it('a closed store makes and destroys no keys', async () => {
    await rows.close();
    for (const call of [rows.seal!.destroyKey('bo'), rows.seal!.idSecret('bo')])
      expect(await codeOf(call)).toBe('closed');
    expect(await get('b', {}, await opened()).catch(() => 'x')).toBeUndefined();
  });
});

describe('a store', () => {
  it('that is sealed is refused with another keyring, which makes no key, and without one', async () => {
    await put(record('a'));
    const other = memoryKeyring();
    expect(await codeOf(opened(other))).toBe('wrong_key');
    expect(await other.get('store')).toBeUndefined();
    expect(await codeOf(unsealedRows(inner()).open(tables))).toBe('wrong_key');
  });

  it('that another process has sealed since it was opened gets no second keyring', async () => {
    const early = await opened(memoryKeyring());
    await put(record('a'));
    const late = early.write('bo', { put: { records: [{ ...record('b'), scope: 'bo' }] } });
    expect(await codeOf(late)).toBe('wrong_key');
    expect(below('records')).toHaveLength(1);
  });

  it('that is plain is refused with a keyring, and opens without', async () => {
    kept = { kept: new Map() };
    const plain = unsealedRows(inner());
    await plain.open(tables);
    await plain.write('ada', { put: { records: [record('a')] } });
    await expect(opened()).rejects.toMatchObject({ code: 'wrong_key', field: 'keyring' });
    await unsealedRows(inner()).open(tables);
  });

  it('of something else stays refused as such', async () => {
    kept = { kept: new Map() };
    const id = { type: 'integer', kept: 'plain' } as const;
    await inner().open({ records: { columns: { id }, key: ['id'], indexes: {} } });
    expect(await codeOf(opened())).toBe('foreign_store');
    expect(await codeOf(unsealedRows(inner()).open(tables))).toBe('foreign_store');
  });
});
