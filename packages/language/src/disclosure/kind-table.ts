import { bytesFrom } from '../trees/index.ts';
import { disclosureWidth } from './disclosure-features.ts';

/** The bias and the weights of each kind. */
export interface KindTable {
  base: readonly number[];
  weights: readonly Float32Array[];
}

/** A table as `node lab/main.mjs disclosure --fit` writes it: 8 bits a weight, as base64. */
export interface WrittenKinds {
  base: readonly number[];
  scale: number;
  weights: string;
}

/** Decodes a table at first use. */
export function kindTableFrom({ base, scale, weights }: WrittenKinds): () => KindTable {
  let table: KindTable | undefined;
  return () => {
    if (table === undefined) {
      const steps = new Int8Array(bytesFrom(weights));
      table = {
        base,
        weights: base.map((_, kind) =>
          Float32Array.from(
            steps.subarray(kind * disclosureWidth, (kind + 1) * disclosureWidth),
            (step) => step * scale,
          ),
        ),
      };
    }
    return table;
  };
}
