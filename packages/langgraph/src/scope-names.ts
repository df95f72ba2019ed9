import { escapeName } from '@mneme/core/input';

/** The scope for the items of a namespace. Different namespaces give different scopes. */
export function scopeNameOf(root: string, namespace: readonly string[]): string {
  return [root, ...namespace.map((label) => escapeName(label).replaceAll('/', '%2F'))].join('/');
}

/** Undefined for a scope that is not the store's. */
export function namespaceOf(root: string, scope: string): string[] | undefined {
  if (!scope.startsWith(`${root}/`)) return undefined;
  try {
    const labels = scope.slice(root.length + 1).split('/');
    const namespace = labels.map((label) => decodeURIComponent(label));
    return scopeNameOf(root, namespace) === scope ? namespace : undefined;
  } catch {
    return undefined; // A name of the application that starts like the store's own.
  }
}
