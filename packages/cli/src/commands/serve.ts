import type { TelemetryOptions } from '@mneme/core';
import { terminalJson } from '@mneme/core/faces';
import { type Environment, openTelemetry } from '@mneme/runtime';
import type { MetricsOptions, PrometheusMetrics } from '@mneme/server';
import { aborted, defineCommand } from '../command.ts';
import { parsePort, storeOptions } from '../options.ts';
import { noteError } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { keysBeside, keysInFile, keysOption } from './keys.ts';
import { mcpToolsOption } from './mcp.ts';

export const serve = defineCommand({
  details:
    'Keys come from "mneme keys create"; creating or revoking one takes effect at once. With Qdrant give --documents with a SQLite file or a PostgreSQL database, which also has the keys, or --keys FILE. With PostgreSQL any number of copies may run. The first line of output names the address; one line of JSON for each request goes to standard error. Ctrl-C finishes the running requests, then stops.',
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
      help: 'who may read /metrics: open (everybody), keys (any key), or token (the one in $MNEME_METRICS_TOKEN); default: no such route',
      oneOf: ['open', 'keys', 'token'],
    },
    ...keysOption,
  },
  uses: [...storeOptions, 'documents', 'embedder', 'llm', 'secrets'],
  async run({ values, output, environment, signal, now, open }) {
    const access = metricsAccess(values.metrics, environment);
    const port = parsePort(values.port ?? 8787, 'port');
    // Before anything is opened, so that a missing or damaged file is reported before models are loaded.
    const inFile =
      values.keys === undefined ? undefined : await keysInFile(values.keys, { create: false });
    await inFile?.list();
    const { listen, prometheusMetrics } = await import('@mneme/server');
    const metrics = access && prometheusMetrics();
    const mode = values.telemetry ?? environment.telemetry ?? 'off';
    const telemetry = metrics && (await telemetryWith(metrics, mode));
    const opened = await open(telemetry && { settings: { telemetry } });
    const { memory, backend } = opened;
    const keys = inFile ?? (await keysBeside(opened));
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
      metrics: metrics && access && { metrics, access },
      logger: { info: log('info'), error: log('error') },
    });
    output.line(`listening on ${server.url}`);
    if (inspector !== undefined) output.line(`inspector at ${server.url}/inspector/`);
    if ((await keys.list()).length === 0) output.note(noKey);
    // A signal handler alone does not keep the process alive; the server does.
    await aborted(signal);
    await server.close();
    await inspector?.close();
  },
});

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
