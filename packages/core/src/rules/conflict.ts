import type { EmbedderCalibration } from '../embedder.js';
export function decideConflict(p: { stored: string; incoming: string; similarity: number | undefined }, o: { calibration: EmbedderCalibration }): { relation: 'same' | 'update' | 'distinct'; reason: string } {
  return (p.similarity ?? 0) >= o.calibration.duplicate ? { relation: 'update', reason: 'near' } : { relation: 'distinct', reason: 'far' };
}
export function mergeTexts(a: string, b: string): string { return `${a}\n${b}`; }
