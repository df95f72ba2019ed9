import { MnemeError, type Reranker } from '@mneme/core';
import { parseOptions } from '@mneme/core/input';
import { madeOnce } from '../made-once.ts';
import {
  type LoadOptions,
  loadModel,
  loadOptionsOf,
  type ModelOptions,
  modelFields,
} from './library.ts';

/** The model and its source. */
export type TransformersRerankerOptions = ModelOptions;

/** The used part of the library. */
interface Library {
  AutoTokenizer: { from_pretrained(model: string, options: LoadOptions): Promise<Tokenizer> };
  AutoModelForSequenceClassification: {
    from_pretrained(model: string, options: LoadOptions): Promise<Classifier>;
  };
}

type Tokenizer = (
  texts: string[],
  options: { text_pair: string[]; padding: true; truncation: true },
) => object;

/** `dims`: pairs, labels. */
type Classifier = (input: object) => Promise<{ logits: { data: Float32Array; dims: number[] } }>;

/** Pairs in one run of the model: efficient, and a signal is still noticed soon. */
const batchSize = 8;

/**
 * A cross-encoder in this process, such as `Xenova/ms-marco-MiniLM-L-6-v2` or `Xenova/bge-reranker-base`, by
 * `@huggingface/transformers` or the older `@xenova/transformers` (optional peers: install one of them). The scores
 * are the logits of models with one label. Rejects with `missing_dependency` without either, and with
 * `reranker_failed` if the model cannot be loaded or has several labels, like a model for entailment. Texts longer than
 * the model's window are cut.
 * @example
 * const reranker = transformersReranker({ model: 'ms-marco-MiniLM-L-6-v2', modelsPath: './models' });
 */
export function transformersReranker(options: TransformersRerankerOptions): Reranker {
  const given = parseOptions(options, modelFields, ['model']);
  const { model } = given;
  const load = madeOnce(() =>
    loadModel(given, {
      code: 'reranker_failed',
      load: async ({ AutoTokenizer, AutoModelForSequenceClassification }: Library) => ({
        tokenizer: await AutoTokenizer.from_pretrained(model, loadOptionsOf(given)),
        classifier: await AutoModelForSequenceClassification.from_pretrained(
          model,
          loadOptionsOf(given),
        ),
      }),
    }),
  );
  return {
    name: model,
    async rerank(query, texts, { signal } = {}) {
      const { tokenizer, classifier } = await load();
      const scores: number[] = [];
      for (let start = 0; start < texts.length; start += batchSize) {
        signal?.throwIfAborted();
        const batch = texts.slice(start, start + batchSize);
        const input = tokenizer(
          batch.map(() => query),
          { text_pair: batch, padding: true, truncation: true },
        );
        const { logits } = await classifier(input);
        if (logits.dims.at(-1) !== 1) {
          throw new MnemeError(
            'reranker_failed',
            `model ${model} gives ${logits.dims.at(-1)} labels for each pair, but a reranker needs one score: choose a cross-encoder trained for ranking`,
            { field: 'model' },
          );
        }
        scores.push(...logits.data);
      }
      return scores;
    },
  };
}
