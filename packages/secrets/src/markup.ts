import type { SecretFinding } from './finding.ts';
import { findPatterns, type SecretPattern } from './matches.ts';
import { isPlaceholder } from './placeholders.ts';

const label =
  '(?:passw(?:or)?d|passwort|pwd|passphrase|secret|token|api[_.-]?key|access[_.-]?key|private[_.-]?key|credential|(?<![A-Za-z])pass|senha|contraseña|mot de passe|密码|パスワード|비밀번호)';

/** Labels in a list of names and values. An unknown `…_KEY` counts if its value looks like a key. */
const named = `["']?[\\w.:/-]{0,40}(?:${label}(?:[._-]key)?|(?<!(?:public|primary|foreign|partition|sort|cache|group|row))[._-]key|[._-](?:auth|salt|psk))(?:[._-](?:prod|production|dev|test|staging|stage|live|main|old|new|base|\\d{1,2}))?["']?`;
const value =
  '["\']?(?:parameter|variable_?)?value["\']?\\s?[:=]\\s{0,2}(?:[|>][-+]?\\s{1,20})?["\']?([^"\'\\s<>,]{4,256})';
const isNamed = `["']?(?:name|key|id|variable)["']?\\s?[:=]\\s{0,2}${named}`;
const between =
  '[\\s,]{1,12}(?:["\']?[a-z][\\w-]{1,20}["\']?\\s?[:=]\\s{0,2}["\']?[\\w./-]{0,40}["\']?[\\s,]{1,12}){0,3}?(?:- )?';

/** Secrets in markup whose label is not directly before them. The group is the secret. */
const places = [
  // <db:password encrypted="false">secret</db:password>
  `<[\\w:.-]{0,40}${label}[\\w:.-]{0,20}(?: [^<>\\n]{0,100})?>([^<>\\s]{4,256})</`,
  // <add key="ApiSecret" value="secret"/>, - name: DB_PASSWORD\n  value: secret, {"name":"TOKEN","value":"secret"}
  `${isNamed}${between}${value}`,
  // - value: secret\n  name: DB_PASSWORD
  `${value}["']?${between}${isNamed}(?![\\w.-])`,
].map(
  (place): SecretPattern => ({
    kind: 'password',
    pattern: new RegExp(place, 'dgi'),
    accept: isValue,
  }),
);
const anyLabel = new RegExp(label, 'i');

/** Secrets in XML, and in lists of names and values. */
export function findInMarkup(text: string): SecretFinding[] {
  return /<|[vV]alue/.test(text) ? findPatterns(text, places) : [];
}

function isValue(text: string): boolean {
  return (
    !isPlaceholder(text) &&
    !/^(?:true|false|null|none|string|required|optional|hidden|n\/a)$/i.test(text)
  );
}

/** Maximum length of a row. */
const longestRow = 2000;

/** The values below the heading `Password` of a Markdown table. */
export function findInTables(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!text.includes('|')) return findings;
  let column = -1;
  let position = 0;
  for (const line of text.split('\n')) {
    const isRow = line.length <= longestRow && line.includes('|');
    const cells = isRow ? cellsOf(line, position) : [];
    position += line.length + 1;
    // Any other line ends the table.
    if (!isRow) column = line === '' ? column : -1;
    else if (column === -1) column = cells.findIndex(({ value }) => isHead(value));
    else {
      const { value = '', start = 0 } = cells[column] ?? {};
      if (/^(?=.*[A-Za-z])(?=.*[\d!#$%&*@^])\S{4,}$/.test(value) && isValue(value))
        findings.push({ kind: 'password', start, end: start + value.length });
    }
  }
  return findings;
}

function isHead(cell: string): boolean {
  return cell.length <= 24 && anyLabel.test(cell) && !/hash|length|policy|count/i.test(cell);
}

/** The cells of a table row, without white space and markup around them. */
function cellsOf(line: string, offset: number): { value: string; start: number }[] {
  let position = offset;
  return line.split('|').map((cell) => {
    const start = position + (/^[\s`*]*/.exec(cell)?.[0].length ?? 0);
    position += cell.length + 1;
    return { value: cell.replace(/^[\s`*]+|[\s`*]+$/g, ''), start };
  });
}
