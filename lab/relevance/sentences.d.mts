/** Messages of a kind, which were written for this folder; every fifth, by a seed, is held out of all fits. */
export function messages(kind: 'small-talk' | 'general' | 'personal'): {
  kind: string;
  language: string;
  text: string;
  heldOut: boolean;
}[];
