// `npm run audit` with npm's own client against a registry of the test.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
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
  const packages: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== ADVISORIES) return response.writeHead(404).end('{}');
    const body = gunzipSync(await buffer(request)).toString();
    packages.push(...Object.keys(JSON.parse(body)));
    return response.writeHead(status).end(JSON.stringify(advisories));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const cache = mkdtempSync(join(tmpdir(), 'maalai-npm-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true, maxRetries: 5 }));
  const env = {
    PATH: process.env['PATH'],
    HOME: cache,
    npm_config_cache: cache,
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    npm_config_fetch_retries: '0',
  };
  const launcher = join(import.meta.dirname, 'maalai.mjs');
  return new Promise<{ code: number; stdout: string; stderr: string; packages: string[] }>(
    (resolve) => {
      execFile(process.execPath, [launcher, 'audit'], { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr, packages }),
      );
    },
  );
}

it('checks the production packages, and passes if no vulnerability is known', async () => {
  const { code, stdout, packages } = await audit(200);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^0 of \d+ packages with a known/)]);
  expect(packages).toContain('hono');
  expect(packages).not.toContain('oxfmt');
});

it('names vulnerable packages, and fails', async () => {
  const { code, stdout } = await audit(200, { hono: [advisory] });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^high +hono: <99\.0\.0 Everything is open https:/m);
  expect(stdout).toContain("docs/security.md, 'Dependencies'");
});

it('fails and says what to do if the registry serves no advisories', async () => {
  const { code, stdout, stderr } = await audit(405);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The registry [^\n]*\(405\)[^\n]*npm run audit --registry=[^\n]+\n$/);
});
