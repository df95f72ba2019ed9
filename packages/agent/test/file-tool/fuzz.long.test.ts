import { itAnswersLikeTheSdk } from './random-commands.ts';

/** MNEME_FUZZ_SEQUENCES=100000 runs the long campaign. */
itAnswersLikeTheSdk({
  sequences: Number(process.env.MNEME_FUZZ_SEQUENCES ?? 1000),
  seed: Number(process.env.MNEME_FUZZ_SEED ?? 2),
});
