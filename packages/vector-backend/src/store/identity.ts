import { createHash } from 'node:crypto';
import type { EmbedderIdentity } from '@mneme/core';

export function sameIdentity(one: EmbedderIdentity, other: EmbedderIdentity): boolean {
  return identityText(one) === identityText(other);
}

/** The named vector of an identity. */
export function vectorNameOf(identity: EmbedderIdentity): string {
  return `dense-${createHash('sha256').update(identityText(identity)).digest('hex').slice(0, 16)}`;
}

export function describeIdentity({
  name,
  revision,
  dimensions,
  pooling,
}: EmbedderIdentity): string {
  return `${name} (revision ${revision}, ${dimensions} dimensions, ${pooling})`;
}

function identityText({ name, revision, dimensions, pooling }: EmbedderIdentity): string {
  return JSON.stringify([name, revision, dimensions, pooling]);
}
