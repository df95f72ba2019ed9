/** Requests to a server over connections that stay open. */
import { Agent, request } from 'node:http';
import { quantile } from '../frame.mjs';
import { median, ms, row } from './frame.mjs';

const agent = new Agent({ keepAlive: true, maxSockets: 4096 });

/** Resolves to the status, the body, the milliseconds that it took, and when to try again. */
export function send(url, { headers, body } = {}) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
    request(url, { agent, method, headers: sent }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          body: Buffer.concat(parts).toString(),
          took: performance.now() - start,
          again: answer.headers['retry-after'],
        }),
      );
    })
      .on('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Clients that ask and one that writes, one request after the other, until that many answers came or that many seconds passed. */
export async function load(figure, { ask, write, clients = 64, requests, seconds }) {
  const answers = [];
  const writes = [];
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  let sent = 0;
  let working = true;
  const goesOn = () => (requests === undefined ? elapsed() < seconds : sent < requests);
  const client = async (_, at) => {
    while (goesOn()) answers.push(await ask(sent++, at));
  };
  const writer = (async () => {
    while (working) writes.push(await write(writes.length));
  })();
  await Promise.all(Array.from({ length: clients }, client));
  const took = elapsed();
  working = false;
  await writer;
  const times = answers.map((answer) => answer.took);
  const failed = [...answers, ...writes].filter(({ status }) => status !== 200).length;
  row(
    `${figure}: ${clients} connections that read and one that writes`,
    `${Math.round(answers.length / took)} a second, p50 ${ms(median(times))}, p99 ${ms(quantile(times, 0.99))}; ${Math.round(writes.length / took)} writes a second; ${failed} failed`,
    '0 failed',
  );
}
