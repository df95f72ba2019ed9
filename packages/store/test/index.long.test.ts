import { it } from 'vitest';
import { answersAsReadAnew } from './random-index.ts';

it.each([2, 3, 4])(
  'the index of a scope answers after any writes, and from segments, as one that was read anew: seed %i',
  answersAsReadAnew,
);
