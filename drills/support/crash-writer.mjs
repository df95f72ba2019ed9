// Writes into a scope of its own until it is killed. Says before each write what it is going to do, and after it that it
// was acknowledged. An index beside the rows is fed after each write.
import { hasIndex, openPlace } from '../drill.mjs';
import { randomLife } from './random-life.mjs';
import { remoteMemory } from './remote-memory.mjs';
import { say } from './say.mjs';

const [place, name, seed, aim] = process.argv.slice(2);
const memory = place.startsWith('http:') ? remoteMemory(place) : (await openPlace(place)).memory;
const write = await randomLife(memory, name, { seed: Number(seed), aim });
say('ready');
for (let said; !said?.erased; ) {
  said = undefined;
  const done = await write((begin) => {
    said = begin;
    say('begin', begin);
  });
  if (said !== undefined) say('done', done ?? {});
  if (hasIndex(place)) await memory.scope(name).retrieve('harbour');
}
process.exit(0);
