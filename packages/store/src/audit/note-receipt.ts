import type { ScopeWriter } from '../scopes/scope-writer.ts';
import { storeScope } from './chain.ts';

/** Adds the digest of a receipt behind the line of its erasure, because the receipt names the hash up to that line. */
export async function noteReceipt(
  { writer }: { writer: ScopeWriter },
  receipt: { line: number; digest: string },
): Promise<void> {
  await writer.change(storeScope, {
    decide(draft) {
      draft.note({ receipt });
      return true;
    },
  });
}
