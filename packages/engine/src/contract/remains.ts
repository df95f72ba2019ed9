/** Whether bytes of removed data may still be in the files of a store. */
export interface Remains {
  /** `removed`: none is left. `pending`: some may be left, for the reason given. */
  bytes: 'removed' | 'pending';
  /** What they wait for and when they will be removed. Present exactly if `bytes` is `pending`. */
  bytesReason?: string;
  /** Since when, if the store knows. ISO 8601 in UTC. */
  pendingSince?: string;
}
