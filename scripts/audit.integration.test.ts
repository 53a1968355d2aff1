// `npm run audit` with npm's own client against a registry of the test.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';

const ADVISORIES = '/-/npm/v1/security/advisories/bulk';

const advisory = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-1111-2222-3333',
  title: 'Everything is open',
  severity: 'high',
  vulnerable_versions: '<99.0.0',
  cwe: [],
  cvss: { score: 8, vectorString: null },
};

/** Runs the audit against a registry that responds with `status` and `advisories`. */
async function audit(status: number, advisories: object = {}) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url !== ADVISORIES) return response.writeHead(404).end('{}');
      bodies.push(gunzipSync(Buffer.concat(chunks)).toString());
      return response.writeHead(status).end(JSON.stringify(advisories));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const cache = mkdtempSync(join(tmpdir(), 'maalai-npm-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true, maxRetries: 5 }));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'maalai.mjs'), 'audit'], {
    env: {
      PATH: process.env['PATH'],
      HOME: cache,
      npm_config_cache: cache,
      npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      npm_config_fetch_retries: '0',
    },
  });
  let [output, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return {
    code,
    output,
    error,
    packages: bodies.flatMap((body) => Object.keys(JSON.parse(body))),
  };
}

it('checks the production packages, and passes if no vulnerability is known', async () => {
  const { code, output, packages } = await audit(200);
  expect([code, output]).toEqual([0, expect.stringMatching(/^0 of \d+ packages with a known/)]);
  expect(packages).toContain('hono');
  expect(packages).not.toContain('prettier');
});

it('names vulnerable packages, and fails', async () => {
  const { code, output } = await audit(200, { hono: [advisory] });
  expect(code).toBe(1);
  expect(output).toMatch(/^high +hono: <99\.0\.0 Everything is open https:/m);
  expect(output).toContain("docs/security.md, 'Dependencies'");
});

it('fails and says what to do if the registry serves no advisories', async () => {
  const { code, output, error } = await audit(405);
  expect([code, output]).toEqual([1, '']);
  expect(error).toMatch(/^The registry [^\n]*\(405\)[^\n]*npm run audit --registry=[^\n]+\n$/);
});
