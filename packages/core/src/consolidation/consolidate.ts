import { type ExtractionWindow, type MemoryRecord, MnemeError, pages } from '@mneme/contract';
import { type EngineContext, readMemories, throwIfAborted } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import { invalid, type Parsed, type StoreItem } from '@mneme/contract/input';
import { askedFor, checkFacts, citedBy, withNextVersion } from '../episodes/later.ts';
import { storeTogether } from '../records/later.ts';
import type { ConsolidateReport } from './api.ts';
import { type Answer, Asker } from './ask-extractor.ts';
import { knownFacts } from './known-facts.ts';
import type { consolidateFields } from './option-fields.ts';
import { SessionReader, unreadSessions, type Window } from './session-reader.ts';

const sessionsPage = 200;

/** Errors that concern one session only: the other sessions are still read. */
const ofOneSession = new Set(['extractor_failed', 'damaged', 'conflict', 'not_found']);

/**
 * Reads the new turns of each session, window by window. The facts of a window are written in one commit with the
 * cursor of its session and with the cited turns; if another run was faster, the cursor has moved and nothing is
 * written. So each window makes its facts once, whatever the extractor answers, and no fact rests on a deleted turn.
 */
export async function consolidate(
  context: EngineContext,
  scopes: readonly string[],
  options: Omit<Parsed<typeof consolidateFields>, 'scope'>,
): Promise<ConsolidateReport> {
  const { extractor = context.extractor, onProgress, ...given } = options;
  if (extractor === undefined)
    throw invalid('extractor', 'is missing: give one, or open the memory with one');
  const { value: by } = gate(
    { actor: given.actor ?? 'application', reason: given.reason ?? 'consolidated' },
    context.secrets,
  );
  const report: ConsolidateReport = {
    ...{ dryRun: given.dryRun ?? false, sessions: 0, turns: 0, windows: 0, facts: 0, confirmed: 0 },
    ...{ skipped: {}, calls: 0, cost: 0, usage: {}, failures: [], made: [] },
  };
  const { maxCalls = Infinity, maxCost = Infinity, windowTurns: turns = 20, signal } = given;
  const run = new Run(
    context,
    { report, by, signal, turns, onProgress },
    new Asker(extractor, { maxCalls, maxCost, signal }, report),
  );
  await run.all(scopes);
  return report;
}

interface RunRequest {
  report: ConsolidateReport;
  by: { actor: string; reason: string };
  signal: AbortSignal | undefined;
  /** Of one window. */
  turns: number;
  onProgress: Parsed<typeof consolidateFields>['onProgress'];
}

class Run {
  readonly #context: EngineContext;
  readonly #request: RunRequest;
  readonly #asker: Asker;
  /** Sessions that another run was reading; they are tried again after the others. */
  readonly #later: { scope: string; session: string }[] = [];

  constructor(context: EngineContext, request: RunRequest, asker: Asker) {
    this.#context = context;
    this.#request = request;
    this.#asker = asker;
  }

  async all(scopes: readonly string[]): Promise<void> {
    await this.#readAll(this.#unread(scopes));
    while (this.#later.length > 0 && this.#request.report.stopped === undefined)
      await this.#readAll(this.#again(this.#later.splice(0)));
  }

  async *#unread(scopes: readonly string[]): AsyncGenerator<SessionReader> {
    const { backend, now } = this.#context;
    const { name: extractor } = this.#asker;
    for (const scope of scopes) {
      const read = (cursor?: string) =>
        backend.sessions({ scope, now: now(), limit: sessionsPage, cursor });
      for await (const { sessions } of pages(read, this.#request.signal))
        for (const found of await unreadSessions(this.#context, scope, { sessions, extractor }))
          yield this.#reader({ scope, ...found });
    }
  }

  async *#again(places: readonly { scope: string; session: string }[]) {
    for (const { scope, session } of places) {
      const last = { session, lastSequence: Infinity };
      const unread = { sessions: [last], extractor: this.#asker.name };
      const [found] = await unreadSessions(this.#context, scope, unread);
      if (found !== undefined) yield this.#reader({ scope, ...found });
    }
  }

  #reader(place: ConstructorParameters<typeof SessionReader>[1]): SessionReader {
    const { turns } = this.#request;
    const { contextTurns, name: extractor } = this.#asker;
    return new SessionReader(this.#context, place, { turns, contextTurns, extractor });
  }

  /** As many windows at once as the extractor takes, from as many sessions as needed. */
  async #readAll(readers: AsyncGenerator<SessionReader>): Promise<void> {
    const { report, signal } = this.#request;
    let group: Window[] = [];
    for await (const reader of readers) {
      for (;;) {
        throwIfAborted(signal);
        const window = await this.#guarded(reader, () => reader.next());
        if (window === undefined) break;
        group.push(window);
        if (group.length < this.#asker.windowLimit) continue;
        await this.#read(group);
        group = [];
        if (report.stopped !== undefined) return;
        if (reader.lost || reader.failed) break;
      }
    }
    if (group.length > 0) await this.#read(group);
  }

  async #read(windows: readonly Window[]): Promise<void> {
    const { report } = this.#request;
    const asked: (ExtractionWindow & { window: Window })[] = [];
    for (const window of windows) {
      const { scope } = window.reader;
      const limit = this.#asker.knownLimit;
      const known = await knownFacts(this.#context, { scope, turns: window.fresh, limit });
      asked.push({ window, turns: window.turns, known });
    }
    let rest = asked;
    while (rest.length > 0 && report.stopped !== 'failing') {
      const count = this.#asker.within(rest);
      if (count === 0) return;
      const now = rest.slice(0, count);
      const answers = await this.#asker.ask(now.map(({ turns, known }) => ({ turns, known })));
      for (const [index, answer] of answers.entries())
        await this.#settle((now[index] as (typeof now)[number]).window, answer);
      rest = rest.slice(count);
    }
  }

  async #settle(window: Window, answer: Answer): Promise<void> {
    const { reader } = window;
    // A window is written only after the windows before it.
    if (reader.lost || reader.failed) return;
    const { report, onProgress } = this.#request;
    const done = await this.#guarded(reader, async () => {
      if ('error' in answer) throw answer.error;
      await this.#write(window, answer);
      return true;
    });
    if (done === undefined || reader.lost) return;
    if (reader.windows === 0) report.sessions += 1;
    reader.windows += 1;
    report.windows += 1;
    report.turns += window.fresh.length;
    const { windows, facts, calls, cost } = report;
    onProgress?.({ scope: reader.scope, session: reader.session, windows, facts, calls, cost });
  }

  async #write(window: Window, answer: Exclude<Answer, { error: MnemeError }>): Promise<void> {
    const { reader } = window;
    const { report, by, signal } = this.#request;
    const { items, skipped } = this.#checked(window, answer);
    const turns = await this.#cited(window, items);
    const now = this.#context.now();
    const results =
      turns &&
      (await storeTogether(this.#context, reader.scope, items, {
        ...by,
        signal,
        asked: askedFor(items, window.turns),
        dryRun: report.dryRun,
        puts: [reader.move(window), ...turns.map((turn) => withNextVersion(turn, now))],
      }));
    if (results === undefined) {
      reader.lost = true;
      this.#later.push({ scope: reader.scope, session: reader.session });
      return;
    }
    if (!report.dryRun) reader.moved();
    for (const reason of skipped) report.skipped[reason] = (report.skipped[reason] ?? 0) + 1;
    for (const [index, { id, outcome }] of results.entries()) {
      const { content, category, importance, evidence = [], source } = items[index] as StoreItem;
      const { speaker } = source;
      if (outcome === 'rejected') {
        report.skipped.forgotten = (report.skipped.forgotten ?? 0) + 1;
        continue;
      }
      const isNew = outcome === 'created' || outcome === 'superseded';
      if (isNew) report.facts += 1;
      else report.confirmed += 1;
      if (category === undefined) continue;
      report.made.push({
        scope: reader.scope,
        session: reader.session,
        ...(report.dryRun && isNew ? {} : { id }),
        ...(speaker === undefined ? {} : { speaker }),
        ...{ content, category, importance, evidence, outcome },
      });
    }
  }

  #checked({ turns }: Window, answer: Exclude<Answer, { error: MnemeError }>) {
    if ('unusable' in answer) return { items: [], skipped: ['bad_answer' as const] };
    return checkFacts(this.#context, answer.facts, { turns, extractedBy: this.#asker.name });
  }

  /** The turns that the facts of a window cite. Undefined: one of them was removed. */
  async #cited(
    { reader, fresh }: Window,
    items: readonly StoreItem[],
  ): Promise<MemoryRecord[] | undefined> {
    const cited = citedBy(items);
    const known = fresh.filter(({ id }) => cited.includes(id));
    const rest = cited.filter((id) => !known.some((turn) => turn.id === id));
    const earlier = await readMemories(this.#context.backend, reader.scope, rest);
    return earlier.length < rest.length ? undefined : [...known, ...earlier];
  }

  /** An error of a single session is reported, and the session stays unread. */
  async #guarded<T>(reader: SessionReader, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      throwIfAborted(this.#request.signal);
      if (!MnemeError.isInstance(error) || !ofOneSession.has(error.code)) throw error;
      reader.failed = true;
      const { scope, session } = reader;
      this.#context.logger.warn('a session could not be consolidated', { scope, session, error });
      this.#request.report.failures.push({ scope, session, error });
      return undefined;
    }
  }
}
