import { invalid } from '@mneme/core/input';

/** What stands between two labels, the sign of an escape, and all that the name of a scope may not hold. */
const escaped = /[%/\p{C}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

/** A label or a key as a part of a name. Two that differ never come to one. */
export function escapeName(name: string, field: string): string {
  if (typeof name !== 'string' || !name.isWellFormed())
    throw invalid(field, 'is no well-formed text: give a string');
  return name.replace(escaped, encodeURIComponent) || '%';
}

/** The scope that holds the items of a namespace. */
export function scopeNameOf(root: string, namespace: readonly string[]): string {
  return [root, ...namespace.map((label) => escapeName(label, 'namespace'))].join('/');
}

/** Undefined for a scope that is none of the store's. */
export function namespaceOf(root: string, scope: string): string[] | undefined {
  if (!scope.startsWith(`${root}/`)) return undefined;
  try {
    const labels = scope.slice(root.length + 1).split('/');
    const namespace = labels.map((label) => decodeURIComponent(label));
    return scopeNameOf(root, namespace) === scope ? namespace : undefined;
  } catch {
    return undefined; // A name of the application's own that begins as ours do.
  }
}
