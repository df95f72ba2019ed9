import type { SecretFinding } from './finding.ts';
import { matchesOf } from './matches.ts';
import { isPlaceholder } from './placeholders.ts';

/** `user:password@` behind `://`. The last `@` before a slash ends the password. */
const credentials =
  /(?:(?<=[A-Za-z][A-Za-z0-9+.-]{0,20}:\/\/)|(?<=["'`])(?=[\w.-]{1,32}:[^\s:"']{2,64}@(?:tcp|unix)\())[^\s:@/'"<>\ufffc]{0,128}:([^\s/'"<>\ufffc]{2,256})@(?=[\w[.-])/dg;

/** Passwords in connection strings and other URLs: `postgres://user:password@host`. */
export function findUrlPasswords(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const { indices } of matchesOf(text, credentials)) {
    const [start, end] = indices?.[1] ?? [0, 0];
    const value = text.slice(start, end);
    if (
      !isPlaceholder(value) &&
      !isOfOwnMachine(text, { start, end }) &&
      !/^(?:password|passwd|pass|pw|secret|token|senha|passwort)$/i.test(value)
    )
      findings.push({ kind: 'password', start, end });
  }
  return findings;
}

/** `root:root@localhost` is not a secret. */
function isOfOwnMachine(text: string, { start, end }: { start: number; end: number }): boolean {
  const value = text.slice(start, end);
  return (
    text.startsWith(`/${value}:`, start - value.length - 2) &&
    /^@(?:localhost|127\.0\.0\.1)/.test(text.slice(end, end + 16))
  );
}
