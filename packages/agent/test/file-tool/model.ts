import type { BetaMemoryTool20250818Command } from '@anthropic-ai/sdk/resources/beta';

type Command = BetaMemoryTool20250818Command;

/**
 * A minimal model of the file tree: a map of texts and a set of directories. It returns the new state, or `undefined`
 * if the command must fail.
 */
export class ModelTree {
  files = new Map<string, string>();
  directories = new Set<string>(['/memories']);

  readonly keepsEmptyDirectories: boolean;

  constructor(keepsEmptyDirectories: boolean) {
    this.keepsEmptyDirectories = keepsEmptyDirectories;
  }

  /** Whether the command succeeds. */
  run(command: Command): boolean {
    switch (command.command) {
      case 'view':
        return this.isThere(command.path);
      case 'create':
        return this.create(command.path, command.file_text);
      case 'str_replace':
        return this.edit(command.path, (text) => {
          const parts = command.old_str === '' ? [] : text.split(command.old_str);
          return parts.length === 2 ? parts.join(command.new_str) : undefined;
        });
      case 'insert':
        return this.edit(command.path, (text) => {
          const lines = text.split('\n');
          if (command.insert_line < 0 || command.insert_line > lines.length) return undefined;
          const inserted = command.insert_text.endsWith('\n')
            ? command.insert_text.slice(0, -1)
            : command.insert_text;
          return [
            ...lines.slice(0, command.insert_line),
            inserted,
            ...lines.slice(command.insert_line),
          ].join('\n');
        });
      case 'delete':
        return this.remove(command.path);
      case 'rename':
        return this.rename(command.old_path, command.new_path);
    }
  }

  isThere(path: string): boolean {
    return this.files.has(path) || this.directories.has(path);
  }

  private create(path: string, text: string): boolean {
    if (this.isThere(path) || this.hasFileAbove(path)) return false;
    this.files.set(path, text);
    this.addDirectoriesAbove(path);
    return true;
  }

  private edit(path: string, change: (text: string) => string | undefined): boolean {
    const text = this.files.get(path);
    const changed = text === undefined ? undefined : change(text);
    if (changed === undefined) return false;
    this.files.set(path, changed);
    return true;
  }

  private remove(path: string): boolean {
    if (path === '/memories' || !this.isThere(path)) return false;
    for (const file of this.files.keys()) if (isAtOrBelow(file, path)) this.files.delete(file);
    for (const folder of this.directories)
      if (isAtOrBelow(folder, path)) this.directories.delete(folder);
    this.dropEmptyDirectories();
    return true;
  }

  private rename(from: string, to: string): boolean {
    if (from === '/memories' || !this.isThere(from) || this.isThere(to)) return false;
    if (isAtOrBelow(to, from) || this.hasFileAbove(to)) return false;
    const move = (path: string) => to + path.slice(from.length);
    for (const [file, text] of [...this.files]) {
      if (!isAtOrBelow(file, from)) continue;
      this.files.delete(file);
      this.files.set(move(file), text);
    }
    for (const folder of [...this.directories]) {
      if (!isAtOrBelow(folder, from)) continue;
      this.directories.delete(folder);
      this.directories.add(move(folder));
    }
    this.addDirectoriesAbove(to);
    this.dropEmptyDirectories();
    return true;
  }

  private hasFileAbove(path: string): boolean {
    return above(path).some((folder) => this.files.has(folder));
  }

  private addDirectoriesAbove(path: string): void {
    for (const folder of above(path)) this.directories.add(folder);
  }

  private dropEmptyDirectories(): void {
    if (this.keepsEmptyDirectories) return;
    const needed = new Set(['/memories', ...[...this.files.keys()].flatMap(above)]);
    this.directories = new Set([...this.directories].filter((folder) => needed.has(folder)));
  }
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Every directory above a path, from `/memories` on. */
function above(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'));
}
