import { parentPort } from 'node:worker_threads';
import { call, say, startScriptedServer } from '../packages/agent/test/support/scripted-server.ts';

/** Claude's scripted answers to the programs of the documentation. */
const { baseURL } = await startScriptedServer(({ body, seen }) => {
  const last = JSON.stringify(seen.at(-1));
  if (last.includes('Remember')) {
    const input = { content: 'Ada prefers green tea', category: 'user_preference', importance: 5 };
    return call([{ name: 'memory_store', input }]);
  }
  if (last.includes('tool_result')) return say('Noted.');
  return say(JSON.stringify(body.system ?? '').includes('green tea') ? 'Green tea.' : 'Who knows?');
});
parentPort?.postMessage(baseURL);
