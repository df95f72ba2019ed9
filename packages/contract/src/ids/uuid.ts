import { sha256 } from '@noble/hashes/sha2.js';

const pattern =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}(?:-0{4}){3}-0{12}|f{8}(?:-f{4}){3}-f{12})$/i;

/** Whether a text is a UUID of any version, the nil or the max one, in lower or upper case. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}

/**
 * Makes a source of UUIDs of version 7, which sort in the order of their making: within a millisecond a counter
 * increases, and if the clock goes back the time stays. `now` is in milliseconds since 1970, `randomBytes` returns 16
 * bytes.
 */
export function createUuidV7(randomBytes = randomSource()): (now: number) => string {
  let msecs = -1;
  let seq = 0;
  return (now) => {
    const random = randomBytes();
    const time = Math.floor(now);
    if (time > msecs) {
      msecs = time;
      // The highest of the counter's 32 bits is 0 at first, so that a millisecond has room for 2^31 more.
      seq = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
    } else {
      seq += 1;
    }
    const bytes = Buffer.from(random);
    bytes.writeUIntBE(msecs, 0, 6);
    bytes[6] = 0x70 | ((seq >>> 28) & 0x0f);
    bytes[7] = seq >>> 20;
    bytes[8] = 0x80 | ((seq >>> 14) & 0x3f);
    bytes[9] = seq >>> 6;
    bytes[10] = (seq << 2) | ((random[10] as number) & 3);
    return stringify(bytes);
  };
}

/** Draws random bytes for many ids at once, because drawing costs far more than copying. */
function randomSource(): () => Uint8Array<ArrayBuffer> {
  const drawn = new Uint8Array(4096);
  let next = drawn.length;
  return () => {
    if (next === drawn.length) {
      crypto.getRandomValues(drawn);
      next = 0;
    }
    next += 16;
    return drawn.slice(next - 16, next);
  };
}

/**
 * The UUID (version 8) of a name: equal names have equal ids, on every machine. Uses SHA-256, which version 5 does not
 * allow.
 */
export function nameBasedUuid(name: string): string {
  const bytes = Buffer.from(sha256(new TextEncoder().encode(name)).slice(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return stringify(bytes);
}

function stringify(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
