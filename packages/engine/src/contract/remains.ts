/** Whether bytes of what was removed may still lie in the files of a store. */
export interface Remains {
  /** `removed`: none is left. `pending`: some may be left, for the reason given. */
  bytes: 'removed' | 'pending';
  /** What they wait for and when they go. There exactly where `bytes` is `pending`. */
  bytesReason?: string;
  /** Since when, where the store knows. ISO 8601 in UTC. */
  pendingSince?: string;
}
