// The payment stand-in as a process: serves the provider's API on a loopback port.
// It prints one line of JSON on standard output when it is ready, with its ports.
import { ArgumentsError, parseArguments } from './arguments.ts';
import { LedgerInUse } from './ledger.ts';
import { startProvider } from './provider.ts';

try {
  const settings = parseArguments(process.argv.slice(2), process.env);
  const provider = await startProvider(settings, (error) =>
    console.error('payment-provider:', error),
  );

  const stop = async () => {
    await provider.stop();
    // The shop's channel, if there is one, would keep the process alive.
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('disconnect', stop);
  // Ctrl-C reaches the whole process group: the shop ends its checkouts first and then closes the channel.
  process.on('SIGINT', () => (process.connected ? undefined : stop()));

  const { port, controlPort } = provider;
  console.log(JSON.stringify({ ready: true, port, controlPort }));
} catch (error) {
  const expected = error instanceof ArgumentsError || error instanceof LedgerInUse;
  console.error('payment-provider:', expected ? error.message : error);
  process.exit(error instanceof ArgumentsError ? 2 : 1);
}
