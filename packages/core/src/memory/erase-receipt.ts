import {
  type AuditCheck,
  type ErasureCheck,
  type ErasureCounts,
  type MemoryBackend,
  type Remains,
  remainsOf,
} from '@mneme/contract';
import {
  boundedJson,
  integer,
  invalid,
  isList,
  parseObject,
  parseText,
  parseTime,
} from '@mneme/contract/input';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What was erased, when, and how that was verified: JSON to store. `memory.verifyReceipt` checks it later. */
export interface EraseReceipt extends Remains {
  kind: 'mneme.erasure';
  /** Random, so that the digest in the audit does not allow to guess the receipt. */
  id: string;
  /** The erased scope. */
  scope: string;
  /** Number of removed records. */
  records: number;
  /** ISO 8601 in UTC. */
  erasedAt: string;
  /** Everything that was removed, if the store can tell. */
  counts?: ErasureCounts;
  /**
   * Where the store looked afterwards, and what it found. Empty: it cannot look, and `bytesReason` has what it knows.
   */
  verified: ErasureCheck[];
  /** The audit's line of the erasure and the hash of its chain up to there. Absent: this store's audit has no chain. */
  audit?: { line: number; hash: string };
  /** Every copy was sealed with the scope's key, which no longer exists, so none can be read. */
  key?: 'destroyed';
  /** What an erasure of a store does not reach. */
  notReached: string;
  /** Hash of all fields above. The audit has it too, so a changed receipt is noticed. */
  hash: string;
}

/** The result of checking a receipt. */
export interface ReceiptCheck {
  /**
   * Every word of the receipt is as it was given out: the store's audit has its digest, and nothing in the audit was
   * removed or changed. False if there is a fault, or if something could not be checked.
   */
  valid: boolean;
  /** What does not match, as sentences. */
  faults: string[];
  /** What was not checked, and why. */
  unchecked: string[];
  /** Whether bytes of erased data may still be in the store's files now. */
  remains: Remains;
}

const elsewhere = 'logs of other programs, and what a model or a reader was given';
const notReached = `backups, exports and copies of the store that were made before, ${elsewhere}`;
const notSealed = `exports, copies into stores that are not sealed, copies of the keyring that were made before, the vectors, times and counts in backups, ${elsewhere}`;

/** Adds the hash to a receipt. */
export function sealReceipt(
  given: Omit<EraseReceipt, 'kind' | 'notReached' | 'hash'>,
): EraseReceipt {
  const receipt = {
    kind: 'mneme.erasure' as const,
    ...given,
    notReached: given.key === 'destroyed' ? notSealed : notReached,
  };
  return { ...receipt, hash: hashOf(receipt) };
}

/** Checks a receipt against its own hash and against the audit of the store. */
export async function verifyReceipt(backend: MemoryBackend, value: unknown): Promise<ReceiptCheck> {
  const { hash, ...said } = parseReceipt(value);
  const faults: string[] = [];
  const unchecked: string[] = [];
  if (hashOf(said) !== hash)
    faults.push('the receipt was changed: its hash does not match its contents');
  if (said.audit === undefined)
    faults.push('the receipt names no line of the audit, as every receipt of this store does');
  else {
    const check = await backend.checkAudit({ line: said.audit.line });
    faults.push(...check.faults);
    const { fault, gap } =
      said.audit.line <= (check.cut?.line ?? 0)
        ? {
            gap: `the line of the erasure is no longer kept: ${check.cut?.lines} audit lines were too old on ${check.cut?.at}`,
          }
        : compareLine({ ...said, hash, audit: said.audit }, check.line);
    if (fault !== undefined) faults.push(fault);
    if (gap !== undefined) unchecked.push(gap);
  }
  const remains = await remainsOf([backend], { wait: false });
  return { valid: faults.length === 0 && unchecked.length === 0, faults, unchecked, remains };
}

function compareLine(
  {
    hash,
    audit,
    scope,
    erasedAt,
    records,
  }: EraseReceipt & { audit: { line: number; hash: string } },
  line: AuditCheck['line'],
): { fault?: string; gap?: string } {
  if (line?.hash !== audit.hash)
    return {
      fault: `audit line ${audit.line} is not that of the receipt: it is of another store, or lines before it were changed`,
    };
  if (line.receipt !== undefined)
    return line.receipt === hash
      ? {}
      : { fault: 'the receipt was changed: the audit has another digest for it' };
  const { entry, counts } = line;
  const isOther =
    entry === undefined
      ? counts === undefined
      : entry.action !== 'erase' || entry.scope !== scope || entry.at !== erasedAt;
  if (isOther) return { fault: `audit line ${audit.line} is of something else than this erasure` };
  if (counts !== undefined && counts.records !== records)
    return {
      fault: `the audit says that ${counts.records} records were erased, the receipt ${records}`,
    };
  return {
    gap: 'the audit has no digest of the receipt: the process ended, or the disk was full, before it was noted, or an older Mneme made it',
  };
}

/** A later version may have more fields. */
function parseReceipt(value: unknown): EraseReceipt {
  const text = boundedJson(parseObject(value, 'receipt'), 'receipt', { limit: 1_000_000 });
  const receipt = parseObject(JSON.parse(text), 'receipt') as Partial<EraseReceipt>;
  if (receipt.kind !== 'mneme.erasure')
    throw invalid('receipt', 'is not a receipt of an erasure: give the JSON that erase returned');
  parseText(receipt.scope, 'receipt.scope');
  parseText(receipt.hash, 'receipt.hash');
  parseTime(receipt.erasedAt, 'receipt.erasedAt');
  const parseCount = integer({ min: 0 });
  parseCount(receipt.records, 'receipt.records');
  if (receipt.audit !== undefined) {
    const audit = parseObject(receipt.audit, 'receipt.audit');
    parseCount(audit.line, 'receipt.audit.line');
    parseText(audit.hash, 'receipt.audit.hash');
  }
  return receipt as EraseReceipt;
}

/** Independent of the order of the fields. */
function hashOf(receipt: object): string {
  const inOrder = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !isList(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(receipt, inOrder))));
}
