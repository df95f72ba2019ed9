import { type EvidenceName, placeOf } from './evidence.ts';

/** Number of best memories that form the judged block. */
export const blockLines = 5;

const ofMessage = [
  ...(['smallTalk', 'general', 'terms', 'asks', 'han', 'records', 'unknownNames'] as const),
  ...(['namesNobodyHere', 'unknownWords', 'jointCoverage', 'bestCoverage'] as const),
  ...(['bestCosine', 'usualCosine', 'spread', 'bestAheadOfFifth', 'namesSpeaker'] as const),
  ...(['namedAheadByWords', 'namedAheadByCosine', 'namedAheadByTotal', 'aboutNamedShare'] as const),
];
const ofBest = [
  ...([
    'coverage',
    'covered',
    'rarest',
    'cosine',
    'prominence',
    'beyondName',
    'fromNeighbours',
  ] as const),
  ...(['saidByNamed', 'aboutNamed'] as const),
];
const ofFirst = [
  ...(['coverage', 'covered', 'cosine', 'prominence', 'total', 'aheadOfNext'] as const),
  ...(['wordPlace', 'cosinePlace', 'beyondName', 'memoryLength', 'otherScript'] as const),
  ...(['saidByNamed', 'aboutNamed', 'fromNeighbours', 'memoryAsks'] as const),
];

/** The evidence for a block as a whole: that of the message, the maximum of its lines, and that of the first line. */
export const blockNames: readonly EvidenceName[] = [...ofMessage, ...ofBest, ...ofFirst];

/** From the evidence of the hits, in the order of the ranking; undefined if there are none. */
export function blockEvidence(rows: readonly (readonly number[])[]): number[] | undefined {
  const lines = rows.slice(0, blockLines);
  const [first] = lines;
  if (first === undefined) return undefined;
  return [
    ...ofMessage.map((name) => first[placeOf[name]] as number),
    ...ofBest.map((name) => Math.max(...lines.map((row) => row[placeOf[name]] as number))),
    ...ofFirst.map((name) => first[placeOf[name]] as number),
  ];
}
