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
  type Verdict,
} from '@mneme/contract';
import {
  type EngineContext,
  readMemories,
  readVectors,
  untilCommitted,
} from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import { invalid, type Parsed } from '@mneme/contract/input';
import type { SettleReport } from './api.ts';
import { askJudge } from './ask-judge.ts';
import type { settleFields } from './option-fields.ts';
import { rewritten } from './record-keys.ts';
import { joinSayings, supersede, unlinked, versionsBefore } from './transitions.ts';

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
  const { pair, actor = 'application', signal, onProgress } = given;
  const reason = given.reason === undefined ? '' : `: ${given.reason}`;
  const settler = new Settler(context, { judge, dryRun, maxCalls, actor, reason, signal });
  const { report } = settler;
  for (const scope of scopes) {
    const pairs =
      pair === undefined
        ? contests(context, scope, signal)
        : [await contestOf(context.backend, scope, pair)];
    for await (const ids of pairs) {
      await settler.settle(scope, ids);
      onProgress?.({ scope, done: report.decided.length, open: report.open });
    }
  }
  return report;
}

const counterOf = {
  same: 'same',
  update: 'superseded',
  older: 'olderTrue',
  distinct: 'bothTrue',
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

/** A contested pair as it is now. A removed record is absent. */
interface Contest {
  ids: { newer: string; older: string };
  newer?: MemoryRecord;
  older?: MemoryRecord;
  /** Cosine of the two, if both have a vector. */
  similarity?: number;
}

/** Undefined if the newer one is removed or no longer contests the other one. */
async function readContest(
  backend: MemoryBackend,
  { scope, newer: newerId, older: olderId }: { scope: string; newer: string; older: string },
): Promise<Contest | undefined> {
  const ids = [newerId, olderId];
  const [records, vectors] = await Promise.all([
    readMemories(backend, scope, ids),
    readVectors(backend, scope, ids),
  ]);
  const [newer, older] = ids.map((id) => records.find((record) => record.id === id));
  if (newer?.contests?.includes(olderId) !== true) return undefined;
  const pair: Contest = { ids: { newer: newerId, older: olderId }, newer };
  if (older !== undefined) pair.older = older;
  const [a, b] = ids.map((id) => vectors.get(id));
  if (a !== undefined && b !== undefined)
    pair.similarity = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return pair;
}

/** Settles pairs one by one, and counts the calls of the judge. */
class Settler {
  readonly report: SettleReport;
  readonly #context: EngineContext;
  readonly #given: Settling;
  #failures = 0;

  constructor(context: EngineContext, given: Settling) {
    this.#context = context;
    this.#given = given;
    const counts = {
      calls: 0,
      same: 0,
      superseded: 0,
      olderTrue: 0,
      bothTrue: 0,
      gone: 0,
      open: 0,
    };
    this.report = { dryRun: given.dryRun, ...counts, decided: [] };
  }

  /** Decides about a pair and carries it out. */
  async settle(scope: string, { newer, older }: { newer: string; older: string }): Promise<void> {
    const { report } = this;
    const { dryRun, signal } = this.#given;
    const asked: Asked = {};
    const { decision } = await untilCommitted<{ decision: Decision | undefined }>(
      async () => {
        const pair = await readContest(this.#context.backend, { scope, newer, older });
        if (pair === undefined) return { decision: 'gone' };
        const decision = await this.#decide(pair, asked);
        const isDone =
          decision === undefined || dryRun || (await this.#commit(scope, pair, decision));
        return isDone ? { decision } : undefined;
      },
      { what: `the memories ${newer} and ${older}`, meanwhile: 'they were settled', signal },
    );
    if (decision === undefined) report.open++;
    else {
      report[counterOf[decision]]++;
      report.decided.push({ scope, newer, older, verdict: decision });
    }
  }

  /** Undefined: the judge failed, cannot tell, or may not be asked. */
  async #decide(
    { newer, older, similarity }: Contest,
    asked: Asked,
  ): Promise<Decision | undefined> {
    const now = this.#context.now();
    if (newer === undefined || older === undefined) return 'gone';
    if (!isCurrent(newer, now) || !isCurrent(older, now)) return 'gone';
    const texts = JSON.stringify([newer.content, older.content]);
    if (asked.texts !== texts) {
      if (!this.#mayAsk()) return undefined;
      this.report.calls++;
      const { logger } = this.#context;
      const { judge, signal } = this.#given;
      asked.texts = texts;
      asked.verdict = await askJudge(
        judge,
        { stored: older, newer, similarity },
        { logger, signal },
      );
      this.#failures = asked.verdict === undefined ? this.#failures + 1 : 0;
    }
    return asked.verdict === 'contested' ? undefined : asked.verdict;
  }

  #mayAsk(): boolean {
    const { report } = this;
    if (this.#failures >= mostFailures) report.stopped = 'failing';
    else if (report.calls >= this.#given.maxCalls) report.stopped = 'max_calls';
    return report.stopped === undefined;
  }

  async #commit(scope: string, pair: Contest, verdict: Decision): Promise<boolean> {
    const { actor, reason } = this.#given;
    const at = this.#context.now();
    const newer = pair.newer && unlinked(pair.newer, [pair.ids.older], at);
    const older = pair.older && unlinked(pair.older, [pair.ids.newer], at);
    const audit: AuditEntry[] = [];
    const log = (action: AuditEntry['action'], id: string, why: string) =>
      audit.push({ at, action, scope, id, actor, reason: why + reason });
    log('settle', pair.ids.newer, `${words[verdict]}, with ${pair.ids.older}`);
    const replace = (old: MemoryRecord, by: MemoryRecord) => {
      supersede(old, by, `settled: ${words[verdict]}`);
      log('supersede', old.id, `superseded by ${by.id}`);
    };
    if (newer !== undefined && older !== undefined) {
      if (verdict === 'same') joinSayings(newer, older, { later: newer });
      if (verdict === 'same' || verdict === 'update') replace(older, newer);
      if (verdict === 'older') replace(newer, older);
    }
    const puts = [newer, older].filter((record) => record !== undefined).map(rewritten);
    const expect = versionsBefore(puts);
    const { backend } = this.#context;
    return (await backend.commit({ scope, expect, puts, removals: [], audit })).committed;
  }
}

interface Settling {
  judge: ConflictJudge;
  dryRun: boolean;
  maxCalls: number;
  actor: string;
  /** Added to each reason in the audit. */
  reason: string;
  signal: AbortSignal | undefined;
}

/** The judge's last answer about a pair, and the texts that it was asked about. */
interface Asked {
  texts?: string;
  verdict?: Verdict;
}

const words: Record<Decision, string> = {
  same: 'both say the same',
  update: 'the newer one is true',
  older: 'the older one is true',
  distinct: 'both are true',
  gone: 'one of the two is not current any more',
};
