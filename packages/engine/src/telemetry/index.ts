export { errorType } from './error-type.ts';
export { type MemoryCall, MemoryTelemetry, observed } from './memory-telemetry.ts';
export { type SpanAround, type SpanStart, Telemetry, type TelemetryOptions } from './telemetry.ts';
