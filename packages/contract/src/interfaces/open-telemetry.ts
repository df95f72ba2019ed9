/**
 * The parts of `@opentelemetry/api` that Mneme uses, as structural types: the module itself fits, and nothing needs to
 * be installed without it.
 */

/** Attributes of a span or a measurement. */
export type TelemetryAttributes = Record<string, string | number | boolean | string[] | undefined>;

/** One operation. */
export interface TelemetrySpan {
  setAttributes(attributes: TelemetryAttributes): unknown;
  /** 2: it failed. */
  setStatus(status: { code: number; message?: string }): unknown;
  addEvent(name: string, attributes?: TelemetryAttributes): unknown;
  end(): void;
}

/** Counts up (`Counter`), or up and down (`UpDownCounter`). */
export interface TelemetryCounter {
  add(value: number, attributes?: TelemetryAttributes): void;
}

/** Records a distribution of values (`Histogram`). */
export interface TelemetryHistogram {
  record(value: number, attributes?: TelemetryAttributes): void;
}

/** Is read on demand (`ObservableGauge`, `ObservableCounter`). */
export interface TelemetryGauge {
  addCallback(observe: (result: TelemetryObservation) => void | Promise<void>): void;
  removeCallback(observe: (result: TelemetryObservation) => void | Promise<void>): void;
}

/** Receives what a gauge observes. */
export interface TelemetryObservation {
  observe(value: number, attributes?: TelemetryAttributes): void;
}

/** Options of an instrument. */
export interface TelemetryMetricOptions {
  description?: string;
  unit?: string;
  advice?: { explicitBucketBoundaries?: number[] };
}

/** Makes the instruments. */
export interface TelemetryMeter {
  createCounter(name: string, options?: TelemetryMetricOptions): TelemetryCounter;
  createUpDownCounter(name: string, options?: TelemetryMetricOptions): TelemetryCounter;
  createHistogram(name: string, options?: TelemetryMetricOptions): TelemetryHistogram;
  createObservableGauge(name: string, options?: TelemetryMetricOptions): TelemetryGauge;
  createObservableCounter(name: string, options?: TelemetryMetricOptions): TelemetryGauge;
}

/** The context of a call; only OpenTelemetry looks into it. */
export type TelemetryContext = object;

/** Makes spans, and reads contexts. */
export interface TelemetryTracing {
  getTracer(name: string): {
    startSpan(
      name: string,
      options?: { kind?: number; attributes?: TelemetryAttributes },
      context?: TelemetryContext,
    ): TelemetrySpan;
  };
  setSpan(context: TelemetryContext, span: TelemetrySpan): TelemetryContext;
  getSpan(context: TelemetryContext): TelemetrySpan | undefined;
}

/** `@opentelemetry/api`, or parts of it. Spans need `trace` and `context`. */
export interface OpenTelemetryApi {
  trace?: TelemetryTracing;
  context?: {
    active(): TelemetryContext;
    with<T>(context: TelemetryContext, work: () => T): T;
  };
  metrics?: { getMeter(name: string): TelemetryMeter };
  /** Reads `traceparent` and the other headers that the process is configured for. */
  propagation?: {
    extract(context: TelemetryContext, carrier: Record<string, string>): TelemetryContext;
  };
}
