const names = [
  ...['records', 'million', 'import', 'load', 'start', 'encryption', 'documents', 'telemetry'],
  ...['postgres', 'scopes', 'qdrant', 'peers', 'nights', 'rows'],
];

/**
 * One benchmark, as a table; `--small`: a quick run over a tenth of the data. Ratios are taken side by side in one run;
 * absolute times are this machine's. Each runs in a process of its own, whose memory and library of SQLite count.
 */
export async function main([name]) {
  if (!names.includes(name)) {
    console.error(`usage: bench NAME [--small], with a name of ${names.join(', ')}`);
    process.exitCode = 2;
    return;
  }
  console.log(`\n## ${name}\n\n| figure | measured | reach |\n| --- | --- | --- |`);
  const { run } = await import(`./${name}.mjs`);
  await run();
}
