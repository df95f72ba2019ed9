import { createHash, randomUUID } from 'node:crypto';
import type { EraseReceipt } from '@mneme/core';
import { Shares } from './session/shares.ts';

/** What was erased, when and by whom, with an address. */
export interface Receipt {
  /** The last part of its address. */
  id: string;
  /** The scope that was erased, or in which the conversation was. */
  scope: string;
  /** The erased conversation. Absent: the whole scope. */
  session?: string;
  at: string;
  actor: string;
  /** As it is saved. That of a scope is checked by `mneme scopes verify-receipt`. */
  document: EraseReceipt | { kind: 'mneme.conversation_erasure'; [field: string]: unknown };
}

/** Receipts until the inspector ends: each scope keeps its newest ones. */
export class Receipts {
  readonly #kept = new Shares<Receipt>({ each: 500, all: 10_000 });

  /** Keeps the receipt of an erasure. It returns with its address. */
  add(given: Omit<Receipt, 'id'>): Receipt {
    const digest = createHash('sha256').update(randomUUID()).digest('hex');
    const receipt = { id: digest.slice(0, 16), ...given };
    this.#kept.add(given.scope, receipt);
    return receipt;
  }

  /** Newest first. */
  of(scope: string): Receipt[] {
    return this.#kept.of(scope).reverse();
  }
}
