import type { Candidate } from '@mneme/contract';
import { analyse, analyseQuery } from '@mneme/language/text';
import { describe, expect, it } from 'vitest';
import { namedSpeakers } from './named-speakers.ts';

/** The speakers that a query names, in one session of turns given as `Speaker: text`. */
function meant(question: string, turns: readonly string[]): [string, string][] {
  const query = analyseQuery(question);
  const candidates = turns.map((turn, sequence) => {
    const [speaker = '', content = ''] = turn.split(': ');
    const terms = [...analyse(speaker), ...analyse(content)];
    return {
      record: { id: turn, content, source: { speaker, session: 'one', sequence } },
      found: [
        { termFrequencies: query.terms.map((term) => terms.filter((one) => one === term).length) },
      ],
    } as unknown as Candidate;
  });
  const documentFrequencies = query.terms.map(
    (_, place) => candidates.filter(({ found }) => found[0]?.termFrequencies[place]).length,
  );
  const statistics = [{ count: turns.length, averageLength: 5, documentFrequencies }];
  return [...namedSpeakers(query, { candidates, statistics })];
}

describe('the speakers that a query names', () => {
  const turns = ['Mohammed Ali: I bake bread', 'Svetlana: I row', 'Jon: I sing with Maria'];

  it('are recognised by name', () => {
    expect(meant('What does Svetlana do?', turns)).toEqual([['Svetlana', 'Svetlana']]);
    expect(meant('Who sings?', turns)).toEqual([]);
  });

  it.each([
    ['What does Muhammad bake?', 'Mohammed Ali', 'Muhammad'],
    ['Where did Muhamad’s bread burn?', 'Mohammed Ali', 'Muhamad’s'],
    ['Does Svetalna row?', 'Svetlana', 'Svetalna'],
    ['does svitlana row?', 'Svetlana', 'svitlana'],
    ['What does John sing?', 'Jon', 'John'],
  ])('are recognised by another spelling: %s', (question, speaker, as) => {
    expect(meant(question, turns)).toEqual([[speaker, as]]);
  });

  it('are not recognised by a name that another speaker has', () => {
    expect(meant('What does Maria sing?', ['Mario: I sing with Maria'])).toEqual([]);
    expect(meant('What does Karin do?', ['Karen: Karin paints', 'Bo: Karin again'])).toEqual([]);
  });

  it('are not recognised by a misspelt short name, or if two speakers match equally', () => {
    expect(meant('What does Tom do?', ['Tim: I row', 'Tam: I sing'])).toEqual([]);
    expect(meant('What does Marten do?', ['Martin: I row', 'Martan: I sing'])).toEqual([]);
  });

  it('are recognised by the name that others call them', () => {
    const dialogue = [
      'Kate: Hi, how are you?',
      'Sam: Hey Emi! Good, thanks.',
      'Kate: I was in Oslo.',
      'Sam: Wow, Emi, that is far!',
      'Sam: Sounds great, Emi.',
    ];
    expect(meant('Where was Emi?', dialogue)).toEqual([['Kate', 'Emi']]);
  });

  it('are not recognised by a name only mentioned, or used for both speakers', () => {
    const about = ['Kate: Emi is my sister.', 'Sam: Does Emi like Oslo?', 'Sam: I met Emi.'];
    expect(meant('Where was Emi?', about)).toEqual([]);
    const toBoth = [
      'Kate: Thanks, Buddy!',
      'Sam: Hey Buddy!',
      'Kate: Oh Buddy, no.',
      'Sam: Buddy!',
    ];
    expect(meant('Where was Buddy?', toBoth)).toEqual([]);
  });

  it('do not include people to whom an assistant writes letters', () => {
    const letters = [
      'user: Write to Bryan',
      'assistant: Hi Bryan, welcome',
      'assistant: Hi Bryan!',
    ];
    expect(meant('When does Bryan come?', letters)).toEqual([]);
  });
});
