import type { EmbedderCalibration } from '@mneme/core';

/** Thresholds found on labelled pairs, by the model's name without its owner. */
export const knownCalibrations: Readonly<Record<string, EmbedderCalibration>> = {
  'all-MiniLM-L6-v2': { duplicate: 0.86, related: 0.6, relevant: 0.3 },
};
