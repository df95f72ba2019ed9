import type { SecretFinding } from './finding.ts';
import { labels } from './labelled.ts';
import { findPatterns, matchesOf, type SecretPattern } from './matches.ts';
import { isPlaceholder } from './placeholders.ts';

const label =
  '(?:passw(?:or)?d|passwort|pwd|passphrase|secret|token|api[_.-]?key|access[_.-]?key|private[_.-]?key|credential|(?<![A-Za-z])pass|senha|contraseña|mot de passe|(?<![A-Za-z])pin|(?:door|gate|alarm|access|entry|garage|wi-?fi|safe)[ _-]?code|密码|パスワード|비밀번호)';

/** Labels in a list of names and values. An unknown `…_KEY` counts if its value looks like a key. */
const named = `["']?[\\w.:/-]{0,40}(?:${label}(?:[._-]key)?|(?<!(?:public|primary|foreign|partition|sort|cache|group|row))[._-]key|[._-](?:auth|salt|psk))(?:[._-](?:prod|production|dev|test|staging|stage|live|main|old|new|base|\\d{1,2}))?["']?`;
const value =
  '["\']?(?:parameter|variable_?)?value["\']?\\s?[:=]\\s{0,2}(?:[|>][-+]?\\s{1,20})?["\']?([^"\'\\s<>,]{4,256})';
const isNamed = `["']?(?:name|key|id|variable|label|title|field)["']?\\s?[:=]\\s{0,2}${named}`;
const between =
  '[\\s,]{1,12}(?:["\']?[a-z][\\w-]{1,20}["\']?\\s?[:=]\\s{0,2}["\']?[\\w./-]{0,40}["\']?[\\s,]{1,12}){0,3}?(?:- )?';

/** Secrets in markup whose label is not directly before them. The group is the secret. */
const places = [
  // <db:password encrypted="false">secret</db:password>
  `<[\\w:.-]{0,40}${label}[\\w:.-]{0,20}(?: [^<>\\n]{0,100})?>([^<>\\s]{4,256})</`,
  // <entry key="db.password">secret</entry>, variable "api_secret" {\n default = "secret"
  `<[\\w:.-]{1,20} (?:[\\w-]{1,20}="[^"<>]{0,40}" ){0,2}(?:name|key|id)=${named}(?<=["'])[^<>\\n]{0,80}>(?:\\s{0,20}<value>)?([^<>\\s]{4,256})</`,
  `variable ${named}\\s?\\{[^{}]{0,200}?default\\s{0,8}=\\s{0,8}"([^"\\n]{4,256})"`,
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
/** Secrets in XML, and in lists of names and values. */
export function findInMarkup(text: string): SecretFinding[] {
  return [
    ...(/<|[vV]alue|variable/.test(text) ? findPatterns(text, places) : []),
    ...(text.includes('Secret') ? findInSecrets(text) : []),
  ];
}

/** The data of a Kubernetes Secret, in YAML. */
const secretData =
  /^([ \t]*)(?:data|stringData):[ \t]*\n((?:\1[ \t]+[\w./-]{1,80}:[ \t]?[^\n]{0,2000}(?:\n|$))+)/gm;
const entry = /:[ \t]?["']?([^\s"'{#|>][^\s"']{3,})["']?[ \t]*$/dgm;

function findInSecrets(text: string): SecretFinding[] {
  if (!/^[ \t]*kind: ["']?Secret\b/m.test(text)) return [];
  return matchesOf(text, secretData).flatMap(({ index, 0: whole, 2: data = '' }) => {
    const from = index + whole.length - data.length;
    return findPatterns(data, [{ kind: 'password', pattern: entry, accept: isValue }]).map(
      ({ kind, start, end }) => ({ kind, start: from + start, end: from + end }),
    );
  });
}

function isValue(text: string): boolean {
  return (
    !isPlaceholder(text) &&
    !/^(?:true|false|null|none|string|required|optional|hidden|n\/a)$/i.test(text)
  );
}

/** Maximum length of a row, and of a heading. */
const longestRow = 2000;
const longestHead = 24;
const separators = ['|', '\t', ';', ','];

/** The column of a table with secrets. */
interface Column {
  separator: string;
  index: number;
  cells: number;
  isCode: boolean;
}

/** The values below the heading `Password` in tables: Markdown, CSV. */
export function findInTables(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!text.includes('\n') || !/[|\t;,]/.test(text)) return findings;
  let column: Column | undefined;
  let position = 0;
  for (const line of text.split('\n')) {
    const isRow = line.length <= longestRow;
    const cells = column && isRow ? cellsOf(line, column.separator, position) : [];
    position += line.length + 1;
    // Any other line ends the table.
    if (column !== undefined && line !== '' && cells.length !== column.cells) column = undefined;
    if (column === undefined) column = isRow ? columnOf(line) : undefined;
    else {
      const { value = '', start = 0 } = cells[column.index] ?? {};
      const form = column.isCode ? /^\d{4,10}[#*]?$/ : made;
      if (form.test(value) && isValue(value) && !nameOfVariable.test(value))
        findings.push({ kind: 'password', start, end: start + value.length });
    }
  }
  return findings;
}

const nameOfVariable = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;
const made = /^(?=.*[A-Za-z])(?=.*[\d!#$%&*@^])\S{4,}$/;

function columnOf(line: string): Column | undefined {
  const separator = separators.find((one) => line.includes(one));
  if (separator === undefined) return undefined;
  const heads = cellsOf(line, separator, 0).map(({ value }) => value);
  // Other tables than those of Markdown have nothing but short headings.
  if (separator !== '|' && heads.some((head) => !/^[^.:=!?]{1,24}$/.test(head))) return undefined;
  for (const [index, head] of heads.entries()) {
    if (head.length > longestHead || /hash|length|policy|count/i.test(head)) continue;
    const label = labels.find(({ pattern }) => head.search(pattern) >= 0);
    if (label !== undefined)
      return { separator, index, cells: heads.length, isCode: label.value === 'pin' };
  }
  return undefined;
}

/** The cells of a table row, without white space and markup around them. */
function cellsOf(line: string, separator: string, offset: number) {
  let position = offset;
  return line.split(separator).map((cell) => {
    const start = position + (/^[\s`*"]*/.exec(cell)?.[0].length ?? 0);
    position += cell.length + 1;
    return { value: cell.replace(/^[\s`*"]+|[\s`*"]+$/g, ''), start };
  });
}
