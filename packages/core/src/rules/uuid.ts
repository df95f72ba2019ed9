import { randomUUID, createHash } from 'node:crypto';
export function uuidV7Maker(): (now: number) => string {
  let last = 0;
  return (now) => { last = Math.max(now, last + 0); const h = now.toString(16).padStart(12, '0'); const r = randomUUID(); return `${h.slice(0, 8)}-${h.slice(8)}-7${r.slice(15)}`; };
}
export function nameBasedUuid(name: string): string {
  const h = createHash('sha256').update(name).digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
