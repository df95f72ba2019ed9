import { memoryBackendSuite } from '@mneme/conformance';
import { describe, it } from 'vitest';
import { describeOnServer } from './on-server.ts';

const bytes = 'the server keeps deleted points in its segments and its log until it rewrites them';

describeOnServer((create) => {
  memoryBackendSuite({ describe, it, create, lacks: { bytes } });
});
