import type { DoctorReport, Finding, FindingExample, Memory } from '@mneme/core';
import { gate } from '@mneme/core/faces';
import { answerTo, assertTerminal } from '../ask.ts';
import { assertScope } from '../assert-scope.ts';
import { defineCommand } from '../command.ts';
import { memoryOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { tableOf } from '../table.ts';
import { shortId } from '../whole-id.ts';

/** The meaning of each finding, and what to do. */
const words: Readonly<Record<Finding['kind'], readonly [what: string, advice: string]>> = {
  unreachable: ['databases that do not answer', 'start them, or mend their address'],
  damaged: ['not what was written', 'restore a backup, or delete them'],
  structure: ['damage to the file', 'restore a backup, or save what can be read: mneme db export'],
  index: ['indexes that do not agree', '--fix rebuilds them'],
  unfinished: ['interrupted writes', '--fix finishes or undoes them'],
  audit: ['changes of the audit', 'somebody has changed the file: compare it with a backup'],
  bytes_pending: [
    'removed bytes that are still in the file',
    '--fix tries again; close the programs that read the file',
  ],
  reembed_unfinished: ['an unfinished change of the model', 'mneme db reembed continues it'],
  secret: ['secrets', 'delete them, and change the passwords'],
  duplicate: ['the same twice', '--fix joins them; the other stays in the history'],
  oversized: ['scopes over the cap', 'mneme prune'],
  near_duplicate: ['nearly the same', 'look at them, and delete or update one'],
  contested: ['contested', 'mneme scopes settle: a language model decides, or you do'],
  expired: ['expired', '--fix removes them, as mneme prune does'],
  stale: ['faded', 'mneme prune removes them if the scope exceeds its cap'],
  never_recalled: ['never recalled', 'nothing; they may be of no use'],
};

export const doctor = defineCommand({
  details:
    'Reads everything, and changes nothing without --fix. Exit code 0: nothing needs attention; 1: something does; 2: the store cannot be read. Notes never cause 1.',
  options: {
    fix: { help: 'mend what can be mended without loss, after asking' },
    yes: { help: 'with --fix: do not ask' },
    show: { help: 'show the beginning of each text, without secrets' },
    'no-near': { help: 'do not look for nearly equal memories, which takes longest' },
    'stale-days': { number: 'N', help: 'days after which a memory is stale (default: 90)' },
    max: { number: 'N', help: 'maximum memories in a scope (default: 10000)' },
    examples: { number: 'N', help: 'examples of each kind (default: 5)' },
  },
  uses: [...memoryOptions, 'documents', 'embedder'],
  failed: 2,
  async run(context) {
    const { values, output, signal, open } = context;
    if (values.fix && !values.yes) assertTerminal(context, '--fix needs');
    const { scope, staleDays, max: maxRecords, examples } = values;
    const options = {
      ...{ staleDays, maxRecords, examples, near: !values.noNear, actor: 'cli', signal },
      onProgress: ({ scope, done, total }: { scope: string; done: number; total: number }) =>
        output.progress.update(
          `looking at ${scope}, ${done} of ${total}`,
          done / Math.max(total, 1),
        ),
    };
    // Vectors are made only if some are missing and must be mended.
    const embedder = values.fix ? values.embedder : (values.embedder ?? 'none');
    const { memory } = await open({ inspect: true, embedder });
    const examined = scope === undefined ? memory : memory.scope(scope);
    let report = await examined.doctor(options);
    if (scope !== undefined && report.records === 0) await assertScope(memory, scope);
    const fixable = report.findings.reduce((sum, finding) => sum + finding.fixable, 0);
    if (values.fix && fixable > 0 && (values.yes || (await agreed()))) {
      report = await examined.doctor({ ...options, fix: true });
    }
    const texts = values.show ? await textsOf(memory, report) : undefined;
    output.result(report, () => shown(report, { output, texts }));
    return report.healthy ? 0 : 1;

    async function agreed(): Promise<boolean> {
      const found = shown(report, { output }).join('\n');
      return (await answerTo(context, `${found}\n\nMend ${fixable} of these? Type yes:`)) === 'yes';
    }
  },
});

function shown(
  { findings, healthy, scopes, records, unchecked, fixed }: DoctorReport,
  { output, texts }: { output: Output; texts?: ReadonlyMap<string, string> },
): string[] {
  const { quiet, good, strong } = output.colours;
  const rows = findings.map(({ kind, severity, count, fixable }) => [
    severity === 'attention' ? strong(words[kind][0]) : words[kind][0],
    String(count),
    fixable > 0 ? String(fixable) : '',
    severity,
    words[kind][1],
  ]);
  const head = ['what', 'count', '--fix', '', 'to do'];
  const examples = findings.flatMap(({ kind, examples: named }) =>
    named.map((example) => `  ${quiet(words[kind][0])}  ${line(example, texts)}`),
  );
  return [
    `${records} memories in ${scopes} ${scopes === 1 ? 'scope' : 'scopes'}: ${healthy ? good('healthy') : strong('something needs attention')}`,
    ...(fixed === undefined ? [] : [`${fixed} mended`]),
    ...(rows.length === 0
      ? []
      : ['', tableOf(output, { head, rows, right: [1, 2], wrapped: true })]),
    ...(examples.length === 0 ? [] : ['', ...examples]),
    ...unchecked.map((each) => quiet(`not checked: ${each}`)),
  ];
}

function line(
  { scope, id, other, problem }: FindingExample,
  texts: ReadonlyMap<string, string> | undefined,
): string {
  const text = (of: string | undefined) => texts?.get(JSON.stringify([scope, of]));
  const quoted = [text(id), text(other)].flatMap((each) =>
    each === undefined ? [] : [`"${each}"`],
  );
  return [
    ...(scope === undefined ? [] : [`${scope}:`]),
    [id, other].flatMap((each) => (each === undefined ? [] : [shortId(each)])).join(' = '),
    ...(problem === undefined ? [] : [problem]),
    ...quoted,
  ]
    .filter((each) => each !== '')
    .join(' ');
}

const shownCharacters = 60;

/** Beginnings of the named memories, without secrets. */
async function textsOf(memory: Memory, { findings }: DoctorReport): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { kind, examples } of findings) {
    if (kind === 'damaged') continue;
    for (const { scope, id, other } of examples)
      for (const each of [id, other]) {
        if (scope === undefined || each === undefined) continue;
        const record = await memory
          .scope(scope)
          .get(each, { includeExpired: true })
          .catch(() => undefined);
        if (record === undefined) continue;
        const { value } = gate({ content: record.content }, 'mask');
        texts.set(JSON.stringify([scope, each]), value.content.slice(0, shownCharacters));
      }
  }
  return texts;
}
