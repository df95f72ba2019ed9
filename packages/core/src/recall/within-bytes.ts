import { maxQueryBytes } from '@mneme/contract/input';

/** A long message as a query: its beginning and its end, where people say what they want. Never cuts a character. */
export function withinBytes(text: string, maxBytes = maxQueryBytes): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const half = Math.max(1, Math.floor((maxBytes - 1) / 2));
  const bytes = Buffer.from(text);
  return `${wholeCharacters(bytes.subarray(0, half))}\n${wholeCharacters(bytes.subarray(-half))}`;
}

function wholeCharacters(bytes: Buffer): string {
  let [start, end] = [0, bytes.length];
  while (start < end && isInside(bytes[start])) start++;
  for (let last = end - 1; last >= start && last >= end - 4; last--) {
    if (isInside(bytes[last])) continue;
    if (last + lengthOf(bytes[last] ?? 0) > end) end = last;
    break;
  }
  return bytes.toString('utf8', start, end);
}

/** A continuation byte of a character. */
function isInside(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

function lengthOf(first: number): number {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}
