export { type MemoryCall, MemoryTelemetry, type Observer, observed } from './memory-telemetry.ts';
export * from './telemetry.ts';
