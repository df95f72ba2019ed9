// A graph of LangGraph with a persistent store, and an agent of LangChain that remembers. Runs offline: the models are
// LangChain's own fakes. Put real ones in their place.
//   node graph.mjs
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { MnemeStore, mnemeMemory } from '@mneme/langgraph';
import { openMemory } from '@mneme/runtime';
import { createAgent } from 'langchain';

const { memory, close } = await openMemory({ db: process.env.MNEME_DB ?? 'sqlite:langgraph.db' });

// A node reads and writes the store of the graph; each namespace is a scope of the memory.
const graph = new StateGraph(MessagesAnnotation)
  .addNode('remember', async ({ messages }, { store, configurable }) => {
    const namespace = ['notes', configurable.user];
    const text = messages.at(-1).text;
    const [known] = await store.search(namespace, { query: text, limit: 1 });
    await store.put(namespace, crypto.randomUUID(), { text });
    return { messages: [new AIMessage(known ? `You said: ${known.value.text}` : 'I noted that.')] };
  })
  .addEdge(START, 'remember')
  .compile({ store: new MnemeStore(memory) });

for (const text of ['My train leaves at seven', 'When does my train leave?']) {
  const input = { messages: [new HumanMessage(text)] };
  const { messages } = await graph.invoke(input, { configurable: { user: 'ada' } });
  console.log(messages.at(-1).text);
}

// The middleware adds memories after the system prompt, and stores the turns.
const ada = memory.scope('user:ada');
await ada.store({ content: 'Ada prefers green tea', category: 'user_preference', importance: 5 });
const sayWhatIsKnown = (messages) => {
  const lines = messages.find(({ type }) => type === 'system').text.split('\n');
  return new AIMessage(lines.find((line) => line.startsWith('- ')) ?? 'I know nothing.');
};
const agent = createAgent({
  model: fakeModel().respond(sayWhatIsKnown),
  systemPrompt: 'You help Ada shop.',
  middleware: [mnemeMemory(ada)],
});
const question = { messages: [new HumanMessage('Which tea does Ada prefer?')] };
const { messages } = await agent.invoke(question, { configurable: { thread_id: 'tuesday' } });
console.log(messages.at(-1).text);
await close();
