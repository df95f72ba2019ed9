import { answersCases } from './answers.ts';
import { closeCases } from './close.ts';
import { concurrencyCases } from './concurrency.ts';
import { openCases } from './open.ts';
import { optionalCases } from './optional.ts';
import { readCases } from './read.ts';
import { refusalCases } from './refusals.ts';
import { scopeCases } from './scopes.ts';
import { valueCases } from './values.ts';
import { writeCases } from './write.ts';

/** Every rule for stores of rows. */
export const rowsCases = [
  ...openCases,
  ...valueCases,
  ...readCases,
  ...writeCases,
  ...scopeCases,
  ...refusalCases,
  ...concurrencyCases,
  ...closeCases,
  ...optionalCases,
  ...answersCases,
];
