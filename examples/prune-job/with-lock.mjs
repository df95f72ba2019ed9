import { withFileLock } from '@mneme/files';

/** Does the work, and answers undefined where another process of this machine is at it. A killed one is not in the way. */
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
