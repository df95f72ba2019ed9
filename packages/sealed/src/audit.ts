import { type AuditEntry, type CommitRequest, MnemeError } from '@mneme/core/contract';
import type { About } from './cipher.ts';
import type { Ciphers } from './ciphers.ts';
import { type Sealing, sealPut } from './records.ts';

/** Replaces the text of a line whose key no longer exists. */
const unreadable = 'sealed with a key that is not in the keyring';

function aboutLine({ scope, at, action, id }: AuditEntry): About {
  return ['audit line', id ?? scope, at, scope, action];
}

export function sealLine(entry: AuditEntry, { cipher, sealedScope }: Sealing): AuditEntry {
  const { at, action, scope: _, id, ...said } = entry;
  const reason = cipher.seal(JSON.stringify(said), aboutLine(entry));
  return { at, action, scope: sealedScope, ...(id === undefined ? {} : { id }), actor: '', reason };
}

export function sealCommit(request: CommitRequest, sealing: Sealing): CommitRequest {
  return {
    ...request,
    scope: sealing.sealedScope,
    puts: request.puts.map((put) => sealPut(put, sealing)),
    audit: request.audit.map((entry) => sealLine(entry, sealing)),
  };
}

/** Lines of erasures are sealed with the store's key, because they stay after their scope's key is destroyed. */
export async function sealReceipt(ciphers: Ciphers, entry: AuditEntry): Promise<AuditEntry> {
  const sealedScope = await ciphers.sealScope(entry.scope);
  return sealLine(entry, { cipher: await ciphers.store(), sealedScope });
}

/** Throws `damaged`. A lost or destroyed key of one scope does not hide the lines of others. */
export async function openLines(
  ciphers: Ciphers,
  lines: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  const store = await ciphers.store();
  const scopes = new Map<string, { scope: string; cipher: Sealing['cipher'] }>();
  for (const sealed of new Set(lines.map((line) => line.scope))) {
    const scope = await ciphers.openScope(sealed);
    scopes.set(sealed, { scope, cipher: await ciphers.reading(scope) });
  }
  return lines.map((line) => {
    const { scope, cipher } = scopes.get(line.scope)!;
    const entry = { ...line, scope };
    const by = line.action === 'erase' ? store : cipher;
    try {
      const said = JSON.parse(by.open(line.reason, aboutLine(entry))) as object;
      return { ...entry, ...said };
    } catch (error) {
      if (!MnemeError.isInstance(error) || error.code !== 'wrong_key') throw error;
      return { ...entry, reason: unreadable };
    }
  });
}
