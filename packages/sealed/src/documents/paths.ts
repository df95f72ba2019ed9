import type { Cipher } from '../cipher.ts';

/**
 * Paths of one store, sealed name by name: the same path is always sealed the same, and a path below another stays
 * below it. The same name in two folders looks different. Only the order of names is lost.
 */
export class Paths {
  readonly #cipher: Cipher;
  readonly #storeId: string;
  /** Plain folders by their sealed paths, each ending in `/`. */
  readonly #folders = new Map([['/', '/']]);

  constructor(cipher: Cipher, storeId: string) {
    this.#cipher = cipher;
    this.#storeId = storeId;
  }

  /** Seals a path, or a prefix, which ends in `/`. */
  seal(path: string): string {
    let folder = '/';
    let sealed = '';
    for (const name of path.slice(1).split('/')) {
      sealed += name === '' ? '/' : `/${this.#cipher.sealName(name, this.#about(folder))}`;
      folder += `${name}/`;
    }
    return sealed;
  }

  /** Throws `damaged`. */
  open(sealed: string): string {
    const end = sealed.lastIndexOf('/') + 1;
    const folder = this.#openFolder(sealed.slice(0, end));
    return folder + this.#cipher.openName(sealed.slice(end), this.#about(folder));
  }

  #openFolder(sealed: string): string {
    const known = this.#folders.get(sealed);
    if (known !== undefined) return known;
    const folder = `${this.open(sealed.slice(0, -1))}/`;
    this.#folders.set(sealed, folder);
    return folder;
  }

  #about(folder: string): readonly string[] {
    return ['path', folder, this.#storeId];
  }
}
