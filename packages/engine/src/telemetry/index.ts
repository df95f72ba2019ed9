export { type MemoryCall, MemoryTelemetry, observed } from './memory-telemetry.ts';
export * from './telemetry.ts';
