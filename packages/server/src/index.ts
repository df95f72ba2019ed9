export * from './app.ts';
export type { OpenApiDocument } from './http/environment.ts';
export * from './http/server-options.ts';
export type { StopOptions } from './http/stopping.ts';
export * from './keys/keys.ts';
export * from './keys/stored-keys.ts';
export * from './listen.ts';
export * from './metrics/prometheus-metrics.ts';
export * from './open-api.ts';
