import { itAnswersLikeTheOfficialStore } from './differential.ts';

itAnswersLikeTheOfficialStore(Number(process.env.MNEME_LANGGRAPH_BATCHES ?? 2000));
