import {
  type EngineContext,
  readMemories,
  throwIfAborted,
  untilCommitted,
} from '@mneme/engine/context';
import {
  type AuditEntry,
  type ConflictJudge,
  contestsFacet,
  isCurrent,
  type MemoryBackend,
  type MemoryRecord,
  MnemeError,
  pages,
  type Relation,
} from '@mneme/engine/contract';
import { gate } from '@mneme/engine/gate';
import type { Parsed } from '@mneme/engine/input';
import { invalid } from '@mneme/engine/input';
import type { SettleReport } from './api.ts';
import { askJudge } from './ask-judge.ts';
import type { settleFields } from './option-fields.ts';
import { type Contest, readContest, unlinked } from './read-contest.ts';
import { rewritten } from './record-keys.ts';
import { joinSayings, supersede } from './transitions.ts';

const pageSize = 100;
/** After this many failed calls in a row it ends, because the next ones would probably fail too. */
const mostFailures = 5;

/** The decision about a pair: the judge's verdict, or `gone` if one of the two is not current any more. */
type Decision = Relation | 'gone';

/**
 * Asks the judge about each contested pair of the scopes and carries out its verdict, each pair in one commit: repeat
 * an interrupted call to continue it. If others change a pair meanwhile, it is read again, and the judge asked again
 * only if a text has changed.
 */
export async function settle(
  context: EngineContext,
  scopes: readonly string[],
  options: Parsed<typeof settleFields>,
): Promise<SettleReport> {
  const { value: given } = gate(options, context.secrets);
  const { judge = context.judge, dryRun = false, maxCalls = Number.POSITIVE_INFINITY } = given;
  if (judge === undefined)
    throw invalid('judge', 'is missing: give one, or open the memory with one');
  const { pair, actor = 'application', reason, signal, onProgress } = given;
  const report: SettleReport = {
    dryRun,
    calls: 0,
    same: 0,
    superseded: 0,
    stood: 0,
    bothHold: 0,
    gone: 0,
    open: 0,
    decided: [],
  };
  let failures = 0;
  const mayAsk = () => {
    if (failures >= mostFailures) report.stopped = 'failing';
    else if (report.calls >= maxCalls) report.stopped = 'max_calls';
    return report.stopped === undefined;
  };
  for (const scope of scopes) {
    const pairs =
      pair === undefined
        ? contests(context, scope, signal)
        : [await contestOf(context.backend, scope, pair)];
    for await (const { newer, older } of pairs) {
      const settler = new PairSettler(context, {
        scope,
        judge,
        mayAsk,
        dryRun,
        line: { actor, reason: reason === undefined ? '' : `: ${reason}` },
        signal,
      });
      const verdict = await settler.settle(newer, older);
      report.calls += settler.calls;
      if (settler.calls > 0) failures = settler.failed ? failures + 1 : 0;
      if (verdict === undefined) report.open++;
      else {
        report[counterOf[verdict]]++;
        report.decided.push({ scope, newer, older, verdict });
      }
      onProgress?.({ scope, done: report.decided.length, open: report.open });
    }
  }
  return report;
}

const counterOf = {
  same: 'same',
  update: 'superseded',
  stands: 'stood',
  distinct: 'bothHold',
  gone: 'gone',
} as const satisfies Record<Decision, keyof SettleReport>;

/** The ids of each pair of a scope. Pairs that were settled meanwhile are not on the following pages. */
async function* contests(
  { backend, now }: EngineContext,
  scope: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ newer: string; older: string }> {
  const filter = { now: now(), where: [[contestsFacet]] };
  const request = { scope, filter, order: 'newest', limit: pageSize } as const;
  for await (const page of pages((cursor) => backend.list({ ...request, cursor }), signal))
    for (const { id: newer, contests: ids = [] } of page.records)
      for (const older of ids) yield { newer, older };
}

/** Which of the two contests the other. */
async function contestOf(
  backend: MemoryBackend,
  scope: string,
  ids: readonly [string, string],
): Promise<{ newer: string; older: string }> {
  const [one, other] = ids;
  const records = await readMemories(backend, scope, [...ids]);
  for (const [newer, older] of [ids, [other, one] as const])
    if (records.find(({ id }) => id === newer)?.contests?.includes(older)) return { newer, older };
  throw new MnemeError(
    'not_found',
    `no memories with the ids ${one} and ${other} contest each other in this scope: list those that are contested`,
    { field: 'pair' },
  );
}

interface PairRequest {
  scope: string;
  judge: ConflictJudge;
  mayAsk(): boolean;
  dryRun: boolean;
  line: { actor: string; reason: string };
  signal: AbortSignal | undefined;
}

class PairSettler {
  calls = 0;
  failed = false;
  readonly #context: EngineContext;
  readonly #request: PairRequest;
  #asked: { texts: string; verdict: Relation | undefined } | undefined;

  constructor(context: EngineContext, request: PairRequest) {
    this.#context = context;
    this.#request = request;
  }

  /** The decision, after it was carried out; undefined if the pair stays as it is. */
  async settle(newer: string, older: string): Promise<Decision | undefined> {
    const { scope, dryRun, signal } = this.#request;
    const { decision } = await untilCommitted<{ decision: Decision | undefined }>(
      async () => {
        const pair = await readContest(this.#context.backend, { scope, newer, older });
        if (pair === undefined) return { decision: 'gone' };
        const decision = await this.#verdict(pair);
        const isDone = decision === undefined || dryRun || (await this.#commit(pair, decision));
        return isDone ? { decision } : undefined;
      },
      { what: `the memories ${newer} and ${older}`, meanwhile: 'they were settled', signal },
    );
    return decision;
  }

  async #verdict({ newer, older, similarity }: Contest): Promise<Decision | undefined> {
    const { judge, mayAsk } = this.#request;
    const now = this.#context.now();
    if (
      newer === undefined ||
      older === undefined ||
      !isCurrent(newer, now) ||
      !isCurrent(older, now)
    )
      return 'gone';
    const texts = JSON.stringify([newer.content, older.content]);
    if (this.#asked?.texts === texts) return this.#asked.verdict;
    if (!mayAsk()) return undefined;
    this.calls++;
    const verdict = await this.#ask(judge, { newer, older, similarity });
    this.#asked = { texts, verdict };
    return verdict;
  }

  /** Undefined: the judge failed, or cannot tell. */
  async #ask(
    judge: ConflictJudge,
    { newer, older, similarity }: { newer: MemoryRecord; older: MemoryRecord; similarity?: number },
  ): Promise<Relation | undefined> {
    const { signal } = this.#request;
    try {
      const { speaker } = newer.source;
      const pair = {
        stored: older,
        incoming: newer.content,
        occurredAt: newer.occurredAt,
        ...(speaker === undefined ? {} : { speaker }),
        ...(similarity === undefined ? {} : { similarity }),
      };
      const verdict = await askJudge(judge, pair, { signal });
      return verdict === 'contested' ? undefined : verdict;
    } catch (error) {
      throwIfAborted(signal);
      this.failed = true;
      this.#context.logger.warn('the judge failed, so the pair stays contested', {
        newer: newer.id,
        older: older.id,
        error,
      });
      return undefined;
    }
  }

  async #commit(pair: Contest, verdict: Decision): Promise<boolean> {
    const { scope, line } = this.#request;
    const at = this.#context.now();
    const newer = pair.newer && unlinked(pair.newer, [pair.ids.older], at);
    const older = pair.older && unlinked(pair.older, [pair.ids.newer], at);
    const audit: AuditEntry[] = [];
    const log = (action: AuditEntry['action'], id: string, reason: string) =>
      audit.push({ at, action, scope, id, actor: line.actor, reason: reason + line.reason });
    log('settle', pair.ids.newer, `${words[verdict]}, with ${pair.ids.older}`);
    const replace = (old: MemoryRecord, by: MemoryRecord) => {
      supersede(old, by, `settled: ${words[verdict]}`);
      log('supersede', old.id, `superseded by ${by.id}`);
    };
    if (newer !== undefined && older !== undefined) {
      if (verdict === 'same') joinSayings(newer, older, { later: newer });
      if (verdict === 'same' || verdict === 'update') replace(older, newer);
      if (verdict === 'stands') replace(newer, older);
    }
    const changed = [pair.newer, pair.older].filter((record) => record !== undefined);
    const { committed } = await this.#context.backend.commit({
      scope,
      expect: changed.map(({ id, version }) => ({ id, version })),
      puts: [newer, older].filter((record) => record !== undefined).map(rewritten),
      removals: [],
      audit,
    });
    return committed;
  }
}

const words: Record<Decision, string> = {
  same: 'both say the same',
  update: 'the newer one is true',
  stands: 'the older one is true',
  distinct: 'both are true',
  gone: 'one of the two is not current any more',
};
