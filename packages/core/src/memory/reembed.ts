import { type EmbeddingMigration, MnemeError, pages } from '@mneme/contract';
import {
  type EngineContext,
  embedWith,
  type KnownEmbedder,
  orAborted,
  storesOf,
} from '@mneme/contract/context';
import { parseOptions } from '@mneme/contract/input';
import { textToEmbed } from '@mneme/language/text';
import { abandonFields, reembedFields } from './memory-fields.ts';
import type { ReembedOptions, ReembedReport } from './memory-options.ts';

/**
 * Builds the new vectors beside the old ones, batch by batch, then switches. Built vectors are stored, so the next run
 * continues an interrupted one. Texts that this memory writes meanwhile get both vectors; those of other processes are
 * found pending before the switch.
 */
export async function reembed(
  context: EngineContext,
  options: ReembedOptions,
): Promise<ReembedReport> {
  const given = parseOptions(options, reembedFields, ['embedder']);
  const { embedder, batchSize = 256, signal, onProgress } = given;
  const { telemetry } = context;
  const next: KnownEmbedder = { embedder, identity: await embedder.identity(signal), telemetry };
  const migrations = migrationsOf(context);
  const report: ReembedReport = { embedder: next.identity, embedded: 0, known: 0 };
  const before = context.embedding.identity;
  if (before !== undefined) report.before = before;
  return context.embedding.change(next, async (adopt) => {
    let pending = 0;
    for (const migration of migrations) {
      const found = await migration.begin(next.identity);
      report.known += found.done;
      pending += found.pending;
    }
    const advance = (count: number) => {
      report.embedded += count;
      onProgress?.({ done: report.embedded, total: Math.max(pending, report.embedded) });
    };
    const fill = (migration: EmbeddingMigration) =>
      fillSpace(migration, { next, batchSize, signal, advance });
    // All are filled before the first switches, so that they switch shortly after one another.
    for (const migration of migrations) await fill(migration);
    for (const migration of migrations) {
      while (!(await migration.finish(next.identity))) await fill(migration);
    }
    adopt();
    for (const migration of migrations) {
      await pause(migration.lateWritesMs, signal);
      if (migration.lateWritesMs > 0) await fill(migration);
      await migration.clear();
    }
    return report;
  });
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (milliseconds === 0) return Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const paused = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return orAborted(paused, signal).finally(() => clearTimeout(timer));
}

/** Opening waits for this many; the next opening makes more, and so does a {@link reembed} to the same embedder. */
const mostAtOpening = 1024;

/**
 * Makes vectors for texts without one, from an import or from a memory without an embedder. If that fails, they are
 * still found by their words.
 */
export async function fillPending(context: EngineContext, current: KnownEmbedder): Promise<void> {
  for (const { migration } of storesOf(context))
    try {
      await (migration &&
        fillSpace(migration, { next: current, batchSize: 256, most: mostAtOpening }));
    } catch (error) {
      context.logger.warn(
        'could not make the vectors of texts that came without; they are made later',
        {
          error,
        },
      );
    }
}

/** Drops what an abandoned run has built. */
export async function abandonReembed(
  context: EngineContext,
  options: Pick<ReembedOptions, 'embedder' | 'signal'>,
): Promise<void> {
  const { embedder, signal } = parseOptions(options, abandonFields, ['embedder']);
  const identity = await embedder.identity(signal);
  for (const migration of migrationsOf(context)) {
    await migration.abandon(identity);
    await migration.clear();
  }
}

/** Records and documents may be in one store or in two. */
function migrationsOf(context: EngineContext): EmbeddingMigration[] {
  return storesOf(context).map(({ name, migration }) => {
    if (migration !== undefined) return migration;
    throw new MnemeError(
      'unsupported',
      `the ${name} store cannot change its embedder: copy its contents to a store that can`,
    );
  });
}

async function fillSpace(
  migration: EmbeddingMigration,
  {
    next,
    batchSize,
    most = Number.POSITIVE_INFINITY,
    signal,
    advance,
  }: {
    next: KnownEmbedder;
    batchSize: number;
    /** Number of texts after which it stops. */
    most?: number;
    signal?: AbortSignal | undefined;
    advance?(count: number): void;
  },
): Promise<void> {
  const read = (cursor?: string) =>
    migration.pending({ next: next.identity, cursor, limit: batchSize });
  let looked = 0;
  for await (const { texts } of pages(read, signal)) {
    const given = texts.map((text) =>
      text.kind === 'record' ? textToEmbed(text.record) : text.text,
    );
    const vectors = await embedWith(next, given, { kind: 'passage', signal });
    const made = texts.map((text, at) => ({ text, vector: vectors[at] as Float32Array }));
    if (texts.length > 0) {
      const taken = await migration.fill({ next: next.identity, vectors: made });
      advance?.(taken);
    }
    looked += texts.length;
    if (looked >= most) return;
  }
}
