import { withFileLock } from '@mneme/files';

/** Does the work; undefined if another process of this machine has the lock. A killed process frees it. */
export async function withLock(path, work) {
  let isMine = false;
  const begun = () => {
    isMine = true;
    return work();
  };
  try {
    return await withFileLock(path, begun, { waitMs: 0 });
  } catch (error) {
    if (isMine || error.code !== 'busy') throw error;
    return undefined;
  }
}
