import type {
  EvidenceReport,
  Recalled,
  RecalledFact,
  RecalledPassage,
  RecalledTurn,
  RecallOptions,
  WhyNot,
} from '@mneme/core';
import type { DocumentSummary } from '@mneme/core/documents';
import { z } from 'zod';
import {
  documentSchema,
  explanation,
  recordSchema,
  retrieveBody,
  retrievedSchema,
} from './records.ts';
import { time } from './requests.ts';
import { inputOf, objectOf } from './shape.ts';

/** What a model gets for a message, and the evidence of a memory. */

const { query: _, kinds, rerank, ...asked } = retrieveBody.shape;

export const recallBody = inputOf<
  Omit<RecallOptions, 'countTokens' | 'signal'> & { message: string }
>()({
  ...asked,
  message: z.string(),
  exceptSession: z.string().optional().meta({
    description: 'The conversation under way, whose turns are before the model already.',
  }),
  tokenBudget: z.int().min(0).optional(),
  profileShare: z.number().min(0).max(1).optional(),
  limit: z.int().min(0).max(1000).optional(),
}).meta({ id: 'Recall' });

const recalled = objectOf<RecalledFact & RecalledTurn>()({
  ...retrievedSchema.shape,
  why: z.string().optional(),
}).meta({ id: 'RecalledRecord' });

/** Without the number of left out ones. */
export const recalledSchema = objectOf<Recalled>()({
  profile: z.array(recalled),
  facts: z.array(recalled),
  passages: z.array(
    objectOf<RecalledPassage>()({
      session: z.string(),
      occurredAt: time,
      turns: z.array(recalled),
    }).meta({ id: 'Passage' }),
  ),
  tokens: z.int().meta({ description: 'Of all lines, those too that did not fit.' }),
  withheld: z
    .string()
    .optional()
    .meta({ description: 'With `explain`: why all turns were withheld.' }),
});

export const whyNotSchema = objectOf<WhyNot>()({
  id: z.string(),
  returned: z.boolean(),
  rank: z.int().optional().meta({ description: 'Its place in the ranking, from 1.' }),
  withheld: z
    .string()
    .optional()
    .meta({ description: 'Where it comes back, but not from a recall: what kept it back.' }),
  reasons: z.array(
    z.object({
      code: z.enum([
        'unknown',
        'expired',
        'superseded',
        'not_yet',
        'kind',
        'category',
        'tags',
        'importance',
        'occurred_at',
        'where',
        'below_relevance',
        'below_limit',
        'said_in_turn',
        'no_match',
      ]),
      message: z.string(),
    }),
  ),
  explanation: explanation.optional(),
}).meta({ id: 'WhyNot' });

export const evidenceSchema = objectOf<EvidenceReport>()({
  memory: recordSchema,
  turns: z.array(recordSchema),
  documents: z.array(
    objectOf<DocumentSummary>()({ ...documentSchema.shape, content: z.string().optional() }),
  ),
  memories: z.array(recordSchema),
  gone: z.array(z.string()),
  facts: z.array(recordSchema),
});
