import { invalid } from '@mneme/core/input';

/** A path, exactly as it is. */
export function parsePath(value: unknown, field: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw invalid(field, 'is empty: give the path of a file, such as ada.db');
}
