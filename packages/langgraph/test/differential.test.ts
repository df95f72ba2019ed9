import { itAnswersLikeTheOfficialStore } from './differential.ts';

itAnswersLikeTheOfficialStore(30);
