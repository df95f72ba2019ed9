import type { ErasureCheck, ErasureCounts, MemoryBackend, Remains } from '@mneme/engine/contract';
import {
  boundedJson,
  invalid,
  isList,
  parseInteger,
  parseObject,
  parseText,
  parseTime,
} from '@mneme/engine/input';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What was erased, when, and how that was verified: JSON to keep. `memory.verifyReceipt` checks it later. */
export interface EraseReceipt extends Remains {
  kind: 'mneme.erasure';
  /** The scope that is empty now. */
  scope: string;
  /** How many records there were. */
  records: number;
  /** ISO 8601 in UTC. */
  erasedAt: string;
  /** All that went, where the store can tell. */
  counts?: ErasureCounts;
  /** Where the store looked afterwards, and what it found. Empty: it cannot look, and what it can say is in `bytesReason`. */
  verified: ErasureCheck[];
  /** The audit's line of the erasure and the hash of its chain up to there. Absent: the audit of this store has no chain. */
  audit?: { line: number; hash: string };
  /** Every copy was sealed with the key of the scope, which no longer exists: none of them can be read. */
  key?: 'destroyed';
  /** What no erasure of a store reaches. */
  notReached: string;
  /** Of all the above: a receipt that was changed shows. */
  hash: string;
}

/** What a receipt is worth today. */
export interface ReceiptCheck {
  /** The receipt is as it was given out, and the store's audit says the same. */
  valid: boolean;
  /** What does not fit, as sentences. */
  faults: string[];
  /** What was not checked, and why. */
  unchecked: string[];
  /** Whether bytes of anything that was erased may still lie in the store's files now. */
  remains: Remains;
}

const elsewhere = 'logs of other programs, and what a model or a reader was given';
const notReached = `backups, exports and copies of the store that were made before, ${elsewhere}`;
const notSealed = `exports, copies into stores that are not sealed, copies of the keyring that were made before, the vectors, times and counts in backups, ${elsewhere}`;

/** Completes a receipt by its hash. */
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

/** Holds a receipt against itself and against the audit of the store. */
export async function verifyReceipt(backend: MemoryBackend, value: unknown): Promise<ReceiptCheck> {
  const { hash, ...said } = parseReceipt(value);
  const faults: string[] = [];
  const unchecked: string[] = [];
  if (hashOf(said) !== hash)
    faults.push('the receipt was changed: its hash is not that of what it says');
  const { audit, scope, erasedAt, records } = said;
  if (audit === undefined || backend.checkAudit === undefined) {
    unchecked.push(
      audit === undefined
        ? 'the store that gave the receipt keeps its audit without a chain of hashes'
        : `the audit of ${backend.name} has no chain of hashes: open the store that gave the receipt`,
    );
  } else {
    const check = await backend.checkAudit({ line: audit.line });
    faults.push(...check.faults);
    const { line } = check;
    if (line?.hash !== audit.hash)
      faults.push(
        `audit line ${audit.line} is not that of the receipt: it is of another store, or lines before it were changed`,
      );
    else if (line.entry === undefined)
      unchecked.push(
        'the audit line of the erasure was itself erased since, by a later erasure of the scope',
      );
    else if (
      line.entry.action !== 'erase' ||
      line.entry.scope !== scope ||
      line.entry.at !== erasedAt
    )
      faults.push(`audit line ${audit.line} is of something else than this erasure`);
    if (line?.counts !== undefined && line.counts.records !== records)
      faults.push(
        `the audit says that ${line.counts.records} records were erased, the receipt ${records}`,
      );
  }
  const remains = await backend.remains({ wait: false });
  return { valid: faults.length === 0, faults, unchecked, remains };
}

/** Also one of a later version, which may say more. */
function parseReceipt(value: unknown): EraseReceipt {
  const text = boundedJson(parseObject(value, 'receipt'), 'receipt', { limit: 1_000_000 });
  const receipt = parseObject(JSON.parse(text), 'receipt') as Partial<EraseReceipt>;
  if (receipt.kind !== 'mneme.erasure')
    throw invalid('receipt', 'is no receipt of an erasure: give the JSON that erase answered');
  parseText(receipt.scope, 'receipt.scope');
  parseText(receipt.hash, 'receipt.hash');
  parseTime(receipt.erasedAt, 'receipt.erasedAt');
  const most = { min: 0, max: Number.MAX_SAFE_INTEGER };
  parseInteger(receipt.records, 'receipt.records', most);
  if (receipt.audit !== undefined) {
    const audit = parseObject(receipt.audit, 'receipt.audit');
    parseInteger(audit.line, 'receipt.audit.line', most);
    parseText(audit.hash, 'receipt.audit.hash');
  }
  return receipt as EraseReceipt;
}

/** Whatever the order of the fields. */
function hashOf(receipt: object): string {
  const inOrder = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !isList(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(receipt, inOrder))));
}
