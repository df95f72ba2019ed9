import { MnemeError } from '@mneme/core/contract';

/**
 * The 32 bytes of a master key, from bytes or from a text: 64 hexadecimal characters, or 43 or 44 of Base64. The error
 * does not show the input.
 */
export function parseMasterKey(value: unknown, field: string): Uint8Array {
  const bytes = bytesOf(value);
  if (bytes?.length === 32) return bytes;
  throw new MnemeError('invalid_input', [
    {
      field,
      problem:
        'is not a key of 32 bytes: give 64 hexadecimal characters or Base64, made for instance by "openssl rand -hex 32"',
    },
  ]);
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}
