import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Does the work if no other process of this machine holds the lock, and answers undefined if one does. The holder
 * touches the file while it works; a lock that nobody has touched for `staleMs` was left by a crash and is taken over.
 */
export async function withLock(path, work, { staleMs = 60_000 } = {}) {
  const token = randomUUID();
  if (!((await create(path, token)) || (await takeOver(path, token, staleMs)))) return undefined;
  const touch = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, staleMs / 4);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    if ((await holder(path)) === token) await rm(path, { force: true });
  }
}

async function create(path, token) {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(token);
    await file.close();
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Several may try at once; each puts its own token there in one step, and the last one to do so has the lock. */
async function takeOver(path, token, staleMs) {
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (age < staleMs) return false;
  const mine = `${path}.${token}`;
  await writeFile(mine, token);
  await rename(mine, path);
  await delay(200);
  return (await holder(path)) === token;
}

function holder(path) {
  return readFile(path, 'utf8').catch(() => undefined);
}
