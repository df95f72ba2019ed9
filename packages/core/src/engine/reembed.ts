import type { ReembedOptions, ReembedReport } from '../api.js';
import { referenceCalibration } from '../embedder.js';
import { MnemeError } from '../errors/mneme-error.js';
import { invalid, parseInteger, parseObject } from '../input/fields.js';
import { textToEmbed } from '../rules/index-text.js';
import type { PendingText, VectorSpaces } from '../vector-spaces.js';
import { orAborted, throwIfAborted } from './abort.js';
import type { EngineContext, KnownEmbedder } from './context.js';
import { embedWith } from './embed.js';

/**
 * Builds the new vectors beside the old ones, batch by batch, and then changes over. What was built lies in the
 * store, so a run that was cut off goes on with the next one. Texts that are written meanwhile get both vectors from
 * this memory; those that other processes write are found pending before the change.
 */
export async function reembed(
  context: EngineContext,
  options: ReembedOptions,
): Promise<ReembedReport> {
  const { embedder, batchSize, signal, onProgress } = parse(options);
  const next: KnownEmbedder = { embedder, identity: await embedder.identity(signal) };
  const spaces = spacesOf(context);
  if (context.next !== undefined) {
    throw new MnemeError(
      'conflict',
      'this memory is being changed over to another embedder already: wait for that call',
      { field: 'embedder' },
    );
  }
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const report: ReembedReport = { embedder: next.identity, embedded: 0, known: 0 };
  if (context.identity !== undefined) report.before = context.identity;
  context.next = { ...next, settled };
  try {
    let pending = 0;
    for (const space of spaces) {
      const found = await space.begin(next.identity);
      report.known += found.done;
      pending += found.pending;
    }
    const advance = (count: number) => {
      report.embedded += count;
      onProgress?.({ done: report.embedded, total: Math.max(pending, report.embedded) });
    };
    const fill = (space: VectorSpaces) => fillSpace(space, { next, batchSize, signal, advance });
    // All spaces are filled before the first changes over, so that they do so shortly after one another.
    for (const space of spaces) await fill(space);
    for (const space of spaces) {
      while (!(await space.finish(next.identity))) await fill(space);
    }
    context.embedder = embedder;
    context.identity = next.identity;
    context.calibration = {
      ...(embedder.calibration ?? referenceCalibration),
      ...context.givenCalibration,
    };
    context.next = undefined;
    settle();
    for (const space of spaces) {
      await pause(space.stragglersMs, signal);
      if (space.stragglersMs > 0) await fill(space);
      await space.clear();
    }
  } finally {
    context.next = undefined;
    settle();
  }
  return report;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (milliseconds === 0) return Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const paused = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return orAborted(paused, signal).finally(() => clearTimeout(timer));
}

/** Drops what a run that is not to be finished has built. */
export async function abandonReembed(
  context: EngineContext,
  options: Pick<ReembedOptions, 'embedder' | 'signal'>,
): Promise<void> {
  const { embedder, signal } = parse(options);
  const identity = await embedder.identity(signal);
  for (const space of spacesOf(context)) {
    await space.abandon(identity);
    await space.clear();
  }
}

function parse(options: ReembedOptions) {
  parseObject(options, 'options');
  const { embedder, signal, onProgress } = options;
  if (typeof embedder?.embed !== 'function')
    throw invalid('embedder', 'has no embed function: give one, such as staticEmbedder()');
  const batchSize =
    options.batchSize === undefined
      ? 256
      : parseInteger(options.batchSize, 'batchSize', { min: 1, max: 10_000 });
  return { embedder, batchSize, signal, onProgress };
}

/** Records and documents may lie in one store or in two. */
function spacesOf({ backend, documents }: EngineContext): VectorSpaces[] {
  if (documents === undefined || documents.spaces === backend.spaces) return [backend.spaces];
  if (documents.spaces !== undefined) return [backend.spaces, documents.spaces];
  throw new MnemeError(
    'unsupported',
    `the ${documents.name} documents cannot change their embedder: move them to a store that can`,
    { field: 'documents' },
  );
}

async function fillSpace(
  space: VectorSpaces,
  {
    next,
    batchSize,
    signal,
    advance,
  }: {
    next: KnownEmbedder;
    batchSize: number;
    signal: AbortSignal | undefined;
    advance(count: number): void;
  },
): Promise<void> {
  let after: string | undefined;
  do {
    throwIfAborted(signal);
    const page = await space.pending({ next: next.identity, after, limit: batchSize });
    const vectors = await embedWith(next, page.texts.map(textOf), { kind: 'passage', signal });
    if (page.texts.length > 0) {
      advance(
        await space.fill({
          next: next.identity,
          vectors: page.texts.map((text, index) => ({
            text,
            vector: vectors[index] as Float32Array,
          })),
        }),
      );
    }
    after = page.cursor;
  } while (after !== undefined);
}

function textOf(text: PendingText): string {
  return text.kind === 'record' ? textToEmbed(text.record) : text.text;
}
