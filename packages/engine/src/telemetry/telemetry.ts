import type {
  OpenTelemetryApi,
  TelemetryAttributes,
  TelemetryContext,
  TelemetryHistogram,
  TelemetryMeter,
  TelemetrySpan,
} from '../contract/index.ts';
import { errorType } from './error-type.ts';

/** How spans and measurements are taken. */
export interface TelemetryOptions {
  /** The module `@opentelemetry/api`, or its parts: with `{ metrics }` alone nothing is traced. */
  api: OpenTelemetryApi;
  /** Spans show queries and memories, with their secrets masked, and the messages of errors. Default: false. */
  captureContent?: boolean;
  /** Spans show the names of scopes. Default: false, since they are often names of people. */
  captureScopes?: boolean;
}

/** A span: what it is called, and what is known of it before it begins. */
export interface SpanStart {
  name: string;
  /** 0 inside of the process (the default), 1 answers somebody, 2 asks somebody. */
  kind?: 0 | 1 | 2;
  attributes?: TelemetryAttributes;
  /** What it is a part of. Default: what is at work. */
  parent?: TelemetryContext;
}

/** A span around work. */
export interface SpanAround<T> extends SpanStart {
  /** What the result adds. */
  result?: (result: T) => TelemetryAttributes;
  /** What was said and found: called only where contents are wanted. */
  content?: (result: T) => TelemetryAttributes;
  /** Called at the end in any case, with the seconds that it took. */
  measure?: (seconds: number, end: { result: T } | { errorType: string }) => void;
}

/** Seconds: a memory answers in milliseconds, a model in seconds, a job takes minutes. */
const durationBoundaries = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120,
];

/**
 * Spans and measurements over an injected API of OpenTelemetry: one way for the engine, the server, MCP and agents. What
 * it runs, it runs within its span, so that spans of what is called become its children.
 */
export class Telemetry {
  /** Whether spans show queries, memories and messages of errors. */
  readonly captureContent: boolean;
  /** Whether spans show the names of scopes. */
  readonly captureScopes: boolean;
  /** Makes instruments. Undefined where nothing is measured. */
  readonly meter: TelemetryMeter | undefined;
  readonly #api: OpenTelemetryApi;
  readonly #others = new Map<string, Telemetry>();
  readonly #durations = new Map<string, TelemetryHistogram>();
  readonly #tracer: ReturnType<NonNullable<OpenTelemetryApi['trace']>['getTracer']> | undefined;

  /** `name` is that of the package that instruments. */
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

  /** The same for another package: its spans and measurements say who took them. */
  as(name: string): Telemetry {
    const { captureContent, captureScopes } = this;
    const other =
      this.#others.get(name) ??
      new Telemetry({ api: this.#api, captureContent, captureScopes }, name);
    this.#others.set(name, other);
    return other;
  }

  /** The histogram of seconds of this name. */
  durations(name: string, description: string): TelemetryHistogram | undefined {
    const advice = { explicitBucketBoundaries: durationBoundaries };
    const histogram =
      this.#durations.get(name) ??
      this.meter?.createHistogram(name, { unit: 's', description, advice });
    if (histogram !== undefined) this.#durations.set(name, histogram);
    return histogram;
  }

  /** What is at work now, of whoever began it. */
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

  /** Starts a span that the caller ends. Undefined where nothing is traced. */
  start({ name, kind, attributes, parent }: SpanStart): TelemetrySpan | undefined {
    return this.#tracer?.startSpan(name, { kind, attributes }, parent);
  }

  /** Runs work so that the spans that it starts are children of this one. */
  within<T>(span: TelemetrySpan | undefined, work: () => T, parent?: TelemetryContext): T {
    const { context } = this.#api;
    const inside = span && this.contextOf(span, parent);
    return context === undefined || inside === undefined ? work() : context.with(inside, work);
  }

  /** What to give as the `parent` of a span that is a part of this one. */
  contextOf(span: TelemetrySpan, parent?: TelemetryContext): TelemetryContext | undefined {
    const { trace, context } = this.#api;
    return context && trace?.setSpan(parent ?? context.active(), span);
  }

  /** Marks a span as failed. What an error says may hold contents, so without them only its kind is told. */
  failed(span: TelemetrySpan | undefined, error: unknown): void {
    const message = this.captureContent && error instanceof Error ? error.message : undefined;
    span?.setStatus(message === undefined ? { code: 2 } : { code: 2, message });
    span?.setAttributes({ 'error.type': errorType(error) });
  }

  /** What a caller sent along (`traceparent`); undefined where a span is at work already, or nothing can be read. */
  parentFrom(carrier: Record<string, string>): TelemetryContext | undefined {
    const { context, propagation } = this.#api;
    if (context === undefined || this.atWork !== undefined) return undefined;
    return propagation?.extract(context.active(), carrier);
  }
}
