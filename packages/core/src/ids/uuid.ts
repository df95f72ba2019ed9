import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Random bytes, `length` of them, such as `(length) => crypto.getRandomValues(new Uint8Array(length))`. */
export type RandomBytes = (length: number) => Uint8Array;

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version, in its usual form with hyphens. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}

/** 42 bits: what RFC 9562 leaves for a counter (12 bits of rand_a, the first 30 of rand_b). */
const counterLimit = 2 ** 42;

/**
 * Makes a source of UUIDs of version 7, whose order is the order of their making: within a millisecond a counter
 * goes up, and where the clock goes back the time stays. `now` is in milliseconds since 1970.
 */
export function createUuidV7(randomBytes: RandomBytes): (now: number) => string {
  let lastTime = -1;
  let counter = 0;

  return (now) => {
    const random = randomBytes(10);
    if (now > lastTime) {
      lastTime = Math.floor(now);
      // The highest bit stays free, so that a millisecond has room for 2^41 more.
      counter = readNumber(random.subarray(4)) % (counterLimit / 2);
    } else {
      counter += 1;
      if (counter === counterLimit) {
        lastTime += 1;
        counter = 0;
      }
    }
    return formatV7(lastTime, counter, random.subarray(0, 4));
  };
}

/**
 * The UUID (version 8) of a name: equal names have equal ids, on every machine. From SHA-256, which version 5 does
 * not allow.
 */
export function nameBasedUuid(name: string): string {
  const bytes = sha256(new TextEncoder().encode(name)).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return hyphenate(bytesToHex(bytes));
}

function formatV7(time: number, counter: number, tail: Uint8Array): string {
  const high = Math.floor(counter / 2 ** 30);
  const low = counter % 2 ** 30;
  const variantAndLow = 2 ** 31 + low;
  return hyphenate(
    hex(Math.floor(time / 2 ** 16), 8) +
      hex(time % 2 ** 16, 4) +
      hex(0x7000 + high, 4) +
      hex(variantAndLow, 8) +
      bytesToHex(tail),
  );
}

/** Big-endian, of up to 6 bytes. */
function readNumber(bytes: Uint8Array): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

/** Of at most 32 bits: larger numbers take JavaScript's slow way to a text. */
function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

function hyphenate(digits: string): string {
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}
