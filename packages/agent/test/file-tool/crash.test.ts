import { itSurvivesKills } from './killed-writers.ts';

itSurvivesKills(1);
