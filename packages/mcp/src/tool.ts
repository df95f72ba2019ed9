import { MnemeError } from '@mneme/core';
import { visibleJson, visibleText } from '@mneme/core/faces';
import { type Fields, type Parsed, parseFields } from '@mneme/core/input';
import type {
  CallToolResult,
  McpServer,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { WatchedCall } from './watched-call.ts';

/** JSON Schema of an object, as it goes over the wire. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: readonly string[];
  additionalProperties?: false;
}

/** The definition of a tool for clients. */
export interface ToolFace {
  name: string;
  title: string;
  description: string;
  input: ObjectSchema;
  annotations: ToolAnnotations;
  /** Loaded at once by clients that load most tools later. */
  alwaysLoad?: boolean;
}

/** The result of a call: the same as text and as structured content, or an error whose text is complete. */
export type ToolResult = CallToolResult;

/** Where tools are added, and the telemetry of their calls. */
export interface ToolServer {
  server: McpServer;
  watched?: WatchedCall;
}

/** Adds a tool that returns objects. Errors become error results in the tool's words. */
export function addTool(
  { server, watched }: ToolServer,
  { name, title, description, input, annotations, alwaysLoad }: ToolFace,
  run: (input: unknown, signal: AbortSignal) => Promise<ToolResult>,
): void {
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: unchecked(input),
      annotations: { openWorldHint: false, ...annotations },
      ...(alwaysLoad ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
    },
    async (given, context) => {
      const answer = async () => {
        try {
          return await run(given, context.mcpReq.signal);
        } catch (error) {
          return failed(inToolWords(error));
        }
      };
      return watched === undefined ? answer() : watched(name, context.mcpReq._meta, answer);
    },
  );
}

/** The schema is for the client; each tool checks its input itself, with its own messages. */
function unchecked(schema: ObjectSchema): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'mneme',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  };
}

/** Checks what a model sent. */
export function parseInput<Table extends Fields, Required extends keyof Table = never>(
  input: unknown,
  table: Table,
  required?: readonly Required[],
): Parsed<Table, Required> {
  return parseFields(input ?? {}, table, { name: 'arguments', required });
}

/**
 * Clients show a model either the text or the structured content, so both are the same, without invisible characters.
 */
export function answered(answer: Record<string, unknown>): ToolResult {
  const text = visibleJson(answer);
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

export function failed(message: string): ToolResult {
  return { content: [{ type: 'text', text: visibleText(message) }], isError: true };
}

/** An answer of the tools of @mneme/agent, which is JSON or a sentence. */
export function fromAgent({ content, isError }: { content: string; isError: boolean }): ToolResult {
  return isError ? failed(content) : answered(JSON.parse(content));
}

function inToolWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!MnemeError.isInstance(error))
    return `Error: the memory failed (${message}). Go on without it.`;
  const said = error.worded({
    name: (field) =>
      field === 'id'
        ? 'memory_id'
        : field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    advice: ({ field }) =>
      field === 'cursor'
        ? 'give the next_cursor of the same query, or none to start over'
        : undefined,
  });
  const then = error.faults.length > 0 ? ' Nothing was done; correct it and call again.' : '';
  return `Error: ${said}${/[.?]$/.test(said) ? '' : '.'}${then}`;
}
