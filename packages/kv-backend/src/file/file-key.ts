import { invalid, parseText } from '@mneme/core/input';

/**
 * The key of a file in the library's form: 32 bytes, or 64 hexadecimal digits, are the key itself (`raw:…`); any other
 * text is a passphrase. No message shows any of it.
 */
export function parseFileKey(value: unknown, field: string): string {
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    if (bytes.length !== 32)
      throw invalid(field, `has ${bytes.length} bytes: give 32, or a passphrase as text`);
    return `raw:${bytes.toString('hex')}`;
  }
  const text = parseText(value, field);
  if (text.trim() === '')
    throw invalid(field, 'is empty: give a passphrase, or 64 hexadecimal digits');
  if (text.length > 1024)
    throw invalid(field, `has ${text.length} characters, more than 1024: shorten it`);
  return /^[0-9a-f]{64}$/i.test(text) ? `raw:${text.toLowerCase()}` : text;
}
