/** An id in the tables: a UUID as its 16 bytes, which sort like its text, and any other id as it is. */
export type IdKey = Uint8Array | string;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function idKey(id: string): IdKey {
  return uuid.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id;
}

export function idOf(key: IdKey): string {
  if (typeof key === 'string') return key;
  const hex = Buffer.from(key).toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** The same for a text in SQL. */
export function idKeySql(text: string): string {
  return `coalesce(unhex(CASE WHEN length(${text}) = 36 THEN replace(${text}, '-', '') END), ${text})`;
}
