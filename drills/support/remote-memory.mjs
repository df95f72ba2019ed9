/** The part of a memory that crash-writer.mjs uses, through a server: `http://HOST:PORT#KEY`. */
export function remoteMemory(place) {
  const { origin, hash } = new URL(place);
  const headers = {
    'x-api-key': hash.slice(1),
    'content-type': 'application/json',
    'anthropic-beta': 'agent-memory-2026-07-22',
  };
  const send = async (method, path, body) => {
    let response;
    let json;
    try {
      response = await fetch(origin + path, { method, headers, body: JSON.stringify(body) });
      json = await response.json();
    } catch {
      process.exit(cutOff); // The server is gone.
    }
    if (response.ok) return json;
    // The database behind the server is gone; it is unknown whether this was written.
    if (response.status === 503) process.exit(cutOff);
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
  };
  const append = (turns, { session }) =>
    send('POST', '/v1/mneme/episodes', { session, turns: turns.map(turnOf) });
  return {
    async close() {},
    scope: (name) => ({
      store: (input, options) => send('POST', '/v1/mneme/memories', { ...input, ...options }),
      // The server has no such call; turns are written together too.
      storeMany: async (inputs) =>
        (await append(inputs, { session: 'many' })).ids.map((id) => ({ id })),
      episodes: { append },
      sessions: { erase: (session) => send('DELETE', `/v1/mneme/sessions/${session}`) },
      update: (id, changes) => send('PATCH', `/v1/mneme/memories/${id}`, changes),
      delete: (id) => send('DELETE', `/v1/mneme/memories/${id}`),
      erase: () => send('DELETE', `/v1/mneme/scopes/${name}`),
      stores: {
        async open() {
          const store = await send('POST', '/v1/memory_stores', { name: 'notes' });
          return remoteStore(`/v1/memory_stores/${store.id}`, send);
        },
      },
    }),
  };
}

/** The exit code of a writer whose server is gone. */
export const cutOff = 75;

function turnOf({ content, source: { session: _, sequence: __, ...source } = {} }) {
  return { content, source };
}

function remoteStore(store, send) {
  const known = new Map();
  return {
    async write({ path, content }) {
      const id = known.get(path);
      const written =
        id === undefined
          ? await send('POST', `${store}/memories`, { path, content })
          : await send('POST', `${store}/memories/${id}`, { content });
      known.set(path, written.id);
      return { document: { versionId: written.memory_version_id } };
    },
    redact: (version) => send('POST', `${store}/memory_versions/${version}/redact`),
  };
}
