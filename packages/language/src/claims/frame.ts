import type { Exclusive } from './claim.ts';

/** A way to say what somebody or something has for an attribute. */
export interface Frame {
  attribute: string;
  exclusive: Exclusive;
  /** Of a whole clause. */
  pattern: RegExp;
  /** It says itself that something has changed. */
  told: boolean;
}

export function frame(
  attribute: string,
  exclusive: Exclusive,
  pattern: string,
  told = false,
): Frame {
  return { attribute, exclusive, pattern: new RegExp(`^${pattern}$`, 'u'), told };
}
