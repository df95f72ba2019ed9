import type { PendingText } from '@mneme/core/backend';

/** Where a text with a vector is, among those of all scopes. */
export interface TextPlace {
  scope: string;
  number: number;
}

/** The key of a pending text. */
export function keyOf({ scope, number }: TextPlace): string {
  return JSON.stringify([scope, number]);
}

export function placeOf({ key }: PendingText): TextPlace {
  const [scope, number] = JSON.parse(key) as [string, number];
  return { scope, number };
}
