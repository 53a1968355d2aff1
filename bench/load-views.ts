// A thread that requests a page at a steady rate: its measurements do not wait for the buyers' work.
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { add, noTimes, steadily } from './steadily.ts';

export interface Views {
  port: number;
  path: string;
  /** Views per second. */
  rate: number;
  seconds: number;
}

const { port, path, rate, seconds } = workerData as Views;
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

function view(): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asking = request({ port, host: '127.0.0.1', path, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', () => resolve(undefined));
    });
    asking.on('error', () => resolve(undefined));
    asking.end();
  });
}

const times = noTimes();
await steadily(rate, seconds, (due) => add(times, due, view()));
agent.destroy();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
parentPort?.postMessage(times);
