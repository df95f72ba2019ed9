export const programs: Record<string, { says: string; load(): Promise<{ main: unknown }> }>;
