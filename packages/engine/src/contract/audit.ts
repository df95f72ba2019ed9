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

/** Who, what, when, why. Never holds content. */
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
  /** Why. Never holds content. */
  reason: string;
}
