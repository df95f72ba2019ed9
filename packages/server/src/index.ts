export * from './app.ts';
export * from './http/server-options.ts';
export * from './keys/file-keys.ts';
export * from './keys/keys.ts';
export * from './keys/memory-keys.ts';
export * from './listen.ts';
export * from './metrics/prometheus-metrics.ts';
export * from './open-api.ts';
export type * from './open-api-document.ts';
