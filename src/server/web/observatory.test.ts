import { describe, expect, it } from 'vitest';
import { liveProvider } from '#support/payments/live-provider.ts';
import { serveSite } from '#support/server/ask.ts';
import { observe } from '#support/server/observatory.ts';
import { writeSmallSite } from '#support/server/small-site.ts';
import { loadSite } from './pages.ts';

/** Resolves to the Observatory's result for a page of a shop whose public address is https. */
async function observePage(path: string) {
  const address = { origin: 'https://maalai.example', secure: true, now: new Date(0) };
  const site = loadSite(writeSmallSite(), liveProvider, address);
  const send = await serveSite(site);
  const { headers, text } = await send(path);
  return observe(headers, text);
}

describe('the HTTP Observatory', () => {
  it.each(['/home', '/contactus', '/nowhere'])('gives %s at least 140', async (path) => {
    const { score, rules } = await observePage(path);
    expect(rules).toContain('csp-implemented-with-no-unsafe-default-src-none');
    expect(score).toBeGreaterThanOrEqual(140);
  });

  it('gives /deliveryform 130: only its inline styles cost the ten points of the policy', async () => {
    const { score, rules } = await observePage('/deliveryform');
    const home = await observePage('/home');
    expect(rules.filter((rule) => !home.rules.includes(rule))).toEqual([
      'csp-implemented-with-unsafe-inline-in-style-src-only',
      'coop-implemented-with-same-origin-allow-popups',
    ]);
    expect(score).toBe(130);
  });

  it.each([
    [undefined, 'csp-not-implemented'],
    ["default-src 'none'; script-src 'self' 'unsafe-inline'", 'csp-implemented-with-unsafe-inline'],
    ["script-src 'self'", 'csp-implemented-with-unsafe-inline'],
    ["default-src 'none'; script-src 'self' 'unsafe-eval'", 'csp-implemented-with-unsafe-eval'],
    ["default-src 'none'; connect-src http://a.example", 'csp-implemented-with-insecure-scheme'],
    ["default-src 'self'", 'csp-implemented-with-no-unsafe'],
  ])('rates %s as %s', (policy, rule) => {
    expect(observe({ 'content-security-policy': policy }, '').rules).toContain(rule);
  });
});
