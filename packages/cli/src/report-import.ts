import { terminalJson } from '@mneme/core/faces';
import {
  type ImportFormat,
  type ItemsReport,
  type SkipReason,
  skipReasons,
} from '@mneme/importers';
import type { Output } from './output.ts';

interface ReportOptions {
  format: ImportFormat;
  dryRun?: boolean;
  strict?: boolean;
  output: Output;
}

/** Prints the result of an import, and returns the exit code. */
export function reportImport(
  report: ItemsReport,
  { format, dryRun = false, strict = false, output }: ReportOptions,
): number | undefined {
  const isNothing = strict && report.problemCount > 0;
  if (!isNothing || output.json)
    output.result({ from: format, ...(dryRun ? { dryRun } : {}), ...report }, () =>
      summary(report, { format, dryRun, output }),
    );
  if (report.problemCount === 0) return undefined;
  reportProblems(report, { isNothing, output });
  return 1;
}

function summary(
  report: ItemsReport,
  { format, dryRun, output }: Pick<ReportOptions, 'format' | 'dryRun' | 'output'>,
): string {
  const { created, superseded, merged, rejected, learned, confirmed, masked, unknownKeys } = report;
  const counts: [number, string][] = [
    [created, dryRun ? 'would be new' : 'new'],
    [superseded, 'of them replaced older ones'],
    [merged, 'merged'],
    [learned, 'learned from what was said'],
    [confirmed, 'known already'],
    [rejected, 'rejected'],
  ];
  const done = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const left = Object.entries(report.skipped) as [SkipReason, number][];
  const lines = left
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `  ${count} left out: ${skipReasons[reason]} (${reason})`);
  const first = `${output.colours.strong(format)}: ${done.length === 0 ? 'nothing' : done.join(', ')}`;
  if (masked.length > 0) lines.push(`  masked: ${masked.join(', ')}`);
  if (unknownKeys.length > 0) lines.push(`  keys that are not imported: ${unknownKeys.join(', ')}`);
  return [first, ...lines, ...inScopes(report.scopes)].join('\n');
}

/** Printed if it is not just one scope, because people look in their own first. */
function inScopes(scopes: readonly string[]): string[] {
  if (scopes.length < 2) return [];
  const more = scopes.length > 10 ? ` and ${scopes.length - 10} more` : '';
  return [`in ${scopes.length} scopes: ${scopes.slice(0, 10).join(', ')}${more}`];
}

function reportProblems(
  { problems, problemCount }: ItemsReport,
  { isNothing, output }: { isNothing: boolean; output: Output },
): void {
  const places = problems.map(({ at, message }) => `${at}: ${message}`);
  const more = problemCount - problems.length;
  const others = isNothing ? 'nothing was imported' : 'the others were';
  const message = `${problemCount} could not be imported${more > 0 ? `, ${more} of them not listed` : ''}; ${others}`;
  const [first] = problems;
  if (output.json && first !== undefined) {
    const described = {
      code: first.reason,
      message: [message, ...places].join('\n'),
      field: first.at,
    };
    output.note(terminalJson({ error: described }));
  } else for (const line of [...places, `mneme: ${message}`]) output.note(line);
}
