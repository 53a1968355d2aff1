// Every command of package.json: `node scripts/maalai.mjs NAME …`. An older Node would install packages and then fail at
// code that it does not know, so it is refused before that is loaded, in words that Node 10 reads: Ubuntu 22.04 has 12.
const OLDEST_NODE = 20;
if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) import('./commands.mjs');
else {
  process.stderr.write(
    `Maalai needs Node ${OLDEST_NODE} or newer; this is ${process.version}, ${process.execPath}.\n`,
  );
  process.exitCode = 1;
}
