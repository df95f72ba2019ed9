/** What was done. */
export type AuditAction =
  | 'create'
  | 'update'
  | 'confirm'
  | 'supersede'
  | 'merge'
  | 'delete'
  | 'prune'
  | 'erase'
  | 'redact';

/** Who, what, when, why. Never holds content. */
export interface AuditEntry {
  at: string;
  action: AuditAction;
  scope: string;
  /** The record; absent where the line is about a whole scope. */
  id?: string;
  actor: string;
  reason: string;
}
