// Moves a scope, or writes into it until it is killed: `node move-worker.mjs ADDRESS move SCOPE TO`, `… write SCOPE`.
import { openMemory } from '@mneme/runtime';
import { say } from './say.mjs';

const [db, what, name, to] = process.argv.slice(2);
const { memory, databases, close } = await openMemory({ db, embedder: 'static' });
say('ready');
if (what === 'move') {
  await databases.move(name, { to });
  await close();
} else {
  const scope = memory.scope(name);
  for (let at = 0; ; at++) {
    const content = `Ada wrote the letter number ${at}`;
    try {
      await scope.store({ content }, { onConflict: 'keepBoth' });
      say('done', content);
    } catch (error) {
      // A move that was killed keeps writers out for some seconds.
      if (error.code !== 'unavailable') throw error;
    }
  }
}
