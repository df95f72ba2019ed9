import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { afterEach, beforeEach } from 'vitest';
import { type AgentEvent, createMemoryAgent, type MemoryAgentOptions } from '../../src/index.ts';
import { ada, memoryOfEachTest, patient } from './memory.ts';
import { type Script, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

/** Of the running test: the server of its newest agent, and the events of all its agents. */
export let server: ScriptedServer;
export let events: AgentEvent[];

export const eventsOf = <Type extends AgentEvent['type']>(type: Type) =>
  events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type);

let servers: ScriptedServer[];

/** Opens a memory before each test of a file; closes it and the servers of its agents afterwards. */
export function agentsOfEachTest(): void {
  memoryOfEachTest();
  beforeEach(() => {
    events = [];
    servers = [];
  });
  afterEach(() => Promise.all(servers.map((each) => each.close())));
}

/** A tool of the application with any input. */
export const toolOf = (
  name: string,
  run: (input: Record<string, unknown>) => string | Promise<string>,
) =>
  betaTool({
    name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object', properties: {} },
    run,
  });

/** An agent with the memory of the test, whose model answers from a script. */
export async function agentFor(
  script: Script,
  {
    maxRetries = 0,
    summary,
    prefetch,
    ...options
  }: Partial<MemoryAgentOptions> & { maxRetries?: number; summary?: string } = {},
) {
  server = await startScriptedServer(script, { summary });
  servers.push(server);
  return createMemoryAgent({
    client: new Anthropic({ baseURL: server.baseURL, apiKey: 'test', maxRetries }),
    model: 'claude-opus-5',
    maxTokens: 1000,
    memory: ada,
    prefetch: prefetch !== false && { ...patient, ...prefetch },
    onEvent: (event) => events.push(event),
    ...options,
  });
}
