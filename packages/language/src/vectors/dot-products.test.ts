import { expect, it } from 'vitest';
import { dotProducts } from './dot-products.ts';

/** Values from 0 to 1, spread out. */
const vector = (seed: number) =>
  Float32Array.from({ length: 256 }, (_, at) => (seed * at * 0.618) % 1);

it.each([0, 1, 3, 4, 5, 9])(
  'returns the exact product with each of %i vectors, summed in order',
  (count) => {
    const others = Array.from({ length: count }, (_, at) => vector(at + 2));
    const one = vector(1);
    const inOrder = others.map((other) =>
      other.reduce((sum, value, at) => sum + value * (one[at] as number), 0),
    );
    expect([...dotProducts(one, others)]).toEqual(inOrder);
  },
);
