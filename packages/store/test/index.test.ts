import { sameEmbedder } from '@mneme/core/contract';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../tools/random.mjs';
import { CachedIndex } from '../src/index/cached-index.ts';
