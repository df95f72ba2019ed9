import { createHash } from 'node:crypto';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Qdrant refuses a whole request because of one id of another form. */
export function isUuid(id: string): boolean {
  return form.test(id);
}

/** The id of a point with a fixed name. */
export function pointId(...name: string[]): string {
  const digits = createHash('sha256').update(JSON.stringify(name)).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
