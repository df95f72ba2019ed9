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
import { notFound } from '../http/api-error.ts';
import { parameter, type Route, route } from '../http/route.ts';
import {
  documentSchema,
  explanation,
  recordSchema,
  retrieveBody,
  retrievedSchema,
} from '../wire/records.ts';
import { inputOf, objectOf, time } from '../wire/shape.ts';
import { degraded, fitting, omitted } from './stores-of.ts';

const { query: _, kinds, rerank, ...asked } = retrieveBody.shape;

const recalled = objectOf<RecalledFact & RecalledTurn>()({
  ...retrievedSchema.shape,
  why: z.string().optional(),
}).meta({ id: 'RecalledRecord' });

/** What a model gets for a message, why a memory is found or not, and its evidence. */
export const recallRoutes: readonly Route[] = [
  route('post /v1/mneme/recall', {
    id: 'recall',
    summary: 'Recall what a model should get for a message: profile, facts, passages',
    body: inputOf<Omit<RecallOptions, 'countTokens' | 'signal'> & { message: string }>()({
      ...asked,
      message: z.string(),
      exceptSession: z.string().optional().meta({
        description: 'The current conversation, whose turns the model sees already.',
      }),
      dialogue: z
        .array(
          z.union([z.string(), z.object({ role: z.string().optional(), content: z.unknown() })]),
        )
        .optional()
        .meta({ description: 'The last messages before this one, oldest first.' }),
      tokenBudget: z.int().min(0).optional(),
      profileShare: z.number().min(0).max(1).optional(),
      limit: z.int().min(0).max(1000).optional(),
    }).meta({ id: 'Recall' }),
    answer: objectOf<Recalled & { omitted?: number }>()({
      profile: z.array(recalled),
      facts: z.array(recalled),
      passages: z.array(
        objectOf<RecalledPassage>()({
          session: z.string(),
          occurredAt: time,
          turns: z.array(recalled),
        }).meta({ id: 'Passage' }),
      ),
      tokens: z.int().meta({ description: 'Of all lines, including those that did not fit.' }),
      withheld: z
        .string()
        .optional()
        .meta({ description: 'With `explain`: why all turns were withheld.' }),
      degraded,
      omitted,
    }),
    /** Facts of the profile come first, then those for the message, then turns. */
    async handle(context, { body: { message, ...options } }) {
      const found = await context.get('scope').recall(message, options);
      const { profile, facts, passages } = found;
      const turns = passages.flatMap((passage) => passage.turns);
      const { fits, omitted } = fitting([...profile, ...facts, ...turns]);
      return {
        ...found,
        profile: profile.filter(fits),
        facts: facts.filter(fits),
        passages: passages
          .map((passage) => ({ ...passage, turns: passage.turns.filter(fits) }))
          .filter((passage) => passage.turns.length > 0),
        omitted,
      };
    },
  }),
  route('post /v1/mneme/memories/{id}/why_not', {
    id: 'whyNot',
    summary: 'Say why a query does or does not find a record',
    body: retrieveBody,
    answer: objectOf<WhyNot>()({
      id: z.string(),
      returned: z.boolean(),
      rank: z.int().optional().meta({ description: 'Its place in the ranking, from 1.' }),
      withheld: z
        .string()
        .optional()
        .meta({ description: 'Why a recall leaves it out, if a retrieve finds it.' }),
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
    }).meta({ id: 'WhyNot' }),
    handle: (context, { body: { query, ...options } }) =>
      context.get('scope').whyNot(query, parameter(context, 'id'), options),
  }),
  route('get /v1/mneme/memories/{id}/evidence', {
    id: 'getRecordEvidence',
    summary: 'Read what a record rests on, and the facts that rest on it',
    answer: objectOf<EvidenceReport & { omitted?: number }>()({
      memory: recordSchema,
      turns: z.array(recordSchema),
      documents: z.array(
        objectOf<DocumentSummary>()({ ...documentSchema.shape, content: z.string().optional() }),
      ),
      memories: z.array(recordSchema),
      gone: z.array(z.string()),
      facts: z.array(recordSchema),
      omitted,
    }),
    async handle(context) {
      const report = await context.get('scope').evidence(parameter(context, 'id'));
      if (report === undefined)
        throw notFound(`There is no memory ${parameter(context, 'id')} in this scope.`);
      const { memory, turns, documents, memories, facts } = report;
      const all = [memory, ...turns, ...memories, ...documents, ...facts];
      const { fits, omitted } = fitting<object>(all);
      return {
        ...report,
        turns: turns.filter(fits),
        documents: documents.filter(fits),
        memories: memories.filter(fits),
        facts: facts.filter(fits),
        omitted,
      };
    },
  }),
];
