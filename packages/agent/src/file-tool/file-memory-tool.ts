import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory';
import { MnemeError } from '@mneme/core';
import type { DocumentStore } from '@mneme/core/documents';
import { type FieldsOf, listOf, parseObject, parseOptions, parseText } from '@mneme/core/input';
import { insertLines, replaceOnce } from './edit-text.ts';
import { type FileTree, startsWith } from './file-tree.ts';
import { parseMemoryPath, refuse } from './memory-path.ts';
import { storeTree } from './store-tree.ts';
import { parseRange, viewDirectory, viewFile } from './view.ts';

/** Options of the file tool. */
export interface FileMemoryToolOptions {
  /**
   * Names of files and folders that the tool may use although tools act on them, such as `.github`; compared exactly.
   * Default: none.
   */
  allowNames?: readonly string[];
}

/** Of a view; the rest is reached with `view_range`. */
const maxCharacters = 50_000;

/** One method for each command; each returns the text for the model, or throws an error with it. */
export type FileMemoryTool = {
  [Command in keyof MemoryToolHandlers]: (
    command: Parameters<MemoryToolHandlers[Command]>[0],
  ) => Promise<string>;
};

const optionFields = {
  allowNames: listOf(parseText),
} satisfies FieldsOf<FileMemoryToolOptions>;

/**
 * The handlers of the `memory_20250818` tool, over a document store or over a folder of plain files.
 *
 * @example
 * const notes = await memory.scope('user:ada').stores.open('notes', { create: true });
 * const runner = client.beta.messages.toolRunner({
 *   model, max_tokens: 1024, messages, betas: ['context-management-2025-06-27'],
 *   tools: [betaMemoryTool(fileMemoryTool(notes))],
 * });
 *
 * @example
 * betaMemoryTool(fileMemoryTool(directory('./memories')));
 */
export function fileMemoryTool(
  files: DocumentStore | FileTree,
  options: FileMemoryToolOptions = {},
): FileMemoryTool {
  const { allowNames = [] } = parseOptions(options, optionFields);
  const allowed = new Set(allowNames);
  // Also recognises a store of another copy of the core package.
  const isStore = 'versions' in files;
  const tree = isStore ? storeTree(files) : files;
  const parsePath = (path: unknown) => parseMemoryPath(path, { allowed });
  /** Of something that the command does not make: it may have a name that the tool would not. */
  const parseThere = async (path: unknown) => {
    try {
      return parsePath(path);
    } catch (error) {
      const parsed = parseMemoryPath(path, { allowed, isThere: isStore ? 'document' : 'file' });
      if ((await tree.stat(parsed.segments)) === undefined) throw error;
      return parsed;
    }
  };

  const commands: FileMemoryTool = {
    async view(command) {
      const { given, segments } = await parseThere(command.path);
      const range = parseRange(command.view_range);
      const found = await tree.stat(segments);
      if (found === undefined) throw missingFile(given);
      if (found.kind === 'directory') {
        const entries = await tree.entries(segments, { depth: 2 });
        const { sizeBytes } = found;
        return viewDirectory({ path: given, sizeBytes, entries, maxCharacters });
      }
      const text = await tree.read(segments);
      if (text === undefined) throw missingFile(given);
      return viewFile(text, { path: given, range, maxCharacters });
    },

    async create(command) {
      const { given, segments } = parsePath(command.path);
      const text = requireText(command.file_text, 'file_text');
      const outcome = segments.length === 0 ? 'exists' : await tree.create(segments, text);
      if (outcome === 'exists') throw new MnemeError('conflict', `File ${given} already exists`);
      return `File created successfully at: ${given}`;
    },

    async str_replace(command) {
      const { given, segments } = await parseThere(command.path);
      const oldText = requireText(command.old_str, 'old_str');
      const newText = requireText(command.new_str ?? '', 'new_str');
      let snippet = '';
      await edit(given, segments, (text) => {
        const replaced = replaceOnce(text, { path: given, oldText, newText });
        snippet = replaced.snippet;
        return replaced.text;
      });
      return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`;
    },

    async insert(command) {
      const { given, segments } = await parseThere(command.path);
      const insert = requireText(command.insert_text, 'insert_text');
      await edit(given, segments, (text) =>
        insertLines(text, { after: command.insert_line, insert }),
      );
      return `The file ${given} has been edited.`;
    },

    async delete(command) {
      const { given, segments } = await parseThere(command.path);
      if (segments.length === 0) throw refuse('Cannot delete the /memories directory itself');
      if (!(await tree.remove(segments))) throw missing(given);
      return `Successfully deleted ${given}`;
    },

    async rename(command) {
      const from = await parseThere(command.old_path);
      const to = parsePath(command.new_path);
      if (from.segments.length === 0)
        throw refuse('Cannot rename the /memories directory itself', 'old_path');
      if ((await tree.stat(to.segments)) !== undefined) throw taken(to.given);
      if (startsWith(to.segments, from.segments)) {
        if ((await tree.stat(from.segments)) === undefined) throw missing(from.given);
        const problem = `Cannot rename ${from.given} to ${to.given}: the destination is inside it`;
        throw refuse(problem, 'new_path');
      }
      const outcome = await tree.rename(from.segments, to.segments);
      if (outcome === 'missing') throw missing(from.given);
      if (outcome === 'exists') throw taken(to.given);
      return `Successfully renamed ${from.given} to ${to.given}`;
    },
  };
  return forModel(commands);

  async function edit(
    given: string,
    segments: readonly string[],
    change: (text: string) => string,
  ): Promise<void> {
    const outcome = segments.length === 0 ? 'directory' : await tree.edit(segments, change);
    if (outcome === 'missing') throw missingFile(given);
    if (outcome === 'directory') throw refuse(`The path ${given} is not a file.`);
  }
}

/** A model's command as parsed from JSON; other values are refused. */
function readable<Command extends object>(command: Command): Command {
  try {
    return { ...parseObject(command, 'command') } as Command;
  } catch (error) {
    if (MnemeError.isInstance(error)) throw error;
    throw refuse('The command cannot be read: give a plain object.', 'command');
  }
}

/** Accepts what can be read, and words a refused secret for a model. */
function forModel(handlers: FileMemoryTool): FileMemoryTool {
  const worded =
    (run: (command: never) => Promise<string>) =>
    async (command: never): Promise<string> => {
      try {
        return await run(readable(command));
      } catch (error) {
        if (!MnemeError.isInstance(error) || error.code !== 'secret_refused') throw error;
        const message = error.worded({ advice: () => 'leave it out' });
        throw new MnemeError(error.code, message, { field: error.field, cause: error });
      }
    };
  return Object.fromEntries(
    Object.entries(handlers).map(([command, run]) => [command, worded(run)]),
  ) as FileMemoryTool;
}

function requireText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw refuse(`The parameter \`${name}\` must be a string.`, name);
}

function missingFile(path: string): MnemeError {
  return new MnemeError(
    'not_found',
    `The path ${path} does not exist. Please provide a valid path.`,
  );
}

function missing(path: string): MnemeError {
  return new MnemeError('not_found', `The path ${path} does not exist`);
}

function taken(path: string): MnemeError {
  return new MnemeError('conflict', `The destination ${path} already exists`);
}
