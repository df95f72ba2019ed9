import { tmpdir } from 'node:os';
// Interleaved: both stores are open side by side and answer the same calls in turn.
import { mkdtempSync, rmSync, statSync, readdirSync } from 'node:fs';
import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend, sqliteRows } from '@mneme/sqlite';
import { storeBackend } from '/work/rows-records/packages/store/src/index.ts';

const reads = {n:0}; const counted = (rows) => new Proxy(rows, { get(t,p){ const v=t[p]; if(typeof v!=='function') return v; return (...a)=>{ if(p==='read'||p==='write') reads.n++; return v.apply(t,a);} } });
const N = Number(process.argv[2] ?? 10000);
const words = 'coffee tea garden project deadline berlin munich vegetarian bicycle hospital nurse guitar piano river mountain budget invoice server database python rust holiday beach winter summer dog cat sister brother doctor allergy penicillin apple banana meeting friday monday report design colour blue green editor keyboard window train flight hotel'.split(' ');
let s = 1; const rnd = () => (s = (s * 16807) % 2147483647) / 2147483647;
const sentence = (i) => Array.from({ length: 8 + Math.floor(rnd() * 8) }, () => words[Math.floor(rnd() * words.length)] + (rnd() < 0.15 ? Math.floor(rnd() * 500) : '')).join(' ') + ` item${i}`;
const items = Array.from({ length: N }, (_, i) => ({ kind: i % 2 ? 'fact' : 'episode', content: sentence(i), tags: i % 50 === 0 ? ['rare'] : ['common'], metadata: { project: `p${i % 200}` }, source: { session: `s${i >> 6}`, sequence: i & 63, speaker: 'Ada' } }));
const queries = Array.from({ length: 200 }, () => Array.from({ length: 5 }, () => words[Math.floor(rnd() * words.length)]).join(' '));
const folder = mkdtempSync(`${tmpdir()}/bench-`);
const make = { today: () => sqliteBackend({ path: `${folder}/today.db` }), rows: () => storeBackend(counted(sqliteRows({path:`${folder}/rows.db`}))) };
const open = async (kind) => createMemory({ backend: make[kind](), embedder: staticEmbedder(), extractor: 'none', secrets: 'allow' });
const kinds = Object.keys(make); 
const p50 = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
const m = {}; for (const k of kinds) m[k] = await open(k);
const result = {};
const note = (what, times) => { result[what] = { today: +p50(times.today).toFixed(2), rows: +p50(times.rows).toFixed(2), ratio: +(p50(times.rows) / p50(times.today)).toFixed(2) }; console.log(what, result[what]); };
const only = process.argv[3]; const paired = async (what, times, work) => { if (only && !what.startsWith('(') && !only.split(',').some((o) => what.startsWith(o))) return;
  const t = { today: [], rows: [] };
  for (let i = 0; i < times; i++) for (const k of i % 2 ? kinds : [...kinds].reverse()) { const c = process.cpuUsage(); const n0 = reads.n; await work(m[k].scope('ada'), i, k); const d = process.cpuUsage(c); t[k].push((d.user + d.system)/1000); if (k==='rows') t.n = (t.n ?? 0) + reads.n - n0; }
  note(what, t); console.log('   reads+writes', (t.n/times).toFixed(1));
};
const fill = { today: [], rows: [] };
for (let i = 0; i < N; i += 1000) for (const k of kinds) { const c = process.cpuUsage(); await m[k].scope('ada').storeMany(items.slice(i, i + 1000), { onConflict: 'keepBoth' }); const d = process.cpuUsage(c); fill[k].push((d.user+d.system)/1000); }
note('storeMany 1,000 (keepBoth)', fill);
for (const k of kinds) await m[k].close();
for (const f of readdirSync(folder)) console.log(f, (statSync(`${folder}/${f}`).size / 2 ** 20).toFixed(1), 'MiB');
const opens = { today: [], rows: [] };
for (let i = 0; i < 4; i++) for (const k of kinds) { const c = process.cpuUsage(); m[k] = await open(k); await m[k].scope('ada').retrieve('coffee in berlin'); const d = process.cpuUsage(c); opens[k].push((d.user+d.system)/1000); if (i < 3) await m[k].close(); }
note('open and first retrieve', opens);
await paired('(warm up)', 10, (ada, i) => ada.retrieve(queries[i]));
await paired('retrieve', 60, (ada, i) => ada.retrieve(queries[20 + i]));
await paired('retrieve again (cached records)', 60, (ada, i) => ada.retrieve(queries[20 + i]));
await paired('retrieve where project', 30, (ada, i) => ada.retrieve(queries[i], { where: { project: `p${i}` } }));
await paired('recall', 30, (ada, i) => ada.recall(queries[100 + i]));
await paired('list newest 50', 40, (ada) => ada.list({ limit: 50 }));
await paired('list where project', 40, (ada, i) => ada.list({ where: { project: `p${i}` } }));
await paired('get', 40, (ada) => ada.get('01a21cd8-0e23-7443-8867-cc4ca523f070'));
await paired('stats', 15, (ada) => ada.stats());
await paired('store', 40, (ada, i) => ada.store({ content: `Prefers ${words[i % words.length]} number ${i} with ${words[(i * 7) % words.length]}`, category: 'user_preference' }));
await paired('store then retrieve', 40, async (ada, i) => { await ada.store({ content: `Owns a ${words[i % words.length]} called ${i} from ${words[(i * 5) % words.length]}` }); await ada.retrieve(queries[i]); });
await paired('append two turns', 40, (ada, i) => ada.episodes.append([{ speaker: 'Ada', content: queries[i] + i }, { speaker: 'bot', content: 'ok ' + i }], { session: 'live' }));
for (const k of kinds) await m[k].close();
rmSync(folder, { recursive: true });
