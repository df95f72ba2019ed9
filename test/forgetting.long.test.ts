import { inMemoryBackend } from '@mneme/conformance';
import { describe } from 'vitest';
import { describeOnServer } from '../packages/vector-backend/test/on-server.ts';
import { forgettingCases } from './forgetting-cases.ts';

describe('forgetting in memory', () => {
  forgettingCases(async () => ({ backend: inMemoryBackend() }));
});

describe('forgetting on a server', () => {
  describeOnServer(forgettingCases);
});
