import type { TelemetryOptions } from '@mneme/core';
import { choice } from '@mneme/core/input';
import { loadOptional } from './load-optional.ts';

/** Telemetry of an open memory. `content`: its spans show queries and memories, with secrets masked. */
export const telemetryModes = ['off', 'on', 'content'] as const;

/**
 * The process's own OpenTelemetry, set up by a program or a preloaded module (`NODE_OPTIONS=--import …`). Rejects with
 * `missing_dependency` if `@opentelemetry/api` is not installed.
 */
export async function openTelemetry(
  mode: string,
  field = 'telemetry',
): Promise<TelemetryOptions | undefined> {
  const wanted = choice(telemetryModes)(mode, field);
  if (wanted === 'off') return undefined;
  const api = await loadOptional('@opentelemetry/api', () => import('@opentelemetry/api'));
  return { api, captureContent: wanted === 'content' };
}
