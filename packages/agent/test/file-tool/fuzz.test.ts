import { itFollowsTheModel } from './random-commands.ts';

itFollowsTheModel({ sequences: 50 });
