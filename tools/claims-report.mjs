#!/usr/bin/env node
// The same as `node lab/main.mjs claims-report`.
import { main } from '../lab/claims/report.mjs';

await main(process.argv.slice(2));
