export { createApp } from './app.ts';
export {
  type AppOptions,
  defaultServerLimits,
  type InspectorHandler,
  type McpHandler,
  type MetricsOptions,
  type ServerLimits,
  type ServerLogger,
} from './http/server-options.ts';
export { fileKeys } from './keys/file-keys.ts';
export { type ApiKey, type CreateKeyInput, Keys } from './keys/keys.ts';
export { memoryKeys } from './keys/memory-keys.ts';
export { type ListenOptions, listen, type RunningServer } from './listen.ts';
export {
  type PrometheusMetrics,
  type PrometheusOptions,
  prometheusMetrics,
} from './metrics/prometheus-metrics.ts';
export { openApiDocument } from './open-api.ts';
export type { OpenApiDocument } from './open-api-document.ts';
