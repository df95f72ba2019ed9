import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenedMemory, openMemory } from '@mneme/runtime';
import { type CommandContext, defineCommand } from '../command.ts';
import { assistants } from '../demo/conversation.ts';
import { fillDemo, type RefusedTurn } from '../demo/fill-demo.ts';
import { walkingClock } from '../demo/walking-clock.ts';
import { withTemporaryFolder } from '../files.ts';
import { noteError } from '../note-error.ts';
import { numberValue } from '../option-values.ts';
import { scopeOptions, storeOptions } from '../options.ts';

const demoFile = (name: string) => fileURLToPath(new URL(`../../demo/${name}`, import.meta.url));

const openOptions = {
  demo: { type: 'flag', help: 'the memory of the demo, in a temporary database' },
  'read-only': { type: 'flag', help: 'nothing can be changed' },
  'no-browser': { type: 'flag', help: 'only print the address' },
  port: { type: 'text', value: 'N', help: 'the port; 0: any free port (default: 0)' },
} as const;

export const openCommand = defineCommand({
  usage: '',
  details:
    'Serves a page on this machine only, and opens it. The address works once, for one browser; press Enter for a new one. With --scope only that scope is visible. Ctrl-C ends it.',
  options: openOptions,
  uses: [...scopeOptions, ...storeOptions, 'documents', 'embedder', 'secrets'],
  positionals: { min: 0, max: 0 },
  async run(context) {
    if (!context.values.demo) {
      await inspect(context, { ...(await context.open()), now: context.now, refused: [] });
      return undefined;
    }
    await withTemporaryFolder(async (folder) => {
      const { values, environment, signal, now, output } = context;
      const clock = walkingClock({ fallback: now });
      const until: { end?: number; from?: number } = {};
      // After the end of the conversation, the clock goes on from there.
      const demoNow = () =>
        until.end === undefined
          ? clock.now()
          : new Date(until.end + now().getTime() - (until.from ?? 0));
      const opened = await openMemory({
        db: `sqlite:${join(folder, 'demo.db')}`,
        embedder: values.embedder,
        temporary: true,
        environment,
        settings: { clock: demoNow, assistants },
      });
      try {
        output.progress.update('living through the conversation of the demo', undefined);
        const refused = await fillDemo(opened.memory, {
          conversation: demoFile('conversation.jsonl'),
          questions: demoFile('questions.json'),
          clock,
          signal,
        });
        output.progress.clear();
        Object.assign(until, { end: clock.now().getTime(), from: now().getTime() });
        await inspect(context, { memory: opened.memory, now: demoNow, refused });
      } finally {
        await opened.close();
      }
    });
    return undefined;
  },
});

async function inspect(
  { values, output, input, signal, scopeName }: CommandContext<typeof openOptions>,
  {
    memory,
    now,
    refused,
  }: Pick<OpenedMemory, 'memory'> & { now: () => Date; refused: RefusedTurn[] },
): Promise<void> {
  const { listenInspector } = await import('@mneme/inspector');
  const inspector = await listenInspector({
    memory,
    port: numberValue(values.port, 'port') ?? 0,
    readOnly: values['read-only'],
    ...(values.scope === undefined
      ? { start: values.demo ? 'Ada' : scopeName }
      : { scopes: [values.scope] }),
    now,
    onError: noteError(output),
  });
  for (const refusal of refused) inspector.noteRefusal(refusal);
  const link = inspector.newLink();
  output.line(link);
  if (input.isTTY === true) {
    if (!values['no-browser']) openBrowser(link);
    input.on('data', () => output.line(inspector.newLink()));
  }
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  input.pause();
  await inspector.close();
}

/** The address is printed too, for a machine without a browser. */
function openBrowser(url: string): void {
  const [command, ...before] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open'];
  const child = spawn(command as string, [...before, url], { stdio: 'ignore', detached: true });
  // Without a browser there is the printed address.
  child.on('error', () => {});
  child.unref();
}
