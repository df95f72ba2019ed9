import type { Telemetry } from '@mneme/core/faces';

/** Runs a call of a tool within its span, by the conventions for MCP. */
export type WatchedCall = <T extends { isError?: boolean }>(
  name: string,
  meta: Readonly<Record<string, unknown>> | undefined,
  work: () => Promise<T>,
) => Promise<T>;

/** Telemetry for the calls of one server's tools. It continues a client's trace (`traceparent` in `_meta`). */
export function watchedCalls(memory: Telemetry): WatchedCall {
  const telemetry = memory.as('@mneme/mcp');
  const durations = telemetry.durations(
    'mcp.server.operation.duration',
    'How long a call of a tool took.',
  );
  return (name, meta, work) => {
    const known = {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': name,
      'gen_ai.operation.name': 'execute_tool',
    };
    const failed = (isError = false) => (isError ? { 'error.type': 'tool_error' } : {});
    return telemetry.run(
      {
        name: `tools/call ${name}`,
        kind: 1,
        attributes: known,
        parent: telemetry.parentFrom(textsOf(meta)),
        measure: (seconds, end) =>
          durations?.record(seconds, {
            ...known,
            ...('result' in end ? failed(end.result.isError) : { 'error.type': end.errorType }),
          }),
      },
      async (span) => {
        const result = await work();
        if (result.isError) span?.setStatus({ code: 2 });
        span?.setAttributes(failed(result.isError));
        return result;
      },
    );
  };
}

function textsOf(meta: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  const entries = Object.entries(meta ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
