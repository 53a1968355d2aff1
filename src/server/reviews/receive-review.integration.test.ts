// Reviews over real sockets: too large, cut off, or endless.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { serve } from '#support/server/ask.ts';
import { photo, png } from '#support/server/review-files.ts';
import { formOf, openReviewSite } from '#support/server/review-site.ts';
import { limitRules } from '../web/limit-rules.ts';

const MB = 1024 * 1024;

describeOnBothDatabases('receiving a review', (open) => {
  async function start() {
    const site = await openReviewSite(await open());
    const kavya = await site.signIn();
    const ask = await serve(getRequestListener(site.app.fetch, { overrideGlobalObjects: false }));
    const cookie = Array.from(kavya.cookies, (pair) => pair.join('=')).join('; ');
    const common = { cookie, origin: 'http://localhost:3000' };
    return {
      site,
      port: ask.port,
      common,
      reviews: async () => JSON.parse((await ask('/reviews')).text) as unknown[],
      async post(form: FormData) {
        const sent = new Response(form);
        const headers = { ...common, 'content-type': sent.headers.get('content-type') ?? '' };
        const body = Buffer.from(await sent.arrayBuffer());
        const response = await ask('/reviews', { method: 'POST', headers, body });
        return { status: response.status, body: JSON.parse(response.text) };
      },
    };
  }

  it('accepts five pictures of 5 MB each', async () => {
    const { site, post } = await start();
    const whole = await photo();
    // Decoders ignore bytes after the end of a JPEG.
    const large = Buffer.concat([whole, Buffer.alloc(5 * MB - whole.length)]);
    const { status, body } = await post(formOf({}, [large, large, large, large, large]));
    expect(status).toBe(201);
    expect(body.images).toHaveLength(5);
    expect(site.files()).toHaveLength(10);
  });

  it('returns 400 for a picture that is too large, and 413 for a body that is too large', async () => {
    const { site, post, reviews } = await start();
    const large = Buffer.concat([await photo(), Buffer.alloc(12 * MB)]);
    expect(await post(formOf({}, [large, await png()]))).toMatchObject({
      status: 400,
      body: { detail: 'Each image can be at most 5 MB and 24 megapixels' },
    });
    expect(await post(formOf({}, [large, large, large]))).toMatchObject({
      status: 413,
      body: { errors: [{ field: 'images' }] },
    });
    expect(site.files()).toEqual([]);
    expect(await reviews()).toEqual([]);
  });

  it('leaves nothing when the connection breaks off', async () => {
    const { site, port, common, reviews } = await start();
    const sent = new Response(formOf({}, [await photo(), await photo()]));
    const body = Buffer.from(await sent.arrayBuffer());
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const lines = [
      'POST /reviews HTTP/1.1',
      'Host: localhost',
      `Content-Length: ${body.length}`,
      `Content-Type: ${sent.headers.get('content-type')}`,
      ...Object.entries(common).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(body.subarray(0, body.length - 900));
    await until(() => site.files().length === 2);
    socket.destroy();
    await until(() => site.files().length === 0);
    expect(await reviews()).toEqual([]);
  });

  it('stops an endless body without a declared length', async () => {
    const { site, common, reviews } = await start();
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        const head = '--b\r\nContent-Disposition: form-data; name="comment"\r\n\r\n';
        controller.enqueue(pulled === 1 ? Buffer.from(head) : new Uint8Array(MB));
      },
    });
    const response = await site.app.request('/reviews', {
      method: 'POST',
      headers: { ...common, 'content-type': 'multipart/form-data; boundary=b' },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(30);
    expect(await reviews()).toEqual([]);
  });
});

describeOnBothDatabases('too many reviews', (open) => {
  it('of one account are refused with Retry-After', async () => {
    const review = limitRules.review.map((rule) => ({ ...rule, points: 3 }));
    const site = await openReviewSite(await open(), { rules: { review } });
    const kavya = await site.signIn();
    for (let i = 0; i < 3; i += 1) expect((await kavya.post(formOf())).status).toBe(201);
    const stopped = await kavya.post(formOf());
    expect(stopped).toMatchObject({ status: 429, body: { code: 'TOO_MANY_TRIES' } });
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('with pictures are refused sooner, and leave no file', async () => {
    const reviewWithPictures = limitRules.reviewWithPictures.map((rule) => ({
      ...rule,
      points: 1,
    }));
    const site = await openReviewSite(await open(), { rules: { reviewWithPictures } });
    const kavya = await site.signIn();
    const picture = await photo();
    expect((await kavya.post(formOf({}, [picture]))).status).toBe(201);
    const before = site.files();
    expect(await kavya.post(formOf({}, [picture]))).toMatchObject({ status: 429 });
    expect(site.files()).toEqual(before);
    expect((await kavya.post(formOf())).status).toBe(201);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn();
}
