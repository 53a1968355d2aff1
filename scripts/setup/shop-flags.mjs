// The flags of Node with which the shop runs, however it is started.
export const shopFlags = [
  '--disable-warning=ExperimentalWarning',
  // Otherwise V8 lets the space for new objects grow with the machine's memory, past 100 MB under load, and keeps it.
  '--max-semi-space-size=8',
  // Otherwise V8 collects old garbage only when the heap has grown to several times what was live.
  '--heap-growing-percent=50',
];
