/** What stands between two labels, the sign of an escape, and all that the name of a scope may not hold. */
const escaped = /[%/\p{C}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

/** The scope that holds the items of a namespace. Two that differ never come to one. */
export function scopeNameOf(root: string, namespace: readonly string[]): string {
  const labels = namespace.map((label) =>
    label.toWellFormed().replace(escaped, encodeURIComponent),
  );
  return [root, ...labels].join('/');
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
