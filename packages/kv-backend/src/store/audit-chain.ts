import type { Hash } from 'node:crypto';
import type { AuditCheck, AuditEntry, ErasureCounts } from '@mneme/core/contract';
import { node } from '../node.ts';
import { bounded } from './bounded.ts';
import type { Connection } from './connection.ts';
import { damaged } from './damaged.ts';
import { runningErasures, type Erasure as UnderWay } from './erasures.ts';
import { readMeta, saveMeta } from './meta.ts';
import { markRemoval } from './remains.ts';
import { everyRow, type Statements } from './statements.ts';

/**
 * Each audit line has a digest (salted, so that nobody can guess the text of an erased line) and the hash of the chain
 * up to it. An erasure empties lines and leaves their digests; its own line lists them, so that this is part of the
 * chain. `meta` has the end of the chain, so that removed lines at the end are noticed too.
 */
interface Line {
  number: number;
  at: string;
  action: AuditEntry['action'];
  scope: string;
  id: string | null;
  actor: string;
  reason: string;
  salt: string | null;
  digest: string;
  erasure: string | null;
  chain: string;
  erased_by: number | null;
}

const lineColumns = [
  'number',
  ...['at', 'action', 'scope', 'id', 'actor', 'reason', 'salt', 'digest', 'erasure', 'chain'].map(
    (name) => bounded(name),
  ),
  'erased_by',
].join(', ');

/** What the line of an erasure says about it, as JSON. */
interface Erasure {
  counts: ErasureCounts;
  /** Digest of the numbers and digests of the emptied lines. */
  lines: string;
}

/** A line without a time: the checkpoint after older lines were removed. `hash` is the chain up to the last of them. */
interface NotedCut {
  cut: { line: number; hash: string; lines: number; at: string };
}

/** SQL: a line is a {@link NotedCut}. */
const isCut = `at = '' AND erasure LIKE '{"cut":%'`;

/** A line without a time belongs to the line of an erasure and has the digest of its receipt. */
interface NotedReceipt {
  erasure: number;
  receipt: string;
}

type Source = Pick<Statements, 'path' | 'schema' | 'statement' | 'column'>;

const saltBytes = 12;

const sha256 = (parts: readonly unknown[]) => node.crypto.hash('sha256', JSON.stringify(parts));

function digestOf({ salt, at, action, scope, id, actor, reason }: Omit<Line, 'digest' | 'chain'>) {
  return sha256([salt, at, action, scope, id, actor, reason]);
}

function chainOf(before: string, { number, digest, erasure }: Omit<Line, 'chain'>): string {
  return sha256([before, number, digest, erasure]);
}

const readEnd = (source: Source): { number: number; chain: string } =>
  source
    .statement<{ number: number; chain: string }>(
      'SELECT number, chain FROM audit ORDER BY number DESC LIMIT 1',
    )
    .get() ?? { number: 0, chain: '' };

const saveEnd = (source: Source, end: { number: number; chain: string }) =>
  saveMeta(source, 'audit_end', JSON.stringify([end.number, end.chain]));

/** Inside the transaction of the write that they describe. */
export function addAuditEntries(connection: Statements, entries: readonly AuditEntry[]): void {
  if (entries.length === 0) return;
  let end = readEnd(connection);
  // One call for each line would cost as much as the line.
  const salts = node.crypto.randomBytes(saltBytes * entries.length);
  for (const [at, entry] of entries.entries()) {
    const salt = salts.subarray(at * saltBytes, (at + 1) * saltBytes);
    end = addLine(connection, end, entry, { salt });
  }
  saveEnd(connection, end);
}

function addLine(
  connection: Statements,
  end: { number: number; chain: string },
  entry: AuditEntry,
  {
    salt: bytes = node.crypto.randomBytes(saltBytes),
    erasure = null,
  }: { salt?: Buffer; erasure?: string | null },
): { number: number; chain: string } {
  const salt = bytes.toString('base64url');
  const line = {
    ...entry,
    id: entry.id ?? null,
    number: end.number + 1,
    salt,
    erasure,
    erased_by: null,
  };
  const digest = digestOf(line);
  const chain = chainOf(end.chain, { ...line, digest });
  connection
    .statement(
      `INSERT INTO audit (number, at, action, scope, id, actor, reason, salt, digest, erasure, chain)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      BigInt(line.number),
      line.at,
      line.action,
      line.scope,
      line.id,
      line.actor,
      line.reason,
      salt,
      digest,
      erasure,
      chain,
    );
  return { number: line.number, chain };
}

/** The lines of a scope, hashed in two parts: before the write lock is taken, and the newer ones under it. */
export interface LinesToErase {
  /** The end of the audit when they were read. */
  end: number;
  count: number;
  hash: Hash;
}

/** See {@link LinesToErase}. Inside a transaction, while no erasure of the scope is running. */
export function linesToErase(
  source: Source,
  scope: string,
  lines: LinesToErase = { end: 0, count: 0, hash: node.crypto.createHash('sha256').update('[') },
): LinesToErase {
  const end = readEnd(source).number;
  const found = everyRow<Pick<Line, 'number' | 'digest'>>(
    source,
    `SELECT number, digest, number AS place FROM audit
     WHERE scope = ? AND erased_by IS NULL AND number <= ? AND number > ? ORDER BY number`,
    { parameters: [scope, BigInt(end)], after: lines.end },
  );
  for (const { number, digest } of found) {
    lines.hash.update((lines.count === 0 ? '' : ',') + JSON.stringify([number, digest]));
    lines.count += 1;
  }
  return { ...lines, end };
}

/** Adds the line of an erasure, inside a transaction; {@link emptyLines} empties the lines before it. */
export function noteErasure(
  connection: Statements,
  scope: string,
  given: {
    receipt: AuditEntry;
    counts: Omit<ErasureCounts, 'auditLines'>;
    lines?: LinesToErase;
  },
): { counts: ErasureCounts; audit: { line: number; hash: string } } {
  const erasedSince = connection
    .column(
      `SELECT 1 FROM audit WHERE number > ? AND erasure IS NOT NULL AND (scope <> '' OR ${isCut})`,
    )
    .get(BigInt(given.lines?.end ?? 0));
  const before = erasedSince === undefined ? given.lines : undefined;
  const lines = linesToErase(connection, scope, before);
  const counts = { ...given.counts, auditLines: lines.count };
  const erasure: Erasure = { counts, lines: lines.hash.update(']').digest('hex') };
  const added = addLine(connection, readEnd(connection), given.receipt, {
    erasure: JSON.stringify(erasure),
  });
  saveEnd(connection, added);
  return { counts, audit: { line: added.number, hash: added.chain } };
}

/** Empties some of the lines of an erasure. False: all are empty. */
export function emptyLines(
  connection: Statements,
  { scope, audit: { line } }: { scope: string; audit: { line: number } },
  limit: number,
): boolean {
  const lines = connection
    .statement<Pick<Line, 'number' | 'digest' | 'erasure' | 'chain'>>(
      `SELECT number, digest, erasure, chain FROM audit WHERE scope = ? AND erased_by IS NULL AND number < ?
       ORDER BY number LIMIT ?`,
    )
    .all(scope, BigInt(line), BigInt(limit));
  // Deleted and inserted again, because an update may leave bytes of the old row in its page.
  const remove = connection.statement('DELETE FROM audit WHERE number = ?');
  const add = connection.statement(
    `INSERT INTO audit (number, at, action, scope, actor, reason, digest, erasure, chain, erased_by)
     VALUES (?, '', '', '', '', '', ?, ?, ?, ?)`,
  );
  for (const { number } of lines) remove.run(BigInt(number));
  for (const { number, digest, erasure, chain } of lines)
    add.run(BigInt(number), digest, erasure, chain, BigInt(line));
  return lines.length > 0;
}

/** SQL: the line of this alias belongs to a running erasure and will be emptied. */
const isGoing = `EXISTS (SELECT 1 FROM meta m, json_each(m.value) e WHERE m.key = 'erasures'
  AND e.value ->> 'scope' = audit.scope AND audit.number < e.value ->> '$.audit.line')`;

/**
 * Inside a transaction. A separate line, because the receipt names the erasure's line and the hash of the chain up to
 * there.
 */
export function noteReceipt(
  connection: Statements,
  { line, digest }: { line: number; digest: string },
): void {
  addNote(connection, { erasure: line, receipt: digest });
}

/** Returns its number. */
function addNote(connection: Statements, note: NotedReceipt | NotedCut): number {
  const nothing = { at: '', action: 'erase', scope: '', actor: '', reason: '' } as const;
  const end = addLine(connection, readEnd(connection), nothing, { erasure: JSON.stringify(note) });
  saveEnd(connection, end);
  return end.number;
}

/** Lines that are removed in one transaction. */
const cutAtOnce = 10_000;

/**
 * Removes some lines from before a time, and adds a checkpoint, which is part of the chain. Lines that a later erasure
 * emptied, or is going to, stay without their text, because its line lists them. Returns how many were removed; 0: all.
 */
export function cutAudit(
  connection: Connection,
  { before, at }: { before: string; at: string },
): number {
  return connection.write(() => {
    const number = (sql: string, ...parameters: (string | bigint)[]) =>
      Number(connection.column<number | null>(sql).get(...parameters) ?? 0);
    const first = number('SELECT number FROM audit WHERE at >= ? ORDER BY number LIMIT 1', before);
    const last = first === 0 ? readEnd(connection).number : first - 1;
    const earlier = readCut(connection);
    const goes = `number <= ? AND (erased_by IS NULL OR erased_by <= ?) AND NOT ${isGoing}`;
    const line = number(
      `SELECT max(number) FROM (SELECT number FROM audit WHERE ${goes} AND NOT (${isCut}) ORDER BY number LIMIT ${cutAtOnce})`,
      BigInt(last),
      BigInt(last),
    );
    if (line <= (earlier?.line ?? 0)) return 0;
    const { chain: hash } = connection
      .statement<Pick<Line, 'chain'>>('SELECT chain FROM audit WHERE number = ?')
      .get(BigInt(line))!;
    const removed = connection
      .statement(`DELETE FROM audit WHERE ${goes}`)
      .run(BigInt(line), BigInt(line)).changes;
    const lines = (earlier?.lines ?? 0) + Number(removed);
    const noted = addNote(connection, { cut: { line, hash, lines, at } });
    saveMeta(connection, 'audit_cut', String(noted));
    markRemoval(connection);
    return Number(removed);
  });
}

/** The last checkpoint. Undefined: there is none, or it is not where it was written. */
function readCut(source: Source): NotedCut['cut'] | undefined {
  const line = source
    .statement<Pick<Line, 'erasure'>>(
      `SELECT ${bounded('erasure')} FROM audit WHERE number = ? AND ${isCut}`,
    )
    .get(BigInt(Number(readMeta(source, 'audit_cut') ?? 0) || 0));
  const said = line && readErasure(line);
  if (typeof said !== 'object' || !('cut' in said)) return undefined;
  const { line: last, hash, lines, at } = Object(said.cut) as Partial<NotedCut['cut']>;
  const isWhole = Number.isSafeInteger(last) && Number.isSafeInteger(lines);
  return isWhole && typeof hash === 'string' && typeof at === 'string' ? said.cut : undefined;
}

function linesHash(lines: readonly { number: number; digest: string }[]): string {
  return sha256(lines.map(({ number, digest }) => [number, digest]));
}

/** Newest first. Throws `damaged` if a line is not what was written. */
export function audit(
  connection: Statements,
  request: { scope?: string; limit: number },
): AuditEntry[] {
  const where = `WHERE erased_by IS NULL AND at <> '' AND NOT ${isGoing} ${request.scope === undefined ? '' : 'AND scope = ?'}`;
  const parameters = request.scope === undefined ? [request.limit] : [request.scope, request.limit];
  return connection
    .statement<Line>(`SELECT ${lineColumns} FROM audit ${where} ORDER BY number DESC LIMIT ?`)
    .all(...parameters)
    .map((line) => {
      if (digestOf(line) !== line.digest) throw damaged(`audit line ${line.number}`);
      return entryOf(line);
    });
}

function entryOf({ at, action, scope, id, actor, reason }: Line): AuditEntry {
  return { at, action, scope, actor, reason, ...(id === null ? {} : { id }) };
}

export function checkAudit(connection: Statements, { line: asked }: { line?: number }): AuditCheck {
  return connection.read(() => {
    const check: AuditCheck = { lines: 0, erased: 0, hash: '', faults: [] };
    const erasedBy = new Map<number, { number: number; digest: string }[]>();
    const erasures = new Map<number, Erasure>();
    const receipts = new Map<number, string>();
    const underWay = runningErasures(connection);
    const cut = readCut(connection);
    if (cut !== undefined) {
      check.cut = { lines: cut.lines, line: cut.line, at: cut.at };
      check.hash = cut.hash;
    }
    let number = cut?.line ?? 0;
    const lines = everyRow<Line>(
      connection,
      `SELECT ${lineColumns}, number AS place FROM audit WHERE number > ? ORDER BY number`,
    );
    for (const line of lines) {
      if (line.erased_by === null) {
        if (line.at !== '') check.lines += 1;
        if (digestOf(line) !== line.digest)
          check.faults.push(`audit line ${line.number} was changed`);
      } else {
        check.erased += 1;
      }
      const by = line.erased_by ?? underWay.find((erasure) => isOf(erasure, line))?.audit.line;
      if (by !== undefined) {
        const lines = erasedBy.get(by) ?? [];
        lines.push({ number: line.number, digest: line.digest });
        erasedBy.set(by, lines);
      }
      if (line.number <= (cut?.line ?? 0)) {
        if (by === undefined)
          check.faults.push(`audit line ${line.number} was removed, and added again`);
        continue;
      }
      if (line.number !== number + 1)
        check.faults.push(`audit line ${number + 1} is missing before line ${line.number}`);
      number = line.number;
      const said = readErasure(line);
      if (said === 'unreadable') check.faults.push(`audit line ${number} was changed`);
      // Only the first line counts: an attacker who can write the file can add lines after it.
      else if (said !== undefined && 'receipt' in said)
        receipts.set(said.erasure, receipts.get(said.erasure) ?? said.receipt);
      else if (said !== undefined && 'lines' in said) erasures.set(number, said);
      if (chainOf(check.hash, line) !== line.chain)
        check.faults.push(`the chain is broken at audit line ${number}`);
      check.hash = line.chain;
      if (number === asked) check.line = toLine(line);
    }
    const receipt = asked === undefined ? undefined : receipts.get(asked);
    if (check.line !== undefined && receipt !== undefined) check.line.receipt = receipt;
    for (const [by, lines] of erasedBy)
      if (!erasures.has(by))
        check.faults.push(
          `audit lines were emptied without an erasure: ${lines.map((line) => line.number).join(', ')}`,
        );
    for (const [by, { lines }] of erasures)
      if (linesHash(erasedBy.get(by) ?? []) !== lines)
        check.faults.push(`other lines were emptied than the erasure in audit line ${by} says`);
    if ((readMeta(connection, 'audit_end') ?? '[0,""]') !== JSON.stringify([number, check.hash]))
      check.faults.push(
        `the audit does not end where it was last written: lines after ${number} are missing`,
      );
    return check;
  });
}

function isOf({ scope, audit }: UnderWay, line: Line): boolean {
  return line.scope === scope && line.number < audit.line;
}

function readErasure({
  erasure,
}: Pick<Line, 'erasure'>): Erasure | NotedReceipt | NotedCut | 'unreadable' | undefined {
  if (erasure === null) return undefined;
  try {
    return JSON.parse(erasure) as Erasure | NotedReceipt | NotedCut;
  } catch {
    return 'unreadable';
  }
}

function toLine(line: Line): NonNullable<AuditCheck['line']> {
  const { chain, erased_by } = line;
  const said = readErasure(line);
  return {
    hash: chain,
    ...(erased_by === null ? { entry: entryOf(line) } : {}),
    ...(typeof said === 'object' && 'counts' in said ? { counts: said.counts } : {}),
  };
}
