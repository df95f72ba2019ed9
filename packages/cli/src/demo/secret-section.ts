import { readFile } from 'node:fs/promises';
import { MnemeError } from '@mneme/core';
import { oneLine } from '../text-width.ts';
import type { Section, SectionContext } from './section.ts';

export async function secretSection({ conversation, look }: SectionContext): Promise<Section> {
  const { warning, good, bad, quiet } = look.colours;
  const refused = conversation.turns.filter(
    ({ result }) => result.error?.code === 'secret_refused',
  );
  const bytes = await databaseBytes(conversation.path);
  const leaked = refused.filter(({ content }) =>
    secretLooking(content).some((secret) => bytes.includes(secret)),
  );
  const lines = refused
    .slice(0, 1)
    .map(({ at, result }) => oneLine(`${warning(at)}  ${messageOf(result.error)}`, look.width - 4));
  if (refused.length === 0) lines.push(quiet('This conversation contains no secret.'));
  else if (leaked.length === 0) lines.push(good('✓ no byte of them is in the database file'));
  else lines.push(bad(`${leaked.length} of them left traces in the database file`));
  return {
    title: refused.length > 1 ? 'Secrets, refused' : 'A secret, refused',
    lines,
    data: {
      refused: refused.map(({ at, result }) => ({ at, code: result.error?.code })),
      traces: leaked.length,
    },
  };
}

/** Without the position in a list, which nobody sees here. */
function messageOf(error: MnemeError | undefined): string {
  return (MnemeError.isInstance(error?.cause) ? error.cause : error)?.message ?? '';
}

/** A long run of letters and digits, also in groups with spaces. */
function secretLooking(text: string): string[] {
  return text.match(/(?:[A-Za-z0-9_-]{24,}|\d{4}(?:[ -]\d{4}){3})/g) ?? [];
}

async function databaseBytes(path: string): Promise<Buffer> {
  const parts = await Promise.all(
    ['', '-wal'].map((suffix) => readFile(path + suffix).catch(() => Buffer.alloc(0))),
  );
  return Buffer.concat(parts as Uint8Array[]);
}
