import {
  type CommitRequest,
  type DocumentBackend,
  type EmbeddingMigration,
  type KeptRecord,
  type MemoryBackend,
  type MemoryRecord,
  MnemeError,
} from '@mneme/core/contract';
import { openLines, sealReceipt } from './audit.ts';
import { checkStore } from './check-store.ts';
import type { Ciphers } from './ciphers.ts';
import { SealedDocuments } from './documents/sealed-documents.ts';
import { sealedMigration } from './migration.ts';
import { openRecord, type Sealing, sealFilter, sealProbe, sealTerms } from './records.ts';
import { sealCommit } from './seal-commit.ts';
import { someScopes } from './some-scopes.ts';

/** A {@link MemoryBackend} that hands another one sealed records. */
export class SealedBackend implements MemoryBackend {
  readonly name: string;
  readonly migration: EmbeddingMigration;
  readonly documents?: DocumentBackend;
  readonly noteReceipt?: MemoryBackend['noteReceipt'];
  readonly checkAudit?: MemoryBackend['checkAudit'];
  readonly checkStore?: MemoryBackend['checkStore'];
  readonly mendStore?: MemoryBackend['mendStore'];
  readonly #inner: MemoryBackend;
  readonly #ciphers: Ciphers;
  #closed = false;

  constructor(inner: MemoryBackend, ciphers: Ciphers) {
    this.name = inner.name;
    this.#inner = inner;
    this.#ciphers = ciphers;
    this.migration = sealedMigration(inner.migration, ciphers);
    if (inner.documents !== undefined) {
      const shared = inner.documents.migration === inner.migration ? this.migration : undefined;
      this.documents = new SealedDocuments(inner.documents, ciphers, shared);
    }
    // What the other one cannot do this one cannot, either.
    if (inner.noteReceipt !== undefined)
      this.noteReceipt = (receipt) => this.#inner.noteReceipt!(receipt);
    if (inner.checkAudit !== undefined) this.checkAudit = (request) => this.#checkAudit(request);
    if (inner.checkStore !== undefined)
      this.checkStore = (request) => checkStore(inner, ciphers, request);
    if (inner.mendStore !== undefined) this.mendStore = () => this.#inner.mendStore!();
  }

  get parallelCommits(): number {
    return this.#inner.parallelCommits ?? 1;
  }

  prepare = (): void => this.#inner.prepare?.();

  open: MemoryBackend['open'] = async (options) => {
    await this.#inner.open(options);
    await this.#ciphers.assertOurs(() => someScopes(this.#inner));
  };

  idSecret = async (scope: string): Promise<string> => {
    this.#assertOpen();
    return (await this.#ciphers.writing(scope)).longHash('id', scope);
  };

  search: MemoryBackend['search'] = async (request) => {
    const { scope, filter, queries, also } = request;
    const { cipher, sealedScope } = await this.#reading(scope);
    const { candidates, statistics } = await this.#inner.search({
      ...request,
      scope: sealedScope,
      filter: sealFilter(cipher, filter),
      queries: queries.map((query) => ({ ...query, terms: sealTerms(cipher, query.terms) })),
      also: also?.map((more) => ({ ...more, filter: sealFilter(cipher, more.filter) })),
    });
    const opened = candidates.map((candidate) => ({
      ...candidate,
      record: openRecord(candidate.record, scope, cipher),
    }));
    return { candidates: opened, statistics };
  };

  sessions: MemoryBackend['sessions'] = async (request) => {
    const { scope, now } = request;
    const { cipher, sealedScope } = await this.#reading(scope);
    const { sessions, ...more } = await this.#inner.sessions({ ...request, scope: sealedScope });
    // The store knows a hash of the name; any turn of it says what it is.
    const named = sessions.map(async (info) => {
      const { records } = await this.#inner.list({
        scope: sealedScope,
        turns: { session: info.session },
        filter: { now },
        order: 'first',
        limit: 1,
      });
      return records.map((turn) => {
        const { session = '' } = openRecord(turn, scope, cipher).source;
        return { ...info, session };
      });
    });
    return { sessions: (await Promise.all(named)).flat(), ...more };
  };

  lookUp: MemoryBackend['lookUp'] = async (request) => {
    const { scope, probes } = request;
    const { cipher, sealedScope } = await this.#reading(scope);
    const matches = await this.#inner.lookUp({
      ...request,
      scope: sealedScope,
      probes: probes.map((probe) => sealProbe(cipher, probe)),
    });
    const open = (record: MemoryRecord) => openRecord(record, scope, cipher);
    for (const match of matches) {
      if (match.equal !== undefined) match.equal = open(match.equal);
      if (match.sameExternalId !== undefined) match.sameExternalId = open(match.sameExternalId);
      for (const near of [...match.nearest, ...match.sameMatter]) near.record = open(near.record);
      match.atTurn = match.atTurn.map(open);
    }
    return matches;
  };

  commit: MemoryBackend['commit'] = async (request) => {
    this.#assertOpen();
    const { scope } = request;
    const cipher = await this.#ciphers.writing(scope);
    const sealedScope = await this.#ciphers.sealScope(scope);
    const sealed = sealCommit(request, { cipher, sealedScope });
    const result = await this.#inner.commit(sealed);
    if (result.committed && !(await this.#ciphers.isCurrent(scope, cipher)))
      await this.#removeUnreadable(sealed);
    return result;
  };

  get: MemoryBackend['get'] = (scope, ids) =>
    this.#records(scope, (sealedScope) => this.#inner.get(sealedScope, ids));
  history: MemoryBackend['history'] = (scope, id) =>
    this.#records(scope, (sealedScope) => this.#inner.history(sealedScope, id));

  list: MemoryBackend['list'] = async (request) => {
    const { scope, filter, turns } = request;
    const { cipher, sealedScope } = await this.#reading(scope);
    const sealed = {
      ...request,
      scope: sealedScope,
      filter: sealFilter(cipher, filter),
      turns: turns && { ...turns, session: cipher.longHash('session', turns.session) },
    };
    const { records, ...more } = await this.#inner.list(sealed);
    return { records: records.map((record) => openRecord(record, scope, cipher)), ...more };
  };

  scan: MemoryBackend['scan'] = async (request) =>
    this.#inner.scan({ ...request, scope: await this.#ciphers.sealScope(request.scope) });
  vectors: MemoryBackend['vectors'] = async (scope, ids) =>
    this.#inner.vectors(await this.#ciphers.sealScope(scope), ids);
  touch: MemoryBackend['touch'] = async (scope, ids, at) =>
    this.#inner.touch(await this.#ciphers.sealScope(scope), ids, at);
  stats: MemoryBackend['stats'] = async (scope, now) =>
    this.#inner.stats(scope && (await this.#ciphers.sealScope(scope)), now);

  scopes: MemoryBackend['scopes'] = async () => {
    const sealed = await this.#inner.scopes();
    const names = await Promise.all(sealed.map((scope) => this.#ciphers.openScope(scope)));
    return names.sort();
  };

  audit: MemoryBackend['audit'] = async ({ scope, limit }) => {
    const sealedScope = scope && (await this.#ciphers.sealScope(scope));
    const request = sealedScope === undefined ? { limit } : { limit, scope: sealedScope };
    return openLines(this.#ciphers, await this.#inner.audit(request));
  };

  /** The key goes first: from then on nothing of the scope can be read, wherever a copy of it is. */
  erase: MemoryBackend['erase'] = async (scope, receipt) => {
    this.#assertOpen();
    const sealedScope = await this.#ciphers.sealScope(scope);
    await this.#ciphers.destroy(scope);
    const line = await sealReceipt(this.#ciphers, receipt);
    return { ...(await this.#inner.erase(sealedScope, line)), keyDestroyed: true };
  };

  remains: MemoryBackend['remains'] = (options) => this.#inner.remains(options);

  close: MemoryBackend['close'] = () => {
    this.#closed = true;
    return this.#inner.close();
  };

  async #checkAudit(request: { line?: number }) {
    const check = await this.#inner.checkAudit!(request);
    if (check.line?.entry === undefined) return check;
    const [entry] = await openLines(this.#ciphers, [check.line.entry]);
    return { ...check, line: { ...check.line, ...(entry && { entry }) } };
  }

  async #reading(scope: string): Promise<Sealing> {
    const cipher = await this.#ciphers.reading(scope);
    return { cipher, sealedScope: await this.#ciphers.sealScope(scope) };
  }

  async #records<Kept extends KeptRecord>(
    scope: string,
    read: (sealedScope: string) => Promise<Kept[]>,
  ): Promise<Kept[]> {
    const { cipher, sealedScope } = await this.#reading(scope);
    return (await read(sealedScope)).map((record) => openRecord(record, scope, cipher));
  }

  /** Another process has erased the scope while this was on its way: it is erased too, and nobody can read it. */
  async #removeUnreadable({ scope, puts }: CommitRequest): Promise<void> {
    const written = new Map(puts.map(({ record }) => [record.id, record.content]));
    const left = (await this.#inner.get(scope, [...written.keys()])).filter(
      ({ id, content }) => written.get(id) === content,
    );
    if (left.length === 0) return;
    await this.#inner.commit({
      scope,
      expect: left.map(({ id, version }) => ({ id, version })),
      puts: [],
      removals: left.map(({ id }) => id),
      audit: [],
    });
  }

  /** Nothing is made or destroyed in the keyring for a store that is closed. */
  #assertOpen(): void {
    if (!this.#closed) return;
    throw new MnemeError('closed', 'the sealed memory was closed: open it again with createMemory');
  }
}
