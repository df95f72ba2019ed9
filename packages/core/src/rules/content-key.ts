import { createHash } from 'node:crypto';
export function contentKey(content: string): string {
  return createHash('sha256').update(content.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim().replace(/[.!。！]+$/u, '')).digest('hex').slice(0, 32);
}
