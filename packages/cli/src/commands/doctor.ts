import type { DoctorReport, Finding, FindingExample, Memory } from '@mneme/core';
import { gate } from '@mneme/core/faces';
import { defineCommand } from '../command.ts';
import { firstLine } from '../first-line.ts';
import { numberValue } from '../option-values.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { shortId } from '../whole-id.ts';

/** The meaning of each finding, and what to do. */
const words: Readonly<Record<Finding['kind'], readonly [what: string, advice: string]>> = {
  damaged: ['not what was written', 'restore a backup, or delete them'],
  structure: ['damage to the file', 'restore a backup, or save what can be read: mneme db export'],
  index: ['indexes that do not agree', '--fix makes them anew'],
  unfinished: ['writes that never ended', '--fix ends them'],
  audit: ['changes of the audit', 'somebody has changed the file: compare it with a backup'],
  bytes_pending: ['bytes of what was removed', '--fix tries again; close who reads the file'],
  reembed_unfinished: ['a change of the model', 'mneme db reembed goes on with it'],
  secret: ['secrets', 'delete them, and change the passwords'],
  duplicate: ['the same twice', '--fix joins them; the other stays in the history'],
  oversized: ['scopes over the cap', 'mneme prune'],
  near_duplicate: ['nearly the same', 'look at them, and delete or update one'],
  contested: ['contested', 'mneme scopes settle: a language model decides, or you do'],
  expired: ['expired', '--fix removes them, as mneme prune does'],
  stale: ['faded', 'mneme prune removes them when there is need'],
  never_recalled: ['never recalled', 'nothing; they may be of no use'],
};

export const doctorCommand = defineCommand({
  details:
    'Reads everything, and changes nothing without --fix. Exit code 0: nothing needs attention; 1: something does; 2: the store cannot be read. Notes never cause 1.',
  options: {
    fix: { help: 'mend what can be mended without loss, after asking' },
    yes: { help: 'with --fix: do not ask' },
    show: {
      help: 'show the beginning of each text, without secrets',
    },
    'no-near': {
      help: 'do not look for nearly equal memories, which takes longest',
    },
    'stale-days': {
      value: 'N',
      help: 'days after which a memory is stale (default: 90)',
    },
    max: { value: 'N', help: 'maximum memories in a scope (default: 10000)' },
    examples: { value: 'N', help: 'examples of each kind (default: 5)' },
  },
  uses: [...scopeOptions, ...storeOptions, 'documents', 'embedder'],
  failed: 2,
  async run({ values, output, input, signal, open }) {
    if (values.fix && !values.yes && input.isTTY !== true)
      throw new UsageError('There is no terminal to ask at: --fix needs --yes.', {
        field: '--yes',
      });
    const options = {
      scope: values.scope,
      near: values['no-near'] !== true,
      staleDays: numberValue(values['stale-days'], 'staleDays'),
      maxRecords: numberValue(values.max, 'maxRecords'),
      examples: numberValue(values.examples, 'examples'),
      actor: 'cli',
      signal,
      onProgress: ({ scope, done, total }: { scope: string; done: number; total: number }) =>
        output.progress.update(
          `looking at ${scope}, ${done} of ${total}`,
          done / Math.max(total, 1),
        ),
    };
    // Vectors are made only if some are missing and must be mended.
    const embedder = values.fix ? values.embedder : (values.embedder ?? 'none');
    const { memory } = await open({ inspect: true, embedder });
    let report = await memory.doctor(options);
    const fixable = report.findings.reduce((sum, finding) => sum + finding.fixable, 0);
    if (values.fix && fixable > 0 && (values.yes || (await agreed()))) {
      report = await memory.doctor({ ...options, fix: true });
    }
    const texts = values.show ? await textsOf(memory, report) : undefined;
    output.result(report, () => shown(report, { output, texts }));
    return report.healthy ? 0 : 1;

    async function agreed(): Promise<boolean> {
      output.note(`${shown(report, { output })}\n\nMend ${fixable} of these? Type yes:`);
      return (await firstLine(input, signal)) === 'yes';
    }
  },
});

function shown(
  { findings, healthy, scopes, records, unchecked, fixed }: DoctorReport,
  { output, texts }: { output: Output; texts?: ReadonlyMap<string, string> },
): string {
  const { quiet, good, strong } = output.colours;
  const rows = findings.map(({ kind, severity, count, fixable }) => [
    severity === 'attention' ? strong(words[kind][0]) : words[kind][0],
    String(count),
    fixable > 0 ? String(fixable) : '',
    severity,
    words[kind][1],
  ]);
  const head = ['what', 'count', '--fix', '', 'to do'].map(quiet);
  const examples = findings.flatMap(({ kind, examples: named }) =>
    named.map((example) => `  ${quiet(words[kind][0])}  ${line(example, texts)}`),
  );
  return [
    `${records} memories in ${scopes} ${scopes === 1 ? 'scope' : 'scopes'}: ${healthy ? good('healthy') : strong('something wants attention')}`,
    ...(fixed === undefined ? [] : [`${fixed} mended`]),
    ...(rows.length === 0
      ? []
      : ['', table([head, ...rows], { right: [1, 2], width: output.tableWidth, wrapped: true })]),
    ...(examples.length === 0 ? [] : ['', ...examples]),
    ...unchecked.map((each) => quiet(`not checked: ${each}`)),
  ].join('\n');
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
