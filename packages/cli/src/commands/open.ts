import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenedMemory } from '@mneme/runtime';
import { aborted, type CommandContext, defineCommand } from '../command.ts';
import { demoScope, type RefusedTurn, withDemo } from '../demo/fill-demo.ts';
import { withTemporaryFolder } from '../files.ts';
import { memoryOptions, parsePort } from '../options.ts';
import { noteError } from '../output.ts';

const openOptions = {
  demo: { help: 'the memory of the demo, in a temporary database' },
  'read-only': { help: 'nothing can be changed' },
  'no-browser': { help: 'only print the address' },
  port: { number: 'N', help: 'the port; 0: any free port (default: 0)' },
} as const;

export const open = defineCommand({
  details:
    'Serves a page on this machine only, and opens it. The address works once, for one browser; press Enter for a new one. With --scope only that scope is visible. Ctrl-C ends it.',
  options: openOptions,
  uses: [...memoryOptions, 'documents', 'embedder', 'secrets'],
  async run(context) {
    parsePort(context.values.port ?? 0, 'port');
    if (context.values.demo)
      await withDemo({ ...context, withNotes: true }, (demo) => inspect(context, demo));
    else
      await inspect(context, {
        ...(await context.open({ readOnly: context.values.readOnly })),
        now: context.now,
        refused: [],
      });
  },
});

async function inspect(
  { values, output, input, signal, scopeName, environment }: CommandContext<typeof openOptions>,
  {
    memory,
    now,
    refused,
  }: Pick<OpenedMemory, 'memory'> & { now: () => Date; refused: RefusedTurn[] },
): Promise<void> {
  const { listenInspector } = await import('@mneme/inspector');
  const inspector = await listenInspector({
    memory,
    port: values.port ?? 0,
    readOnly: values.readOnly,
    ...(values.scope === undefined
      ? { start: values.demo ? demoScope : scopeName }
      : { scopes: [values.scope] }),
    now,
    onError: noteError(output),
  });
  for (const refusal of refused) inspector.noteRefusal(refusal);
  const link = inspector.newLink();
  output.line(link);
  if (input.isTTY === true) input.on('data', () => output.line(inspector.newLink()));
  if (input.isTTY !== true || values.noBrowser) await aborted(signal);
  else
    await withTemporaryFolder(environment, async (folder) => {
      const page = join(folder, 'mneme.html');
      await writeFile(page, pageTo(link), { flag: 'wx', mode: 0o600 });
      openBrowser(page);
      await aborted(signal);
    });
  input.pause();
  await inspector.close();
}

/**
 * The browser gets a file of this user that leads to the address, because all users of a machine can read the arguments
 * of a program, and the address contains a secret.
 */
function pageTo(link: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${link}"><title>Mneme</title><a href="${link}">Mneme</a>\n`;
}

/** The address is printed too, for a machine without a browser. */
function openBrowser(page: string): void {
  const [command, ...before] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open'];
  const child = spawn(command as string, [...before, page], { stdio: 'ignore', detached: true });
  // Without a browser there is the printed address.
  child.on('error', () => {});
  child.unref();
}
