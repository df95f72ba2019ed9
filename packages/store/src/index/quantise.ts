/**
 * A vector in an index. `code` is scanned: 8 bits a component, times `scale`. `rest` is the difference to the exact
 * vector, in parts of `scale`.
 */
export interface QuantisedVector {
  scale: number;
  code: Int8Array;
  /** 8 bits a component, or 16 for few components. */
  rest: Uint8Array;
}

const most = 127;
/** With fewer components one of them may be near 1, and its error would change the cosine. */
const fewDimensions = 128;
const parts = { one: 254, two: 65_534 } as const;

/** Memory for the parts of a quantised vector of this many components. */
export function quantisedMemory(dimensions: number): Pick<QuantisedVector, 'code' | 'rest'> {
  // One buffer for both.
  const size = restBytes(dimensions);
  const memory = new ArrayBuffer(dimensions * (size + 1));
  return {
    code: new Int8Array(memory, dimensions * size),
    rest: new Uint8Array(memory, 0, dimensions * size),
  };
}

/**
 * Undefined for a vector of zeros, which is never found. `into`: memory of an earlier vector, which the new one
 * overwrites.
 */
export function quantise(
  vector: Float32Array,
  into: Pick<QuantisedVector, 'code' | 'rest'> = quantisedMemory(vector.length),
): QuantisedVector | undefined {
  // Plain loops, because callbacks and calls of Math would take most of a commit's time.
  let largest = 0;
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at] as number;
    if (value > largest) largest = value;
    else if (-value > largest) largest = -value;
  }
  if (largest === 0) return undefined;
  const scale = Math.fround(largest / most);
  const { code, rest } = into;
  const { values, parts } = restOf(rest, vector.length);
  for (let at = 0; at < vector.length; at++) {
    const exact = (vector[at] as number) / scale;
    const nearest = Math.floor(exact + 0.5);
    const rounded = Math.max(-most, Math.min(most, nearest));
    code[at] = rounded;
    values[at] = Math.floor((exact - rounded) * parts + 0.5);
  }
  return { scale, code, rest };
}

/** Restores the vector, each component within 1/500 of the scale. */
export function restore({ scale, code, rest }: QuantisedVector): Float32Array {
  const { values, parts } = restOf(rest, code.length);
  return Float32Array.from(code, (value, at) => scale * (value + (values[at] as number) / parts));
}

/** The dot product of a query and the vector, as if it were restored. */
export function exactDot(query: Float32Array, { scale, code, rest }: QuantisedVector): number {
  const { values, parts } = restOf(rest, code.length);
  let sum = 0;
  let fine = 0;
  for (let at = 0; at < code.length; at++) {
    const component = query[at] as number;
    sum += component * (code[at] as number);
    fine += component * (values[at] as number);
  }
  return scale * (sum + fine / parts);
}

function restBytes(dimensions: number): 1 | 2 {
  return dimensions < fewDimensions ? 2 : 1;
}

/** The rest as numbers, and how many of them make one step of the code. */
function restOf(bytes: Uint8Array, dimensions: number) {
  if (restBytes(dimensions) === 1)
    return {
      bytes,
      values: new Int8Array(bytes.buffer, bytes.byteOffset, dimensions),
      parts: parts.one,
    };
  // Bytes from a store may be unaligned.
  const whole = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return {
    bytes: whole,
    values: new Int16Array(whole.buffer, whole.byteOffset, dimensions),
    parts: parts.two,
  };
}
