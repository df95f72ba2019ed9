import type { SettleOptions, SettleReport } from '@mneme/core';
import { z } from 'zod';
import { inputOf, objectOf } from './shape.ts';

const verdict = z.enum(['same', 'update', 'stands', 'distinct']);

/** Maximum calls of a language model in one request. */
export const usualCalls = 20;

export const settleBody = inputOf<
  Pick<SettleOptions, 'pair' | 'dryRun' | 'maxCalls'> & { verdict?: z.infer<typeof verdict> }
>()({
  pair: z.tuple([z.string(), z.string()]).optional().meta({
    description: 'The ids of two records that contest each other. Left out: all pairs.',
  }),
  verdict: verdict.optional().meta({
    description:
      'For the pair. update: the newer one is true; stands: the older one is; same: both say the same; distinct: both are true. Absent: the language model of the server decides.',
  }),
  dryRun: z.boolean().optional(),
  maxCalls: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: `How often the model is asked at most. Default: ${usualCalls}.` }),
}).meta({ id: 'Settle' });

export const settleReportSchema = objectOf<SettleReport>()({
  dryRun: z.boolean(),
  calls: z.int(),
  same: z.int(),
  superseded: z.int(),
  stood: z.int(),
  bothHold: z.int(),
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
}).meta({ id: 'SettleReport' });
