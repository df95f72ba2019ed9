/** What was done. */
export type AuditAction =
  | 'create'
  | 'update'
  | 'confirm'
  | 'supersede'
  | 'contest'
  | 'settle'
  | 'restore'
  | 'merge'
  | 'delete'
  | 'prune'
  | 'erase'
  | 'redact';

/** Who did what, when and why. Never contains content. */
export interface AuditEntry {
  /** ISO 8601 in UTC. */
  at: string;
  /** What was done. */
  action: AuditAction;
  /** The scope. */
  scope: string;
  /** The record; absent if the line is about a whole scope. */
  id?: string;
  /** Who did it. */
  actor: string;
  /** Why. Never contains content. */
  reason: string;
}
