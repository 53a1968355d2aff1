// Loaded into a shop process before its own code. The parent process sends the name of a crash point, and the shop ends
// when it next passes that point (src/server/platform/crash-points.ts). The reply tells the parent that it is armed.
process.on('message', (point) => {
  process.env['CRASH_AT'] = String(point);
  process.send?.('armed');
});
