/**
 * The products of one vector with each of others, all of its length. Each sum goes from the first number to the last,
 * so it does not depend on the other vectors. Four are computed at once, because each addition waits for the one
 * before.
 */
export function dotProducts(one: Float32Array, others: readonly Float32Array[]): Float64Array {
  const products = new Float64Array(others.length);
  const { length } = one;
  for (let first = 0; first < others.length; first += 4) {
    const last = others.length - 1;
    const a = others[first] as Float32Array;
    const b = others[Math.min(last, first + 1)] as Float32Array;
    const c = others[Math.min(last, first + 2)] as Float32Array;
    const d = others[Math.min(last, first + 3)] as Float32Array;
    let [ofA, ofB, ofC, ofD] = [0, 0, 0, 0];
    for (let at = 0; at < length; at++) {
      const value = one[at] as number;
      ofA += value * (a[at] as number);
      ofB += value * (b[at] as number);
      ofC += value * (c[at] as number);
      ofD += value * (d[at] as number);
    }
    products[first] = ofA;
    products[first + 1] = ofB;
    products[first + 2] = ofC;
    products[first + 3] = ofD;
  }
  return products;
}
