import { createHash } from 'node:crypto';

/** A text of which a store only tells whether it is equal: 22 characters. */
export function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
