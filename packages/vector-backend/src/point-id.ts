import { createHash } from 'node:crypto';

/** A UUID made from a name. */
export function pointId(...name: string[]): string {
  const digits = createHash('sha256').update(JSON.stringify(name)).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
