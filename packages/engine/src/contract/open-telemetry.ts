/**
 * The parts of `@opentelemetry/api` that are used, by their shape: whoever gives the module itself gives these, and
 * nothing has to be installed by those who give none.
 */

/** What a span or a measurement says of itself. */
export type TelemetryAttributes = Record<string, string | number | boolean | string[] | undefined>;

/** One thing that was done. */
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

/** Keeps how large values were. */
export interface TelemetryHistogram {
  record(value: number, attributes?: TelemetryAttributes): void;
}

/** Is asked for its values whenever they are read. */
export interface TelemetryGauge {
  addCallback(observe: (result: TelemetryObservation) => void | Promise<void>): void;
  removeCallback(observe: (result: TelemetryObservation) => void | Promise<void>): void;
}

/** Takes what a gauge observes. */
export interface TelemetryObservation {
  observe(value: number, attributes?: TelemetryAttributes): void;
}

/** What a metric is called and how it is kept. */
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
}

/** The context of a call, which only OpenTelemetry looks into. */
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

/** `@opentelemetry/api`, or those of its parts that are to be used. Spans need `trace` and `context`. */
export interface OpenTelemetryApi {
  trace?: TelemetryTracing;
  context?: {
    active(): TelemetryContext;
    with<T>(context: TelemetryContext, work: () => T): T;
  };
  metrics?: { getMeter(name: string): TelemetryMeter };
  /** Reads `traceparent`, and what else the process has set up, of requests. */
  propagation?: {
    extract(context: TelemetryContext, carrier: Record<string, string>): TelemetryContext;
  };
}
