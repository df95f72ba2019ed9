import { type MnemeError, remainsOf } from '@mneme/contract';
import { type EngineContext, storesOf, throwIfAborted } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import { callback, type FieldsOf, integer, parseFlag, parseOptions } from '@mneme/contract/input';
import { writeFields } from '../records/index.ts';
import { prune } from '../records/later.ts';
import type { DoctorOptions, DoctorReport } from './api.ts';
import { examineRecords, unlessDamaged } from './examine-records.ts';
import { examineDocuments, examineStore, examineWhole } from './examine-store.ts';
import { Findings } from './findings.ts';
import { joinDuplicates, rewriteRecords } from './mend.ts';

/** Examines a store; with `fix`, mends what can be mended without loss and examines it again. */
export async function doctor(
  given: EngineContext,
  { scope, options }: { scope?: string; options: DoctorOptions },
): Promise<DoctorReport> {
  const parsed = { ...parseOptions(options, doctorFields), scope };
  const context = { ...given, backend: (await given.backend.reachable?.()) ?? given.backend };
  const { actor = 'doctor', reason = 'doctor' } = parsed;
  const { value: by } = gate({ actor, reason }, context.secrets);
  // Names are checked only for writing: a bad name from an older version can still be examined.
  if (parsed.fix) gate({ scope }, context.secrets);
  await context.accesses.flush();
  const before = await examine(context, parsed);
  if (parsed.fix !== true || before.findings.fixable === 0) return before.report;
  const { backend, embedding } = context;
  const { rewrites, scopes } = before;
  if (rewrites.length < before.fixableFaults) await backend.mendStore();
  // Without an embedder words are written again, but not vectors.
  await rewriteRecords(
    context,
    rewrites.filter(({ kind }) => kind !== 'vector' || embedding.identity !== undefined),
  );
  const { signal } = parsed;
  const now = context.now();
  const pruned = { ...by, maxRecords: Number.POSITIVE_INFINITY, signal };
  for (const each of scopes) await unlessDamaged(prune(context, [each], pruned), () => undefined);
  await joinDuplicates(context, { scopes, now, signal, ...by });
  await remainsOf(storesOf(context), { wait: true });
  const after = await examine(context, parsed);
  const fixed = before.findings.fixable - after.findings.fixable;
  return { ...after.report, fixed: Math.max(0, fixed) };
}

async function examine(context: EngineContext, parsed: DoctorOptions & { scope?: string }) {
  const { scope, near = true, staleDays = 90, maxRecords = 10_000, examples = 5 } = parsed;
  const { signal, onProgress } = parsed;
  const { backend } = context;
  const checkedAt = context.now();
  const findings = new Findings(examples);
  const unchecked: string[] = [];
  const rewrites = await examineStore(context, { scope, findings, signal });
  const fixableFaults = findings.fixable;
  await examineWhole(context, { findings, unchecked });
  // The store's own check has reported the damage.
  const unread = <Instead>(what: string, instead: Instead) => {
    return ({ message }: MnemeError): Instead => {
      unchecked.push(`${what}: ${message}`);
      return instead;
    };
  };
  const scopes =
    scope === undefined
      ? await unlessDamaged(backend.scopes(), unread<string[]>('names of scopes', []))
      : [scope];
  let records = 0;
  for (const each of scopes) {
    throwIfAborted(signal);
    const examination = { scope: each, findings, now: checkedAt, staleDays, maxRecords, near };
    records += await unlessDamaged(
      examineRecords(context, { ...examination, signal, onProgress }),
      unread(`memories of ${each}`, 0),
    );
    await examineDocuments(context, { scope: each, findings, unchecked, signal });
  }
  const all = findings.all;
  const report: DoctorReport = {
    checkedAt,
    healthy: all.every(({ severity }) => severity === 'note'),
    scopes: scopes.length,
    records,
    findings: all,
    unchecked,
  };
  return { report, findings, rewrites, scopes, fixableFaults };
}

/** The options of `doctor`. A missing option does not compile. */
const doctorFields = {
  ...writeFields,
  fix: parseFlag,
  near: parseFlag,
  staleDays: integer({ min: 1, max: 36_500 }),
  maxRecords: integer({ min: 0 }),
  examples: integer({ min: 0, max: 100_000 }),
  onProgress: callback<NonNullable<DoctorOptions['onProgress']>>(),
} satisfies FieldsOf<DoctorOptions>;
