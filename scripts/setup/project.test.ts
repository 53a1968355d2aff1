import { afterEach, expect, it, vi } from 'vitest';
import { run } from './project.mjs';

afterEach(() => void vi.unstubAllEnvs());

it('passes no secret of the shop to the commands that it runs', async () => {
  vi.stubEnv('PAYMENT_KEY_SECRET', 'key secret');
  vi.stubEnv('SESSION_SECRET', 'session secret');
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/shop');
  vi.stubEnv('MIGRATE_DATABASE_URL', 'postgres://localhost/shop');
  vi.stubEnv('SMTP_URL', 'smtps://mail.example');
  vi.stubEnv('ORIGIN', 'https://maalai.example');
  const secrets = /PAYMENT_KEY_SECRET|SESSION_SECRET|DATABASE_URL|SMTP_URL/;
  const program = `
    const names = Object.keys(process.env);
    const isRight = names.includes('ORIGIN') && names.includes('PATH') && !names.some((name) => ${secrets}.test(name));
    process.exitCode = isRight ? 0 : 1;
  `;
  await expect(run(process.execPath, ['-e', program], { quiet: true })).resolves.toBeUndefined();
});
