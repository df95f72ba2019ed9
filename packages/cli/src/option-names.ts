import type { Fault, MnemeError, MnemeErrorCode } from '@mneme/core';
import { dashed, type OptionTable } from './options.ts';

/** The command line's names of library fields, if they differ from the name with dashes. */
const names: Readonly<Record<string, string>> = {
  'occurredAt.from': '--occurred-from',
  'occurredAt.before': '--occurred-before',
  occurredAt: '--occurred-from, --occurred-before',
  maxRecords: '--max',
  trustedProxies: '--trusted-proxy',
  tokenBudget: '--budget',
  batchSize: '--batch',
  documentsUnreadForDays: '--documents-unread-days',
  'source.externalId': '--id',
  file: 'FILE',
  store: 'STORE',
  key: 'the key',
  masterKey: 'the master key',
};

/** Parts of the source and of free JSON, such as `where.project`. */
const parts: readonly [RegExp, string][] = [
  [/^kinds(?:\[\d+\])?$/, '--kind'],
  [/^categories(?:\[\d+\])?$/, '--category'],
  [/^pair\[\d\]$/, 'ID'],
  [/^source\.(speaker|session|sequence)$/, '--$1'],
  [/^(where|metadata)\.(.*)$/s, '--$1 $2'],
];

/** An error message with the names of a command line's options. */
export function inWordsOf(error: MnemeError, options: OptionTable): string {
  return error.worded({
    name: (field) => optionName(field, options),
    advice: adviceFor(error, options),
  });
}

function optionName(field: string, options: OptionTable): string {
  const [first = '', ...rest] = field.split(/(?=\[)/);
  const own = dashed(first);
  if (own in options) return `--${own}${rest.join('')}`;
  for (const [form, name] of parts) if (form.test(field)) return field.replace(form, name);
  // Names that are not options are arguments, such as the text itself.
  return names[field] ?? field;
}

const adviceByCode: Partial<Record<MnemeErrorCode, string>> = {
  secret_refused: 'take it out, and store the rest',
  not_found: '"mneme documents" lists them',
  wrong_key:
    'give the key by --key-file, --key-command or $MNEME_KEY, and none for a file that is not encrypted ("mneme db copy --to-key-file" writes it into an encrypted one)',
  embedder_required: 'leave the option out, or give one such as --embedder static',
};

function adviceFor(
  { code }: MnemeError,
  options: OptionTable,
): (fault: Fault) => string | undefined {
  if (code === 'secret_refused' && 'secrets' in options) {
    return () => 'take it out, or give --secrets mask (names are never masked)';
  }
  const optionOf = (name: string) => (dashed(name) in options ? `--${dashed(name)}` : name);
  return ({ advice }) => adviceByCode[code] ?? advice?.replace(/\b[a-z]+[A-Z]\w+/g, optionOf);
}
