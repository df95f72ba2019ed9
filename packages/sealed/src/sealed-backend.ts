import type { CommitRequest, MemoryBackend, MemoryRecord } from '@mneme/core/contract';
import { openLines, sealCommit } from './audit.ts';
import { checkStore } from './check-store.ts';
import type { Ciphers } from './ciphers.ts';
import { openRecord, sealFilter, sealProbe, sealTerms } from './records.ts';
import { SealedStore } from './sealed-store.ts';

/** A {@link MemoryBackend} that passes sealed records to another one. */
export class SealedBackend extends SealedStore implements MemoryBackend {
  readonly history?: MemoryBackend['history'];
  readonly cutAudit?: MemoryBackend['cutAudit'];
  readonly estimate?: MemoryBackend['estimate'];
  readonly noteReceipt?: MemoryBackend['noteReceipt'];
  readonly checkAudit?: MemoryBackend['checkAudit'];
  readonly checkStore?: MemoryBackend['checkStore'];
  readonly mendStore?: MemoryBackend['mendStore'];
  readonly #inner: MemoryBackend;
  readonly #ciphers: Ciphers;

  constructor(inner: MemoryBackend, ciphers: Ciphers) {
    super(inner, ciphers);
    this.#inner = inner;
    this.#ciphers = ciphers;
    // Optional abilities are those of the inner store.
    if (inner.history !== undefined)
      this.history = async (scope, id) => {
        const { cipher, sealedScope } = await ciphers.sealing(scope, 'reading');
        const records = await inner.history!(sealedScope, id);
        return records.map((record) => openRecord(record, scope, cipher));
      };
    if (inner.cutAudit !== undefined) this.cutAudit = (request) => inner.cutAudit!(request);
    if (inner.estimate !== undefined) this.estimate = (now) => inner.estimate!(now);
    if (inner.noteReceipt !== undefined)
      this.noteReceipt = (receipt) => inner.noteReceipt!(receipt);
    if (inner.checkAudit !== undefined)
      this.checkAudit = async (request) => {
        const check = await inner.checkAudit!(request);
        if (check.line?.entry === undefined) return check;
        const [entry = check.line.entry] = await openLines(ciphers, [check.line.entry]);
        return { ...check, line: { ...check.line, entry } };
      };
    if (inner.checkStore !== undefined)
      this.checkStore = (request) => checkStore(inner, ciphers, request);
    if (inner.mendStore !== undefined) this.mendStore = () => inner.mendStore!();
  }

  get parallelCommits(): number {
    return this.#inner.parallelCommits ?? 1;
  }

  idSecret = async (scope: string): Promise<string> => {
    this.assertOpen();
    return (await this.#ciphers.writing(scope)).longHash('id', scope);
  };

  search: MemoryBackend['search'] = async (request) => {
    const { scope, filter, queries, also } = request;
    const { cipher, sealedScope } = await this.#ciphers.sealing(scope, 'reading');
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
    const { cipher, sealedScope } = await this.#ciphers.sealing(scope, 'reading');
    const { sessions, ...more } = await this.#inner.sessions({ ...request, scope: sealedScope });
    // The store has a hash of the name; any turn of the session contains the name.
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
    const { cipher, sealedScope } = await this.#ciphers.sealing(scope, 'reading');
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
    this.assertOpen();
    const { scope } = request;
    const sealing = await this.#ciphers.sealing(scope, 'writing');
    const sealed = sealCommit(request, sealing);
    const result = await this.#inner.commit(sealed);
    if (result.committed && !(await this.#ciphers.isCurrent(scope, sealing.cipher)))
      await this.#removeUnreadable(sealed);
    return result;
  };

  get: MemoryBackend['get'] = async (scope, ids, options) => {
    const { cipher, sealedScope } = await this.#ciphers.sealing(scope, 'reading');
    const rows = await this.#inner.get(sealedScope, ids, options);
    return rows.map((row) => ({ ...row, record: openRecord(row.record, scope, cipher) }));
  };

  list: MemoryBackend['list'] = async (request) => {
    const { scope, filter, turns } = request;
    const { cipher, sealedScope } = await this.#ciphers.sealing(scope, 'reading');
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
  touch: NonNullable<MemoryBackend['touch']> = async (scope, ids, at) =>
    this.#inner.touch?.(await this.#ciphers.sealScope(scope), ids, at);
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

  /** Another process has erased the scope during this write, so it is removed too, and nobody can read it. */
  async #removeUnreadable({ scope, puts }: CommitRequest): Promise<void> {
    const written = new Map(puts.map(({ record }) => [record.id, record.content]));
    const rows = await this.#inner.get(scope, [...written.keys()]);
    const left = rows
      .map(({ record }) => record)
      .filter(({ id, content }) => written.get(id) === content);
    if (left.length === 0) return;
    await this.#inner.commit({
      scope,
      expect: left.map(({ id, version }) => ({ id, version })),
      puts: [],
      removals: left.map(({ id }) => id),
      audit: [],
    });
  }
}
