import type { SecretFinding } from './finding.ts';
import { matchesOf } from './matches.ts';

const begin = /-{4,5} ?BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const end = /-{4,5} ?END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
/** The lines after a beginning without an end: Base64, also with line ends written as `\n`. */
const body = /(?:\s*[A-Za-z0-9+/=\\]{16,}(?=\s|$|["',]))?(?:\s+[A-Za-z0-9+/=\\]{16,})*/y;

/** Private keys in PEM and PGP armour, complete or cut off. */
export function findPrivateKeys(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  const ends = matchesOf(text, end).map((match) => match.index + match[0].length);
  let nextEnd = 0;
  let covered = 0;
  for (const match of matchesOf(text, begin)) {
    if (match.index < covered) continue;
    const from = match.index + match[0].length;
    while (nextEnd < ends.length && ends[nextEnd]! < from) nextEnd += 1;
    body.lastIndex = from;
    covered = ends[nextEnd] ?? from + (body.exec(text)?.[0].length ?? 0);
    findings.push({ kind: 'private_key', start: match.index, end: covered });
  }
  return findings;
}
