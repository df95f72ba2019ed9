import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { notADirectory, type Segments } from './file-tree.ts';
import { refuse } from './memory-path.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/**
 * If the system can name an open directory, names below it are resolved against exactly that directory, even if its
 * path changes: like `openat`, which Node does not offer.
 */
const namesOpenDirectories = process.platform === 'linux' && existsSync('/proc/self/fd');

/**
 * An open directory. Its `base` names it as long as it is open, also after it was moved or replaced. On systems other
 * than Linux, `base` is a path of which no part was a symbolic link when it was opened.
 */
export class FolderHandle {
  readonly base: string;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.base = namesOpenDirectories ? `/proc/self/fd/${handle.fd}` : path;
  }

  /** The application's folder: links on the way to it are allowed. */
  static async openRoot(path: string): Promise<FolderHandle> {
    return new FolderHandle(await open(path, O_RDONLY | O_DIRECTORY), path);
  }

  /** A directory directly in this one, never through a link. `undefined`: there is nothing of that name. */
  async openChild(name: string, path: Segments): Promise<FolderHandle | undefined> {
    const target = this.at(name);
    try {
      if (!namesOpenDirectories) await refuseLink(target);
      return new FolderHandle(await open(target, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), target);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT') return undefined;
      if (code === 'ELOOP' || code === 'ENOTDIR') {
        await refuseLink(target);
        throw notADirectory(path);
      }
      throw error;
    }
  }

  /** Like {@link openChild}, but creates a missing directory. */
  async makeChild(name: string, path: Segments): Promise<FolderHandle> {
    for (;;) {
      const found = await this.openChild(name, path);
      if (found !== undefined) return found;
      try {
        await mkdir(this.at(name), { mode: 0o700 });
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
    }
  }

  at(name: string): string {
    return `${this.base}/${name}`;
  }

  sync(): Promise<void> {
    return this.#handle.sync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Throws, in the SDK's words, if a name is a symbolic link, wherever it leads. */
export async function refuseLink(target: string): Promise<void> {
  if (!(await lstat(target)).isSymbolicLink()) return;
  throw refuse('Path would escape /memories directory via symlink');
}

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
