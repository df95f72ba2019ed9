import { itRemembersFor } from './support/long-dialogue.ts';

itRemembersFor(50);
