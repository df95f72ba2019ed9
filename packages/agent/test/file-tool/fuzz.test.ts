import { itAnswersLikeTheSdk } from './random-commands.ts';

itAnswersLikeTheSdk({ sequences: 20 });
