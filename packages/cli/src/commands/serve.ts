import type { TelemetryOptions } from '@mneme/core';
import { terminalJson } from '@mneme/core/faces';
import { integer } from '@mneme/core/input';
import { type Environment, openTelemetry } from '@mneme/runtime';
import type { MetricsOptions, PrometheusMetrics } from '@mneme/server';
import { aborted, defineCommand } from '../command.ts';
import { withoutAbsent } from '../option-values.ts';
import { parsePort, storeOptions } from '../options.ts';
import { noteError } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { keysBeside, keysInFile, keysOption } from './keys.ts';
import { mcpToolsOption } from './mcp.ts';

export const serve = defineCommand({
  details:
    'Keys come from "mneme keys create". With Qdrant name the store with the data by --rows. With PostgreSQL any number of copies may run. The first line of output is the address; requests are logged as JSON on standard error. Ctrl-C or SIGTERM finishes the running requests, then stops.',
  fillsStore: true,
  options: {
    port: { number: 'N', help: 'the port; 0: any free port (default: 8787)' },
    host: { value: 'ADDRESS', help: 'where to listen (default: 127.0.0.1)' },
    'allow-host': {
      values: 'NAME',
      help: 'an additional host name for /mcp and /inspector',
    },
    tools: mcpToolsOption,
    inspector: {
      help: 'pages at /inspector to see and correct memories; log in with a key',
    },
    metrics: {
      value: 'WHO',
      help: 'who may read /metrics: open, keys (any key) or token ($MNEME_METRICS_TOKEN); default: nobody',
      oneOf: ['open', 'keys', 'token'],
    },
    connections: {
      number: 'N',
      help: 'PostgreSQL: connections of this process to the database (default: 10)',
    },
    'cache-bytes': {
      number: 'N',
      help: 'PostgreSQL: memory for indexes and records that were read (default: 268435456)',
    },
    'timeout-ms': {
      number: 'MS',
      help: 'time for one call of the store (default: 15000; SQLite and Qdrant 5000)',
    },
    'request-timeout-ms': {
      number: 'MS',
      help: 'time for a request to arrive (default: 30000)',
    },
    'answer-timeout-ms': {
      number: 'MS',
      help: 'time for a client to read its answer (default: 30000)',
    },
    'keep-alive-ms': {
      number: 'MS',
      help: 'how long an idle connection stays open; more than a balancer keeps it (default: 75000)',
    },
    'grace-ms': {
      number: 'MS',
      help: 'time for running requests to finish after SIGTERM (default: 7000)',
    },
    'trusted-proxy': {
      values: 'ADDRESS',
      help: 'a proxy in front, or its network as 10.0.0.0/8: its X-Forwarded-For names the client',
    },
    ...keysOption,
  },
  uses: [...storeOptions, 'documents', 'embedder', 'llm', 'secrets'],
  async run({ values, output, environment, signal, now, open, endWithin }) {
    const access = metricsAccess(values.metrics, environment);
    const port = parsePort(values.port ?? 8787, 'port');
    const limits = withoutAbsent({
      requestTimeoutMs: parsed(values, 'requestTimeoutMs'),
      answerTimeoutMs: parsed(values, 'answerTimeoutMs'),
      keepAliveMs: parsed(values, 'keepAliveMs'),
    });
    const graceMs = parsed(values, 'graceMs') ?? 7000;
    const storeLimits = {
      timeoutMs: parsed(values, 'timeoutMs'),
      connections: parsed(values, 'connections'),
      cacheBytes: parsed(values, 'cacheBytes'),
    };
    // Before anything is opened, so that a missing or damaged file is reported before models are loaded.
    const inFile =
      values.keys === undefined ? undefined : await keysInFile(values.keys, { create: false });
    await inFile?.list();
    const { listen, prometheusMetrics } = await import('@mneme/server');
    const metrics = access && prometheusMetrics();
    const mode = values.telemetry ?? environment.telemetry ?? 'off';
    const telemetry = metrics && (await telemetryWith(metrics, mode));
    const opened = await open({
      limits: storeLimits,
      ...(telemetry && { settings: { telemetry } }),
    });
    const { memory, backend } = opened;
    const keys = inFile ?? (await keysBeside(opened));
    if (!(await keys.exist())) output.note(noKey);
    if (!memory.keepsDocuments) {
      output.note(
        `mneme: the ${backend} backend has no documents, so only records are served (/v1/mneme). Give --documents FILE.db to serve memory stores too.`,
      );
    }
    const log = (level: string) => (entry: object) =>
      output.note(terminalJson({ time: now().toISOString(), level, ...entry }));
    const { mcpHandler } = await import('@mneme/mcp');
    const inspector = values.inspector
      ? (await import('@mneme/inspector')).createInspector({
          memory,
          base: '/inspector',
          allowedHosts: values.allowHost,
          now,
          onError: noteError(output),
        })
      : undefined;
    const server = await listen({
      memory,
      keys,
      port,
      host: values.host,
      mcp: mcpHandler({ tools: values.tools }),
      allowedHosts: values.allowHost,
      inspector: inspector?.answer,
      onRefused: inspector?.noteRefusal,
      limits,
      trustedProxies: values.trustedProxy,
      databases: opened.databases,
      metrics: metrics && access && { metrics, access },
      logger: { info: log('info'), error: log('error') },
    });
    try {
      output.line(`listening on ${server.url}`);
      if (inspector !== undefined) output.line(`inspector at ${server.url}/inspector/`);
      // A signal handler alone does not keep the process alive; the server does.
      await aborted(signal);
      // The rest waits for calls that nobody waits for any more.
      endWithin(graceMs + lastCallsMs);
    } finally {
      await server.close({ graceMs, drainMs });
      await inspector?.close();
    }
  },
});

/** Milliseconds of the grace for a balancer to notice that the server stops. */
const drainMs = 2000;
/** Milliseconds for calls whose requests were answered already. */
const lastCallsMs = 700;

/** The longest that a timer of Node runs. */
const longestMs = 2 ** 31 - 1;

/** A whole number from 1 on. */
function parsed<Name extends string>(
  values: { readonly [N in Name]: number | undefined },
  name: Name,
): number | undefined {
  const value = values[name];
  const max = name.endsWith('Ms') ? longestMs : Number.MAX_SAFE_INTEGER;
  return value === undefined ? undefined : integer({ min: 1, max })(value, name);
}

const noKey =
  'mneme: there is no key yet, so every request is refused. Make one beside this server: mneme keys create';

/** Who may read metrics; undefined: nobody. */
function metricsAccess(
  reader: 'open' | 'keys' | 'token' | undefined,
  { metricsToken: token }: Environment,
): MetricsOptions['access'] | undefined {
  if (reader !== 'token') return reader;
  if (token !== undefined) return { token };
  throw new UsageError('--metrics token needs the token: set MNEME_METRICS_TOKEN.', 'metrics');
}

/** Spans go where the process sends them, and metrics to `/metrics`. */
async function telemetryWith(metrics: PrometheusMetrics, mode: string): Promise<TelemetryOptions> {
  const watched = await openTelemetry(mode);
  return { ...watched, api: { ...watched?.api, metrics } };
}
