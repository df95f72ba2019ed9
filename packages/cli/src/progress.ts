import { performance } from 'node:perf_hooks';
import { oneLine } from './text-width.ts';

/** A line that is redrawn while something takes long. */
export interface Progress {
  /** `part` is 0..1, or absent if the end is unknown. */
  update(label: string, part?: number): void;
  /** Removes the line. */
  clear(): void;
}

const intervalMs = 80;
const barWidth = 24;

export function progress(
  stream: { columns?: number; write(text: string): unknown },
  { now = () => performance.now() }: { now?: () => number } = {},
): Progress {
  let drawn = Number.NEGATIVE_INFINITY;
  let shown = false;
  return {
    update(label, part) {
      const time = now();
      if (time - drawn < intervalMs) return;
      drawn = time;
      shown = true;
      const filled = Math.round(Math.min(1, part ?? 0) * barWidth);
      const bar =
        part === undefined
          ? ''
          : `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${String(Math.floor(Math.min(1, part) * 100)).padStart(3)} % `;
      stream.write(`\r${oneLine(`${bar}${label}`, (stream.columns ?? 80) - 1)}\u001b[K`);
    },
    clear() {
      if (shown) stream.write('\r\u001b[K');
      shown = false;
      drawn = Number.NEGATIVE_INFINITY;
    },
  };
}
