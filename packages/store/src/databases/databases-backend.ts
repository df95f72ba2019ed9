import { setTimeout } from 'node:timers/promises';
import {
  type DocumentBackend,
  type EmbedderIdentity,
  Lifecycle,
  MnemeError,
  type PendingText,
  remainsOf,
} from '@mneme/core/backend';
import { countQuestion } from '../audit/scope-births.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import { changeMeta, type Meta, metaIn, metaQuestion } from '../scopes/meta.ts';
import { placeOf } from '../spaces/text-place.ts';
import { type OpenPart, type StoreBackend, storeBackend } from '../store-backend.ts';
import { Directory, type Place } from './directory.ts';
import {
  lineIn,
  lineOf,
  mergeAudits,
  mergeChecks,
  mergeCounts,
  mergeGauges,
  mergeStats,
} from './merged.ts';
import {
  cancel,
  clean,
  type MovedScope,
  type MoveGround,
  type MoveOptions,
  moveScope,
  settle,
} from './move-scope.ts';
import { ScopeMoved } from './moving.ts';

/** One of several databases. */
export interface DatabaseOptions {
  /** Made by `sqliteBackend`, `postgresBackend` and others, and not opened. */
  backend: Pick<StoreBackend, 'rows' | 'options' | 'name'>;
  /** False: no new scopes are placed in it. Default: true. */
  newScopes?: boolean | undefined;
}

/** A database as {@link Databases.list} reports it. */
export interface DatabaseInfo {
  name: string;
  /** Whether new scopes are placed in it. */
  newScopes: boolean;
  scopes?: number;
  /** Current records. */
  records?: number;
  /** Size, if the database can tell. */
  bytes?: number;
  /** Why it cannot be reached: then nothing else is known of it. */
  unavailable?: string;
}

/** What the databases of one store can do besides. */
export interface Databases {
  list(): Promise<DatabaseInfo[]>;
  /** Those that cannot be reached now, with the reasons. Rejects if that is the first. */
  unavailable(): Promise<{ name: string; reason: string }[]>;
  /** Names of scopes in a database or in all, those without records too, that begin so. */
  scopesIn(request: {
    from?: string | undefined;
    prefix?: string | undefined;
  }): AsyncIterable<string>;
  /**
   * Moves a scope while it is used: with everything that is stored of it, receipts, cursors and vectors. Its readers never
   * wait; its writers do briefly, or are rejected with `unavailable`. A move that was interrupted is continued by the next
   * call. `not_found`: nobody has ever written to that scope.
   */
  move(scope: string, options: MoveOptions): Promise<MovedScope>;
}

/** A memory in several databases. */
export type DatabasesBackend = Omit<StoreBackend, 'rows' | 'options'> & {
  readonly databases: Databases;
};

const mebibyte = 1024 * 1024;
/** How often a call looks for a scope that others move all the time. */
const mostLooks = 20;
const downCodes: ReadonlySet<string> = new Set(['unavailable', 'timeout']);

/**
 * Several databases as one store, by their names. Each scope is in one of them. The first has the list of scopes, and the
 * keys of the server; the others must be empty when they are added. Calls to scopes of a database that cannot be reached
 * reject with `unavailable`, and the others go on.
 *
 * @example
 * const backend = databasesBackend({
 *   main: { backend: postgresBackend({ connectionString: 'postgres://mneme@one/mneme' }) },
 *   second: { backend: postgresBackend({ connectionString: 'postgres://mneme@two/mneme' }) },
 * });
 */
export function databasesBackend(
  databases: Readonly<Record<string, DatabaseOptions>>,
): DatabasesBackend {
  return new Router(databases).backend();
}

/** A database, and whether it is open. */
interface Part {
  name: string;
  newScopes: boolean;
  backend: StoreBackend;
  open: OpenPart | undefined;
  opening: Promise<void> | undefined;
}

class Router {
  readonly #parts = new Map<string, Part>();
  readonly #first: Part;
  readonly #directory: Directory;
  readonly #ground: MoveGround;
  readonly #life = new Lifecycle<Router>('several databases');
  #embedder: EmbedderIdentity | undefined;
  #resumed: Promise<void> | undefined;
  #isClosing = false;

  constructor(databases: Readonly<Record<string, DatabaseOptions>>) {
    const count = Object.keys(databases).length;
    if (count === 0)
      throw new MnemeError('invalid_input', 'databases is empty: name one at least', {
        field: 'databases',
      });
    for (const [name, { backend, newScopes = true }] of Object.entries(databases)) {
      assertName(name);
      const part: Part = { name, newScopes, open: undefined, opening: undefined } as Part;
      part.backend = storeBackend(backend.rows, {
        ...backend.options,
        // What one store may use is for all of them.
        cacheBytes: (backend.options.cacheBytes ?? 160 * mebibyte) / count,
        part: {
          join: (meta, scopes) => this.#join(part, meta, scopes),
          confirm: (scope) => this.#confirm(part, scope),
          opened: (ground) => {
            part.open = ground;
          },
        },
      });
      this.#parts.set(name, part);
    }
    const sealed = [...this.#parts.values()].filter(({ backend }) => backend.rows.seal);
    if (sealed.length > 0 && sealed.length < count)
      throw new MnemeError(
        'invalid_input',
        'some of these databases are sealed and others are not: seal all of them with one keyring, because ids depend on it',
        { field: 'databases' },
      );
    this.#first = this.#parts.values().next().value as Part;
    const part = async (name: string) => this.#opened(this.#named(name));
    const rows = async () => (await part(this.#first.name)).rows;
    const accepting = [...this.#parts.values()].filter(({ newScopes }) => newScopes);
    this.#directory = new Directory(rows, {
      first: this.#first.name,
      accepting: accepting.map(({ name }) => name),
    });
    this.#ground = { directory: this.#directory, part };
  }

  /** `parts`: those that calls about the whole store are about. */
  backend(parts: readonly Part[] = [...this.#parts.values()]): DatabasesBackend {
    const { run } = this.#life;
    const calls =
      ({ makes }: { makes: boolean }): At =>
      (work) =>
      (given) =>
        run(() => this.#at(given.scope, (of) => work(of, given), { makes }));
    const [at, making] = [calls({ makes: false }), calls({ makes: true })];
    const all = <T>(work: (of: StoreBackend) => Promise<T>) => run(() => this.#all(work, parts));
    const first = this.#first.backend;
    const ofKeys = <T>(work: (keys: StoreBackend['keys']) => Promise<T>) =>
      run(() => this.#on(this.#first, (of) => work(of.keys)));
    return {
      name: 'databases',
      open: ({ embedder }) =>
        this.#life.open(async () => {
          this.#embedder = embedder;
          await this.#openAll();
          return this;
        }),
      search: at((of, given) => of.search(given)),
      sessions: at((of, given) => of.sessions(given)),
      lookUp: at((of, given) => of.lookUp(given)),
      commit: making((of, given) => of.commit(given)),
      list: at((of, given) => of.list(given)),
      scan: at((of, given) => of.scan(given)),
      get: (scope, ids, options) => run(() => this.#at(scope, (of) => of.get(scope, ids, options))),
      history: (scope, id) => run(() => this.#at(scope, (of) => of.history(scope, id))),
      touch: (scope, ids, at) => run(() => this.#at(scope, (of) => of.touch(scope, ids, at))),
      ...(first.idSecret && {
        idSecret: (scope: string) => this.#on(this.#first, (of) => of.idSecret!(scope)),
      }),
      reachable: async () => {
        const down = new Set((await run(() => this.#unavailable())).map(({ name }) => name));
        return this.backend(parts.filter(({ name }) => !down.has(name)));
      },
      scopes: async () => [...new Set((await all((of) => of.scopes())).flat())].sort(),
      stats: async (scope, now) =>
        scope === undefined
          ? mergeStats(await all((of) => of.stats(undefined, now)))
          : run(() => this.#at(scope, (of) => of.stats(scope, now))),
      estimate: async (now) => mergeCounts(await all((of) => of.estimate(now))),
      erase: (scope, receipt, options) =>
        run(async () => {
          await this.#end(scope);
          const erase = async (part: Part) => {
            const erased = await part.backend.erase(scope, receipt, options);
            const audit = erased.proof?.audit;
            if (audit) audit.line = lineOf(audit.line, numberOf(part));
            return erased;
          };
          return this.#at(scope, (_, part) => erase(part));
        }),
      audit: async ({ scope, limit }) =>
        mergeAudits(
          scope === undefined
            ? await all((of) => of.audit({ limit }))
            : await run(() => this.#auditsOf(scope, limit)),
          limit,
        ),
      cutAudit: async (request) =>
        (await all((of) => of.cutAudit(request))).reduce((sum, cut) => sum + cut, 0),
      noteReceipt: ({ line: given, digest }) =>
        run(async () => {
          const { line, number } = lineIn(given);
          await this.#on(await this.#numbered(number), (of) => of.noteReceipt({ line, digest }));
        }),
      checkAudit: ({ line: given }) =>
        run(async () => {
          const asked = given === undefined ? undefined : lineIn(given);
          const by = asked && (await this.#numbered(asked.number));
          return mergeChecks(
            await this.#all(
              (of) => of.checkAudit(by?.backend === of ? { line: asked?.line as number } : {}),
              parts,
            ),
          );
        }),
      checkStore: (request) => run(() => this.#checkStore(request)),
      mendStore: async () => {
        await all((of) => of.mendStore());
      },
      remains: (options) =>
        run(() =>
          remainsOf(
            parts.map(({ backend }) => backend),
            options,
          ),
        ),
      compact: async (options) => {
        const able = parts.filter(({ backend }) => backend.compact);
        const each = await Promise.all(
          able.map((part) => run(() => this.#on(part, (of) => of.compact!(options)))),
        );
        const total = (name: 'bytesBefore' | 'bytesAfter' | 'freeShare') =>
          each.reduce((sum, of) => sum + of[name], 0);
        const outcome = each.find(({ outcome }) => outcome === 'compacted') ?? each[0];
        return {
          outcome: outcome?.outcome ?? 'not_needed',
          freeShare: each.length === 0 ? 0 : total('freeShare') / each.length,
          ...{ bytesBefore: total('bytesBefore'), bytesAfter: total('bytesAfter') },
        };
      },
      gauges: () => mergeGauges(parts.map(({ backend }) => backend.gauges())),
      ...(parts.some(({ backend }) => backend.prepare) && {
        prepare: () => {
          for (const { backend } of parts) backend.prepare?.();
        },
      }),
      migration: this.#migration(),
      documents: this.#documents(at, making),
      keys: {
        addKey: (key) => ofKeys((keys) => keys.addKey(key)),
        getKey: (id) => ofKeys((keys) => keys.getKey(id)),
        hasKey: () => ofKeys((keys) => keys.hasKey()),
        listKeys: (scope) => ofKeys((keys) => keys.listKeys(scope)),
        revokeKey: (id, at) => ofKeys((keys) => keys.revokeKey(id, at)),
      },
      databases: {
        list: () => run(() => Promise.all(parts.map((part) => this.#infoOf(part)))),
        unavailable: () => run(() => this.#unavailable()),
        scopesIn: (request) => this.#scopesIn(request),
        move: (scope, options) =>
          run(async () => {
            this.#named(options.to);
            return moveScope(scope, options, this.#ground);
          }),
      },
      close: () => {
        this.#isClosing = true;
        return this.#life.close(async () => {
          await this.#resumed;
          await Promise.all(parts.map(({ backend }) => backend.close()));
        });
      },
    };
  }

  #named(name: string): Part {
    const part = this.#parts.get(name);
    if (part !== undefined) return part;
    const known = [...this.#parts.keys()].join(', ');
    throw new MnemeError(
      'invalid_input',
      `there is no database ${name}: the databases are ${known}`,
      { field: 'to' },
    );
  }

  /** The first must be there; the others may come later. */
  async #openAll(): Promise<void> {
    try {
      await this.#opened(this.#first);
      const others = [...this.#parts.values()].slice(1);
      const opened = await Promise.allSettled(others.map((part) => this.#opened(part)));
      for (const result of opened)
        if (result.status === 'rejected' && !isDown(result.reason)) throw result.reason;
    } catch (error) {
      await Promise.all([...this.#parts.values()].map(({ backend }) => backend.close()));
      throw error;
    }
    this.#resumed = this.#resume();
  }

  async #opened(part: Part): Promise<OpenPart> {
    if (part.open === undefined) {
      if (part !== this.#first) await this.#opened(this.#first);
      part.opening ??= part.backend.open({ embedder: this.#embedder }).finally(() => {
        part.opening = undefined;
      });
      await named(part, () => part.opening as Promise<void>);
      await this.#assertOneKeyring(part);
    }
    return part.open as OpenPart;
  }

  async #assertOneKeyring(part: Part): Promise<void> {
    const [seal, first] = [part.backend.rows.seal, this.#first.backend.rows.seal];
    if (seal === undefined || first === undefined || part === this.#first) return;
    if ((await seal.idSecret('')) === (await first.idSecret(''))) return;
    throw new MnemeError(
      'wrong_key',
      `the database ${part.name} is sealed with another keyring than the first one: use one for all`,
      { field: 'keyring' },
    );
  }

  /** What a database knows of itself as one of several. The others take over what makes cursors and vectors fit. */
  async #join(part: Part, meta: Meta, scopes: number): Promise<Meta> {
    const { name } = part;
    const isFirst = part === this.#first;
    const known = meta.part;
    if (known !== undefined) {
      const isSame = known.name === name && (known.number === 0) === isFirst;
      const secret = this.#first.open?.meta.secret;
      if (isSame && (isFirst || meta.secret === secret)) return meta;
      throw new MnemeError(
        'conflict',
        isSame
          ? `the database ${name} belongs to other databases: add an empty one`
          : `the database that is named ${name} here is ${known.name}${known.number === 0 ? ', the first one' : ''}: give each its own name, and leave the first at its place`,
        { field: 'databases' },
      );
    }
    if (isFirst) return { ...meta, part: { name, number: 0, members: [name] } };
    if (scopes > 0)
      throw new MnemeError(
        'conflict',
        `the database ${name} has scopes already: only the first may have some, so add an empty one and copy them with "mneme db copy"`,
        { field: 'databases' },
      );
    const { rows } = await this.#opened(this.#first);
    const first = await changeMeta(rows, (meta) => {
      const part = meta.part as NonNullable<Meta['part']>;
      const { members = [] } = part;
      return members.includes(name)
        ? meta
        : { ...meta, part: { ...part, members: [...members, name] } };
    });
    const number = first.part?.members?.indexOf(name) as number;
    const { secret, lastSpace, current, next } = first;
    return { ...meta, secret, lastSpace, current, next, part: { name, number } };
  }

  /** A database has no rows of a scope: throws unless that is so where the scope is. */
  async #confirm(part: Part, scope: string): Promise<void> {
    const known = this.#directory.known(scope);
    let place = await this.#directory.look(scope);
    if (place !== undefined) place = await settle(scope, place, this.#ground);
    const isHere = place === undefined || place.home === part.name;
    const isSame =
      known === undefined || (known.home === place?.home && known.moves === place.moves);
    if (!isHere || !isSame) throw new ScopeMoved(scope);
  }

  /** Does the work where the scope is. `makes`: it may be new. */
  async #at<T>(
    scope: string,
    work: (of: StoreBackend, part: Part) => Promise<T>,
    { makes = false }: { makes?: boolean } = {},
  ): Promise<T> {
    for (let look = 1; ; look++) {
      const place = makes ? await this.#directory.make(scope) : await this.#directory.find(scope);
      const part = place === undefined ? this.#first : this.#homeOf(scope, place);
      try {
        return await this.#on(part, () => work(part.backend, part));
      } catch (error) {
        if (!(error instanceof ScopeMoved) || look === mostLooks) throw error;
        this.#directory.forget(scope);
        await setTimeout(Math.random() * Math.min(50, 2 ** look));
      }
    }
  }

  #homeOf(scope: string, { home }: Place): Part {
    const part = this.#parts.get(home);
    if (part !== undefined) return part;
    throw new MnemeError(
      'unavailable',
      `the scope ${scope} is in the database ${home}, which is not among those that were given: add it`,
      { field: 'databases' },
    );
  }

  async #on<T>(part: Part, work: (of: StoreBackend) => Promise<T>): Promise<T> {
    await this.#opened(part);
    return named(part, () => work(part.backend));
  }

  #all<T>(
    work: (of: StoreBackend) => Promise<T>,
    parts: Iterable<Part> = this.#parts.values(),
  ): Promise<T[]> {
    return Promise.all([...parts].map((part) => this.#on(part, work)));
  }

  /** A page of what one database after the other has: a cursor has the number of the database before its own. */
  async #page<Page extends { nextCursor?: string | undefined }>(
    cursor: string | undefined,
    read: (part: Part, own: { cursor?: string }) => Promise<Page>,
  ): Promise<Page> {
    const [, at = '0', inner = ''] = /^(\d+)\.(.*)$/s.exec(cursor ?? '0.') ?? [];
    const part = [...this.#parts.values()][Number(at)] as Part;
    const page = await read(part, inner === '' ? {} : { cursor: inner });
    if (page.nextCursor !== undefined) return { ...page, nextCursor: `${at}.${page.nextCursor}` };
    const isLast = Number(at) + 1 === this.#parts.size;
    return isLast ? page : { ...page, nextCursor: `${Number(at) + 1}.` };
  }

  async #numbered(number: number): Promise<Part> {
    const { rows } = await this.#opened(this.#first);
    const meta = metaIn((await rows.read(undefined, [metaQuestion]))[0]);
    const name = meta.part?.members?.[number];
    const part = name === undefined ? undefined : this.#parts.get(name);
    if (part !== undefined) return part;
    throw new MnemeError('not_found', `no database has such a line of the audit`, {
      field: 'line',
    });
  }

  /** Its own lines are where the scope is; those of its earlier erasures where it was then. */
  async #auditsOf(scope: string, limit: number) {
    const place = await this.#directory.look(scope);
    const of = (part: Part) => this.#on(part, (backend) => backend.audit({ scope, limit }));
    const earlier = (place?.was ?? []).flatMap((name) => this.#parts.get(name) ?? []);
    return Promise.all([
      this.#at(scope, (backend) => backend.audit({ scope, limit })),
      ...earlier.map(of),
    ]);
  }

  /** Ends a move of a scope that is to be erased, so that no copy stays. */
  async #end(scope: string): Promise<void> {
    const found = await this.#directory.look(scope);
    if (found?.moving === undefined) return;
    const [place] = await clean(scope, await settle(scope, found, this.#ground), this.#ground);
    if (place.moving !== undefined) await cancel(scope, place, this.#ground);
  }

  /** Finishes what killed processes have switched, beside other calls. What fails is tried at the next opening. */
  async #resume(): Promise<void> {
    try {
      for (const { scope, place } of await this.#directory.moving()) {
        if (this.#isClosing) return;
        await clean(scope, await settle(scope, place, this.#ground), this.#ground);
      }
    } catch (error) {
      if (!MnemeError.isInstance(error)) throw error;
    }
  }

  async #checkStore({
    scope,
    limit,
    cursor,
  }: Parameters<StoreBackend['checkStore']>[0]): ReturnType<StoreBackend['checkStore']> {
    if (scope !== undefined)
      return this.#at(scope, (of) => of.checkStore({ scope, limit, ...(cursor && { cursor }) }));
    const unfinished = (await this.#directory.moving()).map(({ scope, place: { moving } }) => ({
      ...{ kind: 'unfinished' as const, scope, mend: 'none' as const },
      problem: `a move to the database ${moving?.to ?? 'that it is in'} was begun and not finished: move it again`,
    }));
    const begun = cursor === undefined ? unfinished : [];
    return this.#page(cursor, async (part, own) => {
      try {
        const page = await this.#on(part, (of) => of.checkStore({ limit, ...own }));
        return { ...page, faults: [...begun, ...page.faults] };
      } catch (error) {
        if (!isDown(error)) throw error;
        const problem = (error as MnemeError).message;
        return { faults: [...begun, { kind: 'unreachable', problem, mend: 'none' }] };
      }
    });
  }

  async #infoOf(part: Part): Promise<DatabaseInfo> {
    const { name, newScopes } = part;
    try {
      const { rows } = await this.#opened(part);
      return await named(part, async () => {
        const [[counted] = []] = await rows.read(undefined, [countQuestion]);
        const now = new Date().toISOString();
        const { current: records, bytes } = await part.backend.estimate(now);
        const scopes = counted?.count as number;
        return { name, newScopes, scopes, records, ...(bytes !== undefined && { bytes }) };
      });
    } catch (error) {
      if (!isDown(error)) throw error;
      return { name, newScopes, unavailable: (error as MnemeError).message };
    }
  }

  async #unavailable(): Promise<{ name: string; reason: string }[]> {
    const found = await Promise.all(
      [...this.#parts.values()].map(async (part) => {
        try {
          await this.#on(part, (of) => of.audit({ limit: 1 }));
        } catch (error) {
          if (part === this.#first || !isDown(error)) throw error;
          return [{ name: part.name, reason: (error as MnemeError).message }];
        }
        return [];
      }),
    );
    return found.flat();
  }

  /** Scopes of the first database that are not in the list are in its own. */
  async *#scopesIn({
    from,
    prefix = '',
  }: {
    from?: string | undefined;
    prefix?: string | undefined;
  }): AsyncGenerator<string> {
    const { rows } = await this.#opened(this.#first);
    if (from !== undefined) this.#named(from);
    const listed = new Set<string>();
    const tables = [
      { table: 'places', is: [1] },
      { table: 'scopes', is: [] },
    ];
    for (const { table, is } of tables)
      for await (const { scope, home = this.#first.name } of allRows(rows, table, is)) {
        const name = scope as string;
        if (table === 'places') listed.add(name);
        else if (listed.has(name) || name === '') continue;
        if (name.startsWith(prefix) && (from === undefined || home === from)) yield name;
      }
  }

  #migration(): StoreBackend['migration'] {
    const all = <T>(work: (of: StoreBackend['migration']) => Promise<T>) =>
      this.#life.run(() => this.#all((of) => work(of.migration)));
    const parts = [...this.#parts.values()];
    return {
      lateWritesMs: Math.max(...parts.map(({ backend }) => backend.migration.lateWritesMs)),
      begin: async (next) => {
        const each = await all((of) => of.begin(next));
        const begun = {
          switched: each.every(({ switched }) => switched),
          done: each.reduce((sum, { done }) => sum + done, 0),
          pending: each.reduce((sum, { pending }) => sum + pending, 0),
        };
        const [moving] = begun.switched ? [] : await this.#directory.moving();
        if (moving === undefined) return begun;
        await all((of) => of.abandon(next));
        throw new MnemeError(
          'conflict',
          `the scope ${moving.scope} is being moved: finish "mneme db move" first, then change the model`,
        );
      },
      pending: ({ next, limit, cursor }) =>
        this.#life.run(() =>
          this.#page(cursor, async (part, own) => {
            const page = await this.#on(part, (of) =>
              of.migration.pending({ next, limit, ...own }),
            );
            const isHere = async (text: PendingText) =>
              ((await this.#directory.find(placeOf(text).scope))?.home ?? this.#first.name) ===
              part.name;
            const texts: PendingText[] = [];
            // The copy of a move has its texts too.
            for (const text of page.texts)
              if (await isHere(text)) texts.push({ ...text, key: `${part.name} ${text.key}` });
            return { ...page, texts };
          }),
        ),
      fill: ({ next, vectors }) =>
        this.#life.run(async () => {
          const nameIn = ({ key }: PendingText) => key.slice(0, key.indexOf(' '));
          let filled = 0;
          for (const [name, of] of Map.groupBy(vectors, ({ text }) => nameIn(text))) {
            const own = of.map(({ text, vector }) => ({
              text: { ...text, key: text.key.slice(name.length + 1) },
              vector,
            }));
            // A scope that was moved meanwhile is pending where it is now.
            filled += await this.#on(this.#named(name), (backend) =>
              backend.migration.fill({ next, vectors: own }),
            ).catch((error: unknown) => {
              if (error instanceof ScopeMoved) return 0;
              throw error;
            });
          }
          return filled;
        }),
      finish: async (next) => {
        const pending = await all((of) => of.pending({ next, limit: 1 }));
        if (pending.some(({ texts }) => texts.length > 0)) return false;
        return (await all((of) => of.finish(next))).every(Boolean);
      },
      clear: async () => {
        await all((of) => of.clear());
      },
      abandon: async (next) => {
        await all((of) => of.abandon(next));
      },
    };
  }

  #documents(at: At, making: At): DocumentBackend {
    const of = (backend: StoreBackend) => backend.documents;
    return {
      getStore: (scope, storeId) =>
        this.#life.run(() => this.#at(scope, (backend) => of(backend).getStore(scope, storeId))),
      listStores: at((backend, given) => of(backend).listStores(given)),
      putStore: (given) =>
        making((backend, { put }: { scope: string; put: typeof given }) =>
          of(backend).putStore(put),
        )({ scope: given.store.scope, put: given }),
      removeStore: at((backend, given) => of(backend).removeStore(given)),
      lookUp: at((backend, given) => of(backend).lookUp(given)),
      commit: making((backend, given) => of(backend).commit(given)),
      getDocument: at((backend, given) => of(backend).getDocument(given)),
      listDocuments: at((backend, given) => of(backend).listDocuments(given)),
      listVersions: at((backend, given) => of(backend).listVersions(given)),
      getVersion: at((backend, given) => of(backend).getVersion(given)),
      redact: at((backend, given) => of(backend).redact(given)),
      search: at((backend, given) => of(backend).search(given)),
      touch: at((backend, given) => of(backend).touch(given)),
      findUnread: (request) =>
        this.#life.run(async () => {
          const { scope, limit } = request;
          if (scope !== undefined)
            return this.#at(scope, (backend) => of(backend).findUnread(request));
          const each = await this.#all((backend) => of(backend).findUnread(request));
          return {
            documents: each.flatMap(({ documents }) => documents).slice(0, limit),
            stores: each.flatMap(({ stores }) => stores).slice(0, limit),
          };
        }),
    };
  }
}

type At = <Given extends { scope: string }, T>(
  work: (of: StoreBackend, given: Given) => Promise<T>,
) => (given: Given) => Promise<T>;

const isDown = (error: unknown) => MnemeError.isInstance(error) && downCodes.has(error.code);
const numberOf = ({ open }: Part) => open?.meta.part?.number ?? 0;

function assertName(name: string): void {
  if (/^[a-z0-9][a-z0-9_-]{0,62}$/.test(name)) return;
  throw new MnemeError(
    'invalid_input',
    `databases has the name "${name}": use lower-case letters, digits, - and _`,
    { field: 'databases' },
  );
}

/** An error says which database it is about. */
async function named<T>({ name }: Part, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDown(error) || (error as MnemeError).message.startsWith('the database ')) throw error;
    const { code, message } = error as MnemeError;
    throw new MnemeError(code, `the database ${name}: ${message}`, { cause: error });
  }
}

async function* allRows(rows: SummedRows, table: string, is: readonly number[]) {
  const limit = 1000;
  for (let after: string[] | undefined; ; ) {
    const [page = []] = await rows.unchecked.read(undefined, [
      { table, is, ...(after && { after }), limit },
    ]);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    after = [last.scope as string];
  }
}
