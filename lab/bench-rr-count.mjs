import { AskedQuery } from '@mneme/core/index';
const w = AskedQuery.prototype.wanted; AskedQuery.prototype.wanted = function () { const r = w.call(this); console.log('wanted', new Set(r).size); this._w = true; return r; };
const p = AskedQuery.prototype.places; let n = 0; AskedQuery.prototype.places = function () { const r = p.call(this); if (this._w && n++ % 4 === 3) console.log('places', r.length); return r; };
process.argv[2] = 'retrieve'; await import('./bench-rr-prof.mjs');
