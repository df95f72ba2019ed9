import { readFile } from 'node:fs/promises';
import type { Memory, MemoryRecord, RetrievedMemory } from '@mneme/core';
import type { Output } from '../output.ts';
import { oneLine } from '../text-width.ts';
import { type FilledDemo, noteFact } from './fill-demo.ts';

interface SectionContext extends FilledDemo {
  memory: Memory;
  /** Of the database. */
  path: string;
  look: Pick<Output, 'colours' | 'width'>;
  signal: AbortSignal;
}

const day = (time: string) => time.slice(0, 10);

/**
 * The steps of the demo by their titles, in their order: the lines of each. A step may use the results of earlier ones.
 */
export const sections: Readonly<Record<string, (context: SectionContext) => Promise<string[]>>> = {
  async 'A conversation of several months'({ turns, ids, refused, look }) {
    const sessions = new Set(turns.map(({ session }) => session)).size;
    const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
    return [
      `${look.colours.strong(String(turns.length))} turns in ${sessions} sessions, said by ${speakers.join(', ')}`,
      `${ids.size} stored, ${refused.length} refused because they contain a secret`,
    ];
  },

  async 'What was learned, and from what'({ scope, look }) {
    const { accent, good, strong } = look.colours;
    const { memories: facts } = await scope.list({ kinds: ['fact'], limit: 1000 });
    const ofHealth = facts.filter(({ tags }) => tags.includes('health'));
    return [
      `${strong(String(facts.length))} facts, each with the turns that support it`,
      ...ofHealth.slice(-2).map(({ occurredAt, content, source }) => {
        const text = oneLine(`${source.speaker}: ${content}`, look.width - 16);
        return `${accent(day(occurredAt))}  ${good(text)}`;
      }),
    ];
  },

  async 'A block for the system prompt'({ scope, written, look, signal }) {
    const { strong, quiet } = look.colours;
    const { prefetch } = await import('@mneme/agent/prefetch');
    const lines: string[] = [];
    for (const message of [...written.prefetch, ...written.smallTalk.slice(0, 1)]) {
      // Only the part for the message, short enough for one screen.
      const options = { timeoutMs: 10_000, tokenBudget: 150, profileShare: 0, signal };
      const { text } = await prefetch(scope, message, options);
      const block = text.trim().split('\n');
      lines.push(
        strong(`“${oneLine(message, look.width - 10)}”`),
        ...(text === ''
          ? [quiet('(nothing to recall: no block)')]
          : block.map((line) => oneLine(line, look.width - 4))),
      );
    }
    return lines;
  },

  async 'Questions, and what they recall'({ scope, written, ids, look, signal }) {
    const { accent, good, quiet, strong } = look.colours;
    const shown: string[] = [];
    for (const { text, expect } of written.questions) {
      const wanted = new Set(expect.map((id) => ids.get(id)));
      const { memories } = await scope.retrieve(text, { limit: 5, signal });
      const answer = memories.find(
        ({ id, evidence = [] }) => wanted.has(id) || evidence.some((turn) => wanted.has(turn)),
      );
      if (answer === undefined) continue;
      const said = oneLine(`${answer.source.speaker}: ${answer.content}`, look.width - 14);
      shown.push(
        strong(`“${oneLine(text, look.width - 10)}”`),
        `${good('✓')} ${accent(answer.relevance.toFixed(2))}  ${said}`,
      );
    }
    const all = `${shown.length / 2} of ${written.questions.length} questions find their answer among the first 5.`;
    return [...shown.slice(0, 4), quiet(all)];
  },

  async 'A fact that changed'(context) {
    const { scope, written, look, signal } = context;
    const { accent, strong, quiet, good } = look.colours;
    const { question, old, new: changed } = written.changed[0];
    await noteFact(context, old);
    const { id } = await noteFact(context, changed);
    const history = await scope.history(id);
    const asOf = new Date(
      Date.parse(history.at(-1)?.occurredAt as string) - 24 * 60 * 60 * 1000,
    ).toISOString();
    const ofHistory = ({ id }: RetrievedMemory) => history.some((each) => each.id === id);
    const ask = async (options: { asOf?: string }) => {
      const { memories } = await scope.retrieve(question, { ...options, limit: 10, signal });
      return memories.find(ofHistory);
    };
    const shown = (answer: RetrievedMemory | undefined) =>
      oneLine(answer?.content ?? 'nothing', look.width - 32);
    return [
      ...history.map(({ occurredAt, content, validTo }) => {
        const until = validTo === undefined ? good('until now') : quiet(`until ${day(validTo)}`);
        return `${accent(day(occurredAt))}  ${oneLine(content, look.width - 40)}  ${until}`;
      }),
      strong(`“${question}”`),
      `${quiet(`asked as of ${day(asOf)}:`)}  ${shown(await ask({ asOf }))}`,
      `${quiet('asked now:             ')}  ${shown(await ask({}))}`,
    ];
  },

  async 'A contested fact, settled'(context) {
    const { scope, written, look, signal } = context;
    const { accent, quiet, good, strong } = look.colours;
    const { question, old, new: changed } = written.contested[0];
    const older = await noteFact(context, old);
    const newer = await noteFact(context, changed);
    const ask = async () => {
      const { memories } = await scope.retrieve(question, { limit: 10, signal });
      return memories.filter(({ content }) => [old.text, changed.text].includes(content));
    };
    const line = ({ content, occurredAt, contests, contestedBy }: RetrievedMemory) => {
      const mark = contests
        ? 'contests the one below'
        : contestedBy
          ? 'contested'
          : good('current');
      return `${accent(day(occurredAt))}  ${oneLine(content, look.width - 40)}  ${quiet(mark)}`;
    };
    const before = await ask();
    const report = await scope.settle({
      pair: [newer.id, older.id],
      // In place of a model: compares the dates.
      judge: async ({ stored, occurredAt }) =>
        occurredAt > stored.occurredAt ? 'update' : 'older',
      signal,
    });
    return [
      strong(`“${question}”`),
      ...before.map(line),
      quiet(`settled by a judge: ${report.calls} pair asked about, ${report.superseded} replaced`),
      ...(await ask()).map(line),
    ];
  },

  async 'A duplicate, confirmed instead of added'({ scope, written, turns, look, signal }) {
    const { good, quiet } = look.colours;
    const [{ first }] = written.duplicates;
    const said = turns.find(({ id }) => id === first)?.text as string;
    const again = `${said.toLowerCase()}!!`;
    await scope.store({ content: said }, { signal, actor: 'demo' });
    const before = await scope.stats();
    const result = await scope.store({ content: again }, { signal, actor: 'demo' });
    const after = await scope.stats();
    return [
      oneLine(said, look.width - 4),
      oneLine(again, look.width - 4),
      `${good(result.outcome)} ${quiet(`(${result.reason}); ${before.current} memories before, ${after.current} now`)}`,
    ];
  },

  async 'Secrets, refused'({ refused, path, look }) {
    const { warning, good, bad } = look.colours;
    const files = await Promise.all(
      [path, `${path}-wal`].map((file) => readFile(file).catch(() => Buffer.alloc(0))),
    );
    // A secret is a long run of letters and digits, also if spaces divide it into groups.
    const traces = refused
      .flatMap(({ text }) => text.match(/(?:[A-Za-z0-9_-]{24,}|\d{4}(?:[ -]\d{4}){3})/g) ?? [])
      .filter((secret) => files.some((bytes) => bytes.includes(secret))).length;
    return [
      ...refused.slice(0, 1).map(({ error }) => oneLine(warning(error.message), look.width - 4)),
      traces === 0
        ? good('✓ no byte of them is in the database file')
        : bad(`${traces} of them left traces in the database file`),
    ];
  },

  async 'A fact with an end'({ scope, turns, ids, look, signal }) {
    const { accent, good, quiet } = look.colours;
    const passing = turns.filter(({ id, expires_at }) => expires_at !== undefined && ids.has(id));
    const lines = await Promise.all(
      passing.map(async ({ id, text, expires_at: until = '' }) => {
        const { returned, reasons } = await scope.whyNot(text, ids.get(id) as string, { signal });
        const why = reasons.map(({ message }) => message).join('; ');
        return [
          `${accent(day(until))}  ${oneLine(text, look.width - 18)}`,
          `            ${returned ? `${good('still recalled')} ${quiet(`until ${until}`)}` : quiet(`not recalled: ${why}`)}`,
        ];
      }),
    );
    return lines.flat();
  },

  async 'Forgotten, with the facts learned from it'({ scope, written, turns, look, signal }) {
    const { accent, good, strong, warning } = look.colours;
    const [{ old, new: changed }] = written.changed;
    const session = turns.find(({ id }) => id === changed.turn)?.session as string;
    const { memories: facts } = await scope.list({ kinds: ['fact'], limit: 1000 });
    const receipt = await scope.sessions.erase(session, {
      reason: 'the speaker asked for it',
      signal,
    });
    const { memories: current } = await scope.list({ kinds: ['fact'], limit: 1000 });
    const again = current.filter(({ content }) => content === old.text);
    const forgotten = facts.filter(({ id }) => receipt.forgotten.includes(id));
    const line = (mark: string, { occurredAt, content }: MemoryRecord) =>
      `${mark}  ${accent(day(occurredAt))}  ${oneLine(content, look.width - 40)}`;
    return [
      `${strong(String(receipt.turns))} turns of ${session} erased`,
      ...forgotten.slice(0, 2).map((fact) => line(warning('forgotten    '), fact)),
      ...again.map((fact) => line(good('current again'), fact)),
    ];
  },

  async 'A prune, as a dry run'({ scope, look, signal }) {
    const { current } = await scope.stats();
    const maxRecords = Math.floor(current * 0.9);
    const report = await scope.prune({ maxRecords, dryRun: true, signal });
    const { strong } = look.colours;
    return [
      `A cap of ${maxRecords} would remove ${strong(String(report.pruned))} of ${report.scopes[0]?.before} memories; ${report.expired} of them expired.`,
    ];
  },
};
