import type { SecretFinding } from './finding.ts';
import { matchesOf } from './matches.ts';
import { isPlaceholder } from './placeholders.ts';

const label =
  '(?:passw(?:or)?d|passwort|pwd|passphrase|secret|token|api[_.-]?key|access[_.-]?key|private[_.-]?key|credential|(?<![A-Za-z])pass|senha|contraseña|mot de passe|密码|パスワード|비밀번호)';

/** Labels in a list of names and values. An unknown `…_KEY` counts if its value looks like a key. */
const named = `["']?[\\w.:/-]{0,40}(?:${label}(?:[._-]key)?|(?<!(?:public|primary|foreign|partition|sort|cache|group|row))[._-]key|[._-](?:auth|salt|psk))(?:[._-](?:prod|production|dev|test|staging|stage|live|main|old|new|base|\\d{1,2}))?["']?`;
const held =
  '["\']?(?:parameter|variable_?)?value["\']?\\s?[:=]\\s{0,2}(?:[|>][-+]?\\s{1,20})?["\']?([^"\'\\s<>,]{4,256})';
const isNamed = `["']?(?:name|key|id|variable)["']?\\s?[:=]\\s{0,2}${named}`;
const between =
  '[\\s,]{1,12}(?:["\']?[a-z][\\w-]{1,20}["\']?\\s?[:=]\\s{0,2}["\']?[\\w./-]{0,40}["\']?[\\s,]{1,12}){0,3}?(?:- )?';

/** Secrets in markup whose label is not directly before them. The group is the secret. */
const places: readonly RegExp[] = [
  // <db:password encrypted="false">secret</db:password>
  new RegExp(
    `<[\\w:.-]{0,40}${label}[\\w:.-]{0,20}(?: [^<>\\n]{0,100})?>([^<>\\s]{4,256})</`,
    'dgi',
  ),
  // <add key="ApiSecret" value="secret"/>, - name: DB_PASSWORD\n  value: secret, {"name":"TOKEN","value":"secret"}
  new RegExp(`${isNamed}${between}${held}`, 'dgi'),
  // - value: secret\n  name: DB_PASSWORD
  new RegExp(`${held}["']?${between}${isNamed}(?![\\w.-])`, 'dgi'),
];
const anyLabel = new RegExp(label, 'i');
const tableHead = /^\|?[^|\n]*\|[^\n]*$/;

/** Secrets in XML, and in lists of names and values. */
export function findInMarkup(text: string): SecretFinding[] {
  const isMarkup = text.includes('<') || text.includes('value') || text.includes('Value');
  return isMarkup ? places.flatMap((place) => findAt(text, place)) : [];
}

function findAt(text: string, place: RegExp): SecretFinding[] {
  return matchesOf(text, place).flatMap(({ indices }) => {
    const [start, end] = indices?.[1] ?? [0, 0];
    return finding(text, { start, end });
  });
}

function finding(text: string, { start, end }: { start: number; end: number }): SecretFinding[] {
  const value = text.slice(start, end);
  return isPlaceholder(value) ||
    /^(?:true|false|null|none|string|required|optional|hidden|n\/a)$/i.test(value)
    ? []
    : [{ kind: 'password', start, end }];
}

/** Maximum length of a row. */
const longestRow = 2000;

/** The values below the heading `Password` of a Markdown table, row by row, for a text in parts. */
export class TableReader {
  #column = -1;

  read(text: string, offset: number): SecretFinding[] {
    // A line without a bar ends the table.
    if (!text.includes('|')) this.#column = -1;
    else return this.#rows(text, offset);
    return [];
  }

  #rows(text: string, offset: number): SecretFinding[] {
    const findings: SecretFinding[] = [];
    let position = 0;
    for (const line of text.split('\n')) {
      const isRow = line.length <= longestRow && tableHead.test(line);
      const cells = isRow ? cellsOf(line, position) : [];
      position += line.length + 1;
      if (cells.length === 0) this.#column = line === '' ? this.#column : -1;
      else if (this.#column === -1)
        this.#column = cells.findIndex(({ text: cell }) => isHead(cell));
      else {
        const cell = cells[this.#column];
        if (cell === undefined || /^[\s:|-]*$/.test(cell.text) || /\s/.test(cell.text)) continue;
        if (cell.text.length >= 4 && /[A-Za-z]/.test(cell.text) && /[\d!#$%&*@^]/.test(cell.text))
          findings.push(...finding(text, cell));
      }
    }
    return findings.map(({ kind, start, end }) => ({
      kind,
      start: start + offset,
      end: end + offset,
    }));
  }
}

function isHead(cell: string): boolean {
  return cell.length <= 24 && anyLabel.test(cell) && !/hash|length|policy|count/i.test(cell);
}

/** The cells of a table row, without white space and markup around them. */
function cellsOf(line: string, offset: number) {
  let position = offset;
  return line.split('|').map((cell) => {
    const start = position + (/^[\s`*]*/.exec(cell)?.[0].length ?? 0);
    const text = cell.replace(/^[\s`*]+|[\s`*]+$/g, '');
    position += cell.length + 1;
    return { text, start, end: start + text.length };
  });
}
