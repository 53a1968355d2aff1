import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { createLog } from '../platform/log.ts';
import { startPaymentStandIn } from './stand-in.ts';

async function start(directory = join(newDirectory(), 'test-payments')) {
  const log = createLog('error', (line) => {
    throw new Error(line);
  });
  const webhookUrl = 'http://127.0.0.1:9/payments/webhook';
  const provider = await startPaymentStandIn({ directory, webhookUrl, log });
  onTestFinished(() => provider.stop());
  const isReady = () => provider.isReady().catch(() => false);
  return { ...provider, directory, isReady };
}

function controlOf(directory: string): { address: string; secret: string } {
  return JSON.parse(readFileSync(join(directory, 'control.json'), 'utf8'));
}

it('accepts the keys of its configuration until it is stopped', async () => {
  const { config, isReady, stop } = await start();
  const authorization = `Basic ${btoa(`${config.keyId}:${config.keySecret}`)}`;
  const askOrder = (headers: HeadersInit) => fetch(`${config.apiUrl}/v1/orders/none`, { headers });
  expect((await askOrder({})).status).toBe(401);
  expect((await askOrder({ authorization })).status).not.toBe(401);
  expect(await isReady()).toBe(true);
  await stop();
  expect(await isReady()).toBe(false);
});

it('keeps its keys, readable by nobody else', async () => {
  const first = await start();
  await first.stop();
  const second = await start(first.directory);
  expect({ ...second.config, apiUrl: '' }).toEqual({ ...first.config, apiUrl: '' });
  expect((await start()).config.keySecret).not.toBe(first.config.keySecret);
  expect(statSync(join(first.directory, 'keys.json')).mode & 0o077).toBe(0);
});

it('has control routes at an address of their own, with a secret of this start', async () => {
  const first = await start();
  const { address, secret } = controlOf(first.directory);
  const ask = async (at: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${at}/control/ledger`, { headers })).status;
  };
  expect(await ask(address, secret)).toBe(200);
  expect(await ask(address, 'guessed')).toBe(401);
  expect(await ask(first.config.apiUrl, secret)).toBe(404);
  expect(statSync(join(first.directory, 'control.json')).mode & 0o077).toBe(0);
  await first.stop();
  await start(first.directory);
  expect(controlOf(first.directory).secret).not.toBe(secret);
});

it('serves the window, but neither the API nor the controls without their keys', async () => {
  const { fetchWindow } = await start();
  const request = async (path: string) =>
    (await fetchWindow(new Request(`http://shop${path}`))).status;
  expect(await request('/test-payments/checkout.js')).toBe(200);
  expect(await request('/test-payments/window?order_id=none')).toBe(400);
  expect(await request('/v1/orders/none')).toBe(401);
  expect(await request('/control/ledger')).toBe(404);
});

it('leaves the globals of the process as they are', async () => {
  const { Request, Response } = globalThis;
  await start();
  expect([globalThis.Request, globalThis.Response]).toEqual([Request, Response]);
});

it('allows the window in the page from the shop itself only [running-16]', async () => {
  const { config } = await start();
  expect(config).toMatchObject({
    scriptUrl: '/test-payments/checkout.js',
    scriptOrigins: [],
    frameOrigins: ["'self'"],
    formOrigins: [],
    connectOrigins: [],
    demo: true,
  });
});
