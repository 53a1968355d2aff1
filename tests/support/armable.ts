// Loaded into a shop of the tests before its own code: its starter names a crash point over their channel, and the
// process ends there when it passes next (src/server/runtime/crash-points.ts). It answers, so that the starter knows from when.
process.on('message', (point) => {
  process.env['CRASH_AT'] = String(point);
  process.send?.('armed');
});
