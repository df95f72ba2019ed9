import type { SecretFinding } from './finding.ts';
import { isPlaceholder } from './placeholders.ts';

/** Passwords at their places in commands and in the files of commands. The group is the secret. */
const places: readonly RegExp[] = [
  // curl -u ada:secret
  /(?<![\w-])(?:curl|wget|https?|xh)\s[^\n]{0,200}?(?<=\s)(?:-u|--user|-a|--auth|--proxy-user)[ =]?["']?[^\s:"']{1,64}:([^\s"']{3,128})/dg,
  // docker login -u ada -p secret, sshpass -p secret, redis-cli -a secret
  /(?<![\w-])(?:(?:docker|podman|helm|oc|az) (?:registry )?login|sshpass|redis-cli)\s[^\n]{0,120}?(?<=\s)(?:-p|-a|--pass)[ =]?["']?([^\s"']{4,128})/dg,
  // mysql -usa -psecret
  /(?<![\w-])(?:mysql|mysqldump|mysqladmin|mariadb)\s[^\n]{0,120}?(?<=\s)-p["']?([^\s"']{4,128})/dg,
  // .netrc
  /(?<![\w-])login\s{1,4}[^\s]{1,64}\s{1,4}password\s{1,4}([^\s]{4,128})/dg,
  // .pgpass
  /^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:([^\s:]{4,128})(?=\s|$)/dgm,
];

const anyPlace =
  /curl|wget|https? |xh |login|sshpass|redis-cli|mysql|mariadb|:(?:\d{2,5}|\*):[\w*-]{1,64}:/;

/** What stands in `places` and is none: a variable, a placeholder, an id of a user and a group. */
export function findCommandPasswords(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!anyPlace.test(text)) return findings;
  for (const place of places) {
    for (const { indices } of text.matchAll(place)) {
      const [start, end] = indices?.[1] ?? [0, 0];
      const value = text.slice(start, end);
      if (!isPlaceholder(value) && !value.startsWith('$'))
        findings.push({ kind: 'password', start, end });
    }
  }
  return findings;
}
