import type { ScanRow } from '../backend.js';
import type { DecaySettings } from './decay.js';
export function selectForPruning(rows: readonly ScanRow[], o: { now: string; maxRecords: number; decay: DecaySettings }): { expired: string[]; overCap: string[] } {
  const expired = rows.filter((r) => r.expiresAt !== undefined && r.expiresAt <= o.now).map((r) => r.id);
  const alive = rows.filter((r) => !(r.expiresAt !== undefined && r.expiresAt <= o.now));
  return { expired, overCap: alive.slice(0, Math.max(0, alive.length - o.maxRecords)).map((r) => r.id) };
}
