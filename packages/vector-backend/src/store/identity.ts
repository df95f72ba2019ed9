import { createHash } from 'node:crypto';
import { type EmbedderIdentity, embedderKey } from '@mneme/core/contract';

/** The named vector of an identity. */
export function vectorNameOf(identity: EmbedderIdentity): string {
  return `dense-${createHash('sha256').update(embedderKey(identity)).digest('hex').slice(0, 16)}`;
}
