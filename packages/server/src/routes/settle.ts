import { MnemeError, type SettleOptions, type SettleReport } from '@mneme/core';
import { z } from 'zod';
import { invalidRequest } from '../http/api-error.ts';
import { type Route, route } from '../http/route.ts';
import { inputOf, objectOf } from '../wire/shape.ts';
import { by } from './stores-of.ts';

const verdict = z.enum(['same', 'update', 'older', 'distinct']);

/** Maximum calls of a language model in one request. */
const usualCalls = 20;

/** Settles contested memories: by the caller's decision, or by the server's language model. */
export const settleRoutes: readonly Route[] = [
  route('post /v1/mneme/settle', {
    id: 'settleRecords',
    summary: 'Settle records that contest each other',
    writes: 'may conflict',
    body: inputOf<
      Pick<SettleOptions, 'pair' | 'dryRun' | 'maxCalls'> & { verdict?: z.infer<typeof verdict> }
    >()({
      pair: z.tuple([z.string(), z.string()]).optional().meta({
        description: 'The ids of two records that contest each other. Left out: all pairs.',
      }),
      verdict: verdict.optional().meta({
        description:
          'For the pair. update: the newer one is true; older: the older one is; same: both say the same; distinct: both are true. Absent: the language model of the server decides.',
      }),
      dryRun: z.boolean().optional(),
      maxCalls: z
        .int()
        .min(0)
        .max(100)
        .optional()
        .meta({ description: `How often the model is asked at most. Default: ${usualCalls}.` }),
    }).meta({ id: 'Settle' }),
    answer: objectOf<SettleReport>()({
      dryRun: z.boolean(),
      calls: z.int(),
      same: z.int(),
      superseded: z.int(),
      olderTrue: z.int(),
      bothTrue: z.int(),
      gone: z.int(),
      open: z.int().meta({ description: 'Pairs that stay contested.' }),
      stopped: z
        .enum(['max_calls', 'failing'])
        .optional()
        .meta({ description: 'Why the model was not asked about all.' }),
      decided: z.array(
        z.object({
          scope: z.string(),
          newer: z.string(),
          older: z.string(),
          verdict: z.enum([...verdict.options, 'gone']),
        }),
      ),
    }).meta({ id: 'SettleReport' }),
    async handle(context, { body: { verdict, maxCalls = usualCalls, ...options } }) {
      if (verdict !== undefined && options.pair === undefined)
        throw invalidRequest('pair is missing: give the ids of the two records of the verdict');
      const judge = verdict === undefined ? {} : { judge: async () => verdict };
      try {
        const given = { ...by(context), ...options, ...judge, maxCalls };
        return await context.get('scope').settle(given);
      } catch (error) {
        if (!MnemeError.isInstance(error) || error.field !== 'judge') throw error;
        throw invalidRequest(
          'verdict is missing, and this server has no language model: give pair and verdict, or start the server with --llm',
        );
      }
    },
  }),
];
