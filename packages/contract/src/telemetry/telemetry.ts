import {
  MnemeError,
  type OpenTelemetryApi,
  type TelemetryAttributes,
  type TelemetryContext,
  type TelemetryHistogram,
  type TelemetryMeter,
  type TelemetrySpan,
} from '../interfaces/index.ts';

/** Options for spans and metrics. */
export interface TelemetryOptions {
  /** The module `@opentelemetry/api`, or parts of it: `{ metrics }` alone gives no spans. */
  api: OpenTelemetryApi;
  /** Spans show queries and memories, with secrets masked, and error messages. Default: false. */
  captureContent?: boolean;
  /** Spans show the names of scopes. Default: false, because they are often names of people. */
  captureScopes?: boolean;
}

/** A span: its name, and what is known before it starts. */
export interface SpanStart {
  name: string;
  /** 0: internal (the default), 1: server, 2: client. */
  kind?: 0 | 1 | 2;
  attributes?: TelemetryAttributes;
  /** The parent. Default: the current span. */
  parent?: TelemetryContext;
}

/** A span around work. */
export interface SpanAround<T> extends SpanStart {
  /** Adds attributes from the result. */
  result?: (result: T) => TelemetryAttributes;
  /** Returns what was asked and found: called only if content is wanted. */
  content?: (result: T) => TelemetryAttributes;
  /** Always called at the end, with the duration in seconds. */
  measure?: (seconds: number, end: { result: T } | { errorType: string }) => void;
}

/** In seconds: a memory takes milliseconds, a model seconds, a job minutes. */
const durationBoundaries = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120,
];

/**
 * Spans and metrics over an injected OpenTelemetry API, used by the engine, the server, MCP and agents. Work runs
 * within its span, so that spans of inner calls become its children.
 */
export class Telemetry {
  /** Whether spans show queries, memories and error messages. */
  readonly captureContent: boolean;
  /** Whether spans show the names of scopes. */
  readonly captureScopes: boolean;
  /** Makes instruments. Undefined without metrics. */
  readonly meter: TelemetryMeter | undefined;
  readonly #api: OpenTelemetryApi;
  readonly #others = new Map<string, Telemetry>();
  readonly #durations = new Map<string, TelemetryHistogram>();
  readonly #tracer: ReturnType<NonNullable<OpenTelemetryApi['trace']>['getTracer']> | undefined;

  /** `name` is the instrumenting package. */
  constructor(
    { api, captureContent = false, captureScopes = false }: TelemetryOptions,
    name = '@mneme/core',
  ) {
    this.captureContent = captureContent;
    this.captureScopes = captureScopes;
    this.#api = api;
    this.meter = api.metrics?.getMeter(name);
    this.#tracer = api.context && api.trace?.getTracer(name);
  }

  /** The same for another package, so that spans and metrics name it. */
  as(name: string): Telemetry {
    const { captureContent, captureScopes } = this;
    const other =
      this.#others.get(name) ??
      new Telemetry({ api: this.#api, captureContent, captureScopes }, name);
    this.#others.set(name, other);
    return other;
  }

  /** The histogram of seconds with this name. */
  durations(name: string, description: string): TelemetryHistogram | undefined {
    const advice = { explicitBucketBoundaries: durationBoundaries };
    const histogram =
      this.#durations.get(name) ??
      this.meter?.createHistogram(name, { unit: 's', description, advice });
    if (histogram !== undefined) this.#durations.set(name, histogram);
    return histogram;
  }

  /** The current context. */
  get atWork(): TelemetrySpan | undefined {
    const { trace, context } = this.#api;
    return context && trace?.getSpan(context.active());
  }

  /** Runs work within a span. */
  async run<T>(around: SpanAround<T>, work: (span?: TelemetrySpan) => Promise<T>): Promise<T> {
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    const span = this.start(around);
    try {
      const result = await this.within(span, () => work(span), around.parent);
      if (span !== undefined) {
        if (around.result !== undefined) span.setAttributes(around.result(result));
        if (this.captureContent && around.content !== undefined)
          span.setAttributes(around.content(result));
      }
      around.measure?.(seconds(), { result });
      return result;
    } catch (error) {
      this.failed(span, error);
      around.measure?.(seconds(), { errorType: errorType(error) });
      throw error;
    } finally {
      span?.end();
    }
  }

  /** Starts a span that the caller ends. Undefined without tracing. */
  start({ name, kind, attributes, parent }: SpanStart): TelemetrySpan | undefined {
    return this.#tracer?.startSpan(name, { kind, attributes }, parent);
  }

  /** Runs work so that spans in it become children of this one. */
  within<T>(span: TelemetrySpan | undefined, work: () => T, parent?: TelemetryContext): T {
    const { context } = this.#api;
    const inside = span && this.contextOf(span, parent);
    return context === undefined || inside === undefined ? work() : context.with(inside, work);
  }

  /** The `parent` for a child of this span. */
  contextOf(span: TelemetrySpan, parent?: TelemetryContext): TelemetryContext | undefined {
    const { trace, context } = this.#api;
    return context && trace?.setSpan(parent ?? context.active(), span);
  }

  /**
   * Marks a span as failed. An error message may contain content, so without `captureContent` only its type is shown.
   */
  failed(span: TelemetrySpan | undefined, error: unknown): void {
    const message = this.captureContent && error instanceof Error ? error.message : undefined;
    span?.setStatus(message === undefined ? { code: 2 } : { code: 2, message });
    span?.setAttributes({ 'error.type': errorType(error) });
  }

  /**
   * The context that a caller sent (`traceparent`); undefined if a span is active already, or there is nothing to read.
   */
  parentFrom(carrier: Record<string, string>): TelemetryContext | undefined {
    const { context, propagation } = this.#api;
    if (context === undefined || this.atWork !== undefined) return undefined;
    return propagation?.extract(context.active(), carrier);
  }
}

/** The type of an error for telemetry: Mneme's code, else the name of its class. */
export function errorType(error: unknown): string {
  if (MnemeError.isInstance(error)) return error.code;
  return error instanceof Error ? error.name : '_OTHER';
}
