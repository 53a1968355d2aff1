// POST /reviews and GET /uploads.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'kysely';
import sharp from 'sharp';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { whileWaiting } from '#support/databases/meanwhile.ts';
import { serve } from '#support/server/ask.ts';
import { bombPng, broken, impostors, photo, png, svg } from '#support/server/review-files.ts';
import {
  createFile,
  createForm,
  filledIn,
  openReviewSite,
  openSignedIn,
} from '#support/server/review-site.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import { onlyInAll } from '#support/tier.ts';
import {
  PICTURE_TOO_LARGE,
  TOO_MANY_PICTURES,
  WRONG_PICTURE_TYPE,
} from '../../shop/forms/review.ts';
import { ReviewPayload } from '../../shop/payloads/review-pages.ts';
import { PictureRefused } from './pictures/picture-process.ts';

const MB = 1024 * 1024;
const PICTURE_NAME = /^[\da-f]{32}\.webp$/;

onBoth('POST /reviews', (open) => {
  it('is refused, and leaves no file, if the account is deleted meanwhile', async () => {
    const database = await open();
    const { site, kavya } = await openSignedIn(database);
    const picture = await png();
    const response = await whileWaiting(
      database,
      (trx) => trx.deleteFrom('user').execute(),
      () => kavya.post(createForm({}, [picture])),
    );
    expect(response).toMatchObject({ status: 401, body: { code: 'SIGNED_OUT' } });
    expect(await site.files()).toEqual([]);
    expect((await kavya.get('/reviews')).body).toEqual([]);
  });
});

onDatabase('POST /reviews', (open) => {
  it('saves a review and returns it as the list does [entity-22 call-10 api-5]', async () => {
    const { kavya } = await openSignedIn(await open());
    const { status, body } = await kavya.post(createForm());
    expect(status).toBe(201);
    expect(v.parse(ReviewPayload, body)).toEqual(body);
    expect(body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      ...filledIn,
      rating: 5,
      images: [],
      date: body.createdAt,
      createdAt: expect.stringMatching(/^2026-11-14T12:4\d:\d\d\.000Z$/),
      verified: false,
      helpfulVotes: 0,
      featured: true,
    });
    expect((await kavya.get('/reviews')).body).toEqual([body]);
    expect((await kavya.get('/api/reviews?productId=6')).body).toEqual([body]);
  });

  it('leaves no row and counts nothing when its picture is refused', async () => {
    const { db, site, kavya } = await openSignedIn(await open());
    await sql`create unique index one_picture on review_picture (size)`.execute(db);
    expect(await kavya.post(createForm({}, [await png()]))).toMatchObject({ status: 201 });
    const before = await site.files();
    expect(await kavya.post(createForm({}, [await photo()]))).toMatchObject({ status: 500 });
    expect(await site.files()).toEqual(before);
    expect((await kavya.get('/reviews')).body).toHaveLength(1);
    expect((await kavya.get('/reviews?page=1')).body.count).toBe(1);
  });
});

onBoth('the reviews of an account within a day', (open) => {
  it('are at most ten of one product, however many come at once', async () => {
    const { db, site, kavya } = await openSignedIn(await open());
    const own = { user_id: kavya.account.id, product_id: '6' };
    const at = (created_at: string, more = {}) => ({ ...own, created_at, ...more });
    await storeReviews(db, [
      at('2026-11-13T12:44:00.000Z'),
      ...Array.from({ length: 6 }, () => at('2026-11-13T20:45:00.000Z')),
      at('2026-11-14T01:00:00.000Z', { hidden_at: '2026-11-14T02:00:00.000Z' }),
    ]);
    const picture = await png();
    const eight = Array.from({ length: 8 }, () => kavya.post(createForm({}, [picture])));
    const all = await Promise.all(eight);
    const statuses = all.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 201, 201, ...Array(5).fill(429)]);
    const refused = all.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      detail:
        'You have written 10 reviews of this product within a day, the most that we take. Please wait 8 hours and try again.',
      code: 'TOO_MANY_TRIES',
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(7 * 3_600);
    // Of each picture that is shown a full file and a small one, and nothing of those refused.
    expect(await site.files()).toHaveLength(6);
    expect((await kavya.get('/reviews?page=1&productId=6')).body.count).toBe(10);
  });
});

onDatabase('the reviews of an account within a day', (open) => {
  it('are at most thirty in all', async () => {
    const { db, kavya } = await openSignedIn(await open());
    const own = { user_id: kavya.account.id, created_at: '2026-11-14T01:00:00.000Z' };
    const products = Array.from({ length: 29 }, (_, index) => String(1 + (index % 5)));
    const before = products.map((product_id) => ({ ...own, product_id }));
    await storeReviews(db, before);
    expect((await kavya.post(createForm())).status).toBe(201);
    const refused = await kavya.post(createForm());
    const detail = expect.stringMatching(/^You have written 30 reviews within a day/);
    expect(refused).toMatchObject({ status: 429, body: { detail } });
  });
});

onDatabase('a posted review', (open) => {
  const start = async (options: Parameters<typeof openSignedIn>[1] = {}) =>
    openSignedIn(await open(), options);

  it('keeps five pictures in two sizes, also after a restart [call-20 api-5 rule-36]', async () => {
    const database = await open();
    const { site, kavya } = await openSignedIn(database);
    // The name of an uploaded file is never used.
    const names = ['../../../etc/passwd', 'C:\\x\\a.jpg', '"><script>alert(1)</script>.jpg'];
    const bytes = await photo({ orientation: 6 });
    const named = names.map((name) => createFile(bytes, name));
    const { status, body } = await kavya.post(
      createForm({}, [...named, await photo({ width: 1600, height: 1200 }), await png()]),
      '/api/reviews',
    );
    expect(status).toBe(201);
    expect(body.images).toHaveLength(5);
    expect(body.picture).toBe(body.images[0]);
    for (const name of body.images) expect(name).toMatch(PICTURE_NAME);
    const small = (name: string) => name.replace('.webp', '-320.webp');
    const files = body.images.flatMap((name: string) => [name, small(name)]);
    expect((await site.files()).toSorted()).toEqual(files.toSorted());

    const anyone = (await openReviewSite(database)).visit();
    expect((await anyone.get('/reviews')).body).toEqual([body]);
    for (const file of files) {
      const response = await anyone.fetch('GET', `/uploads/${file}`);
      const shown = await sharp(await response.arrayBuffer()).metadata();
      expect(shown).toMatchObject({ format: 'webp' });
      expect({ exif: shown.exif, xmp: shown.xmp }).toEqual({});
    }
  });

  it('may have a single picture, or an empty file input [call-19]', async () => {
    const { site, kavya } = await start();
    const single = await kavya.post(createForm({}, [await photo()], 'picture'));
    expect(single.body.images).toEqual([single.body.picture]);
    const none = await kavya.post(createForm({}, [new File([], '')]));
    expect(none).toMatchObject({ status: 201, body: { images: [] } });
    expect(await site.files()).toHaveLength(2);
  });

  it('is verified only if its author has paid for the product [entity-25]', async () => {
    const { site, kavya } = await start();
    const other = await site.signIn();
    await site.buy(kavya.account, '6');
    const claims = createForm({ verified: 'true', helpfulVotes: '49', featured: 'true', id: '1' });
    for (const [author, form, verified] of [
      [kavya, createForm(), true],
      [kavya, createForm({ productId: '1' }), false],
      [other, createForm(), false],
      [other, claims, false],
    ] as const) {
      expect((await author.post(form)).body).toMatchObject({ verified, helpfulVotes: 0 });
    }
  });

  it('requires a form, a session and the shop’s origin [role-10 api-6]', async () => {
    const { site, kavya } = await start();
    expect(await site.visit().post(createForm())).toMatchObject({ status: 401 });
    for (const [body, headers, status] of [
      [createForm(), { origin: 'https://x.example' }, 403],
      ['{}', { 'content-type': 'application/json' }, 415],
    ] as const) {
      expect(await kavya.request('POST', '/reviews', body, headers)).toMatchObject({ status });
    }
    expect((await kavya.get('/reviews')).body).toEqual([]);
  });

  it('has the shop’s time, keeps markup as text, and hides its author’s account [entity-24]', async () => {
    const { kavya } = await start();
    const markup = `<img src=x onerror="alert(1)">'; drop table review; --`;
    const { status, body, headers } = await kavya.post(
      createForm({
        date: '1999-01-01T00:00:00.000Z',
        email: 'kavya@shopper.example',
        name: `${markup}\u202E`,
        title: '\u2066\u0007',
        comment: markup,
      }),
    );
    expect(status).toBe(201);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toMatchObject({ name: markup, title: '', comment: markup });
    expect(body.createdAt).toMatch(/^2026-/);
    const text = JSON.stringify([body, (await kavya.get('/reviews')).body]);
    expect(text).not.toContain('@');
    expect(text).not.toContain(kavya.account.id);
  });

  it('with an invalid field is refused with its message [rule-35]', async () => {
    const { site, kavya } = await start();
    const tooLong = 'Comment is too long: please use at most 5000 characters';
    const wrong = [
      [{ rating: '6' }, ['rating', 'Please select a rating']],
      [{ comment: 'x'.repeat(2_000_000) }, ['comment', tooLong]],
      [{ productId: '99' }, ['productId', 'We do not sell this product.']],
      // Every invalid field is named at once.
      [
        { rating: '', comment: ' \u200B\n' },
        ['rating', 'Please select a rating'],
        ['comment', 'Please enter a review comment'],
      ],
    ] as const;
    for (const [change, ...fields] of wrong) {
      const refused = await kavya.post(createForm(change, [await photo()]));
      const errors = fields.map(([field, message]) => ({ field, message }));
      expect(refused).toMatchObject({ status: 400, body: { detail: fields[0][1], errors } });
      expect(refused.headers.get('content-type')).toBe('application/problem+json');
    }
    const both = await kavya.post(createForm({ rating: '' }, [svg]));
    expect(both.body.errors).toMatchObject([{ field: 'rating' }, { field: 'images' }]);
    expect(await site.files()).toEqual([]);
    expect((await kavya.get('/reviews')).body).toEqual([]);
  });

  it('with bad pictures is refused, and the valid ones before them are deleted', async () => {
    const { site, kavya } = await start();
    const good = await png();
    const five = [good, good, good, good, good];
    const large = Buffer.concat([await photo(), Buffer.alloc(12_000_000)]);
    const damaged = 'An image is damaged or incomplete: please choose another one';
    const [half, tiff] = [await broken['a PNG cut in half']!(), await impostors['a TIFF']!()];
    for (const [what, files, message] of [
      ['six', [...five, good], TOO_MANY_PICTURES],
      ['five and something else', [...five, svg], TOO_MANY_PICTURES],
      ['12 MB', [good, large, good], PICTURE_TOO_LARGE],
      ['a bomb', [good, bombPng()], PICTURE_TOO_LARGE],
      ['an impostor', [good, tiff], WRONG_PICTURE_TYPE],
      ['an empty file', [good, Buffer.alloc(0)], WRONG_PICTURE_TYPE],
      ['half a picture', [good, half], damaged],
    ] as const) {
      const { status, body } = await kavya.post(createForm({}, files));
      const errors = [{ field: 'images', message }];
      expect([what, status, body]).toMatchObject([what, 400, { detail: message, errors }]);
      expect(await site.files()).toEqual([]);
    }
    expect((await kavya.get('/reviews')).body).toEqual([]);
  });

  onlyInAll(() => {
    it('may have five pictures of 5 MB each', async () => {
      const { site, kavya } = await start();
      const whole = await photo();
      // Decoders ignore bytes after the end of a JPEG.
      const large = Buffer.concat([whole, Buffer.alloc(5 * MB - whole.length)]);
      const { status, body } = await kavya.post(createForm({}, Array(5).fill(large)));
      expect(status).toBe(201);
      expect(body.images).toHaveLength(5);
      expect(await site.files()).toHaveLength(10);
    });
  });

  it.each([
    ['with a declared length', { 'content-length': String(27 * MB) }, 2],
    ['without one', {}, 30],
  ])(
    'is refused with 413 if it is too large, %s, and not read to its end',
    async (_, more, most) => {
      const { kavya } = await start();
      let pulled = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled += 1;
          const head = '--b\r\nContent-Disposition: form-data; name="comment"\r\n\r\n';
          controller.enqueue(pulled === 1 ? Buffer.from(head) : new Uint8Array(MB));
        },
      });
      const headers = { 'content-type': 'multipart/form-data; boundary=b', ...more };
      const response = await kavya.request('POST', '/reviews', endless, headers);
      expect(response).toMatchObject({ status: 413, body: { errors: [{ field: 'images' }] } });
      expect(pulled).toBeLessThan(most);
      expect((await kavya.get('/reviews')).body).toEqual([]);
    },
  );

  it('leaves nothing when the connection breaks off', async () => {
    const { site, kavya } = await start();
    const listener = getRequestListener(site.app.fetch, { overrideGlobalObjects: false });
    const socket = connect((await serve(listener)).port, '127.0.0.1');
    await once(socket, 'connect');
    const sent = new Response(createForm({}, [await photo(), await photo()]));
    const body = Buffer.from(await sent.arrayBuffer());
    const lines = [
      'POST /reviews HTTP/1.1',
      'Host: localhost',
      'Origin: http://localhost:3000',
      `Cookie: ${kavya.cookieHeader()}`,
      `Content-Type: ${sent.headers.get('content-type')}`,
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(body.subarray(0, body.length - 900));
    while ((await site.files()).length < 2) await nextTurn();
    socket.destroy();
    while ((await site.files()).length > 0) await nextTurn();
    expect((await kavya.get('/reviews')).body).toEqual([]);
  });

  it('is refused with pictures after too many that ended the decoder', async () => {
    const make = () => Promise.reject(new PictureRefused('An image cannot be read', true));
    const picture = [{ by: 'account', points: 10_000, seconds: 3_600 }] as const;
    const { kavya } = await start({ pictures: { make }, rules: { picture } });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) {
      statuses.push((await kavya.post(createForm({}, [await png()]))).status);
    }
    expect(statuses).toEqual([400, 400, 429]);
    expect((await kavya.post(createForm())).status).toBe(201);
  });

  it('is posted without pictures only, when a network has stored too many bytes of them', async () => {
    const picture = [{ by: 'network', points: 1, seconds: 3_600 }] as const;
    const { site, kavya } = await start({ rules: { picture } });
    expect((await kavya.post(createForm({}, [await photo()]))).status).toBe(201);
    const before = await site.files();
    const refused = await kavya.post(createForm({}, [await photo()]));
    expect(refused).toMatchObject({ status: 429 });
    expect(refused.body.detail).toMatch(/, or post the review without pictures\.$/);
    expect(await site.files()).toEqual(before);
    expect((await kavya.post(createForm())).status).toBe(201);
  });

  it('is refused with Retry-After after too many of an account; a form that is none does not count', async () => {
    const review = [{ by: 'account', points: 2, seconds: 600 }] as const;
    const { kavya } = await start({ rules: { review } });
    for (let i = 0; i < 3; i += 1) {
      expect((await kavya.post(createForm({ rating: '6' }))).status).toBe(400);
    }
    for (const status of [201, 201, 429]) {
      expect((await kavya.post(createForm())).status).toBe(status);
    }
    const stopped = await kavya.post(createForm());
    expect(stopped).toMatchObject({ status: 429, body: { code: 'TOO_MANY_TRIES' } });
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts for the network of newcomers once it is published, and never for a confirmed account', async () => {
    const review = [{ by: 'newcomer and network', points: 1, seconds: 600 }] as const;
    const { db, site, kavya } = await start({ rules: { review } });
    const half = (await broken['a PNG cut in half']?.()) ?? Buffer.alloc(0);
    for (let i = 0; i < 2; i += 1) {
      expect((await kavya.post(createForm({}, [half]))).status).toBe(400);
    }
    expect((await kavya.post(createForm())).status).toBe(201);
    expect((await (await site.signIn()).post(createForm())).status).toBe(429);
    await sql`update "user" set "emailVerified" = true`.execute(db);
    expect((await kavya.post(createForm())).status).toBe(201);
  });
});

onDatabase('GET /uploads', (open) => {
  it('serves pictures that a browser can cache for good and that run nothing [api-7]', async () => {
    const site = await openReviewSite(await open());
    const { body } = await (await site.signIn()).post(createForm({}, [await photo()]));
    const response = await site.visit().fetch('GET', `/uploads/${body.picture}`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': `inline; filename="${body.picture}"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('serves nothing else', async () => {
    const visitor = (await openReviewSite(await open())).visit();
    const name = '0123456789abcdef'.repeat(2);
    for (const [file, status] of [
      ...['', '..%2Fmaalai.sqlite', 'a/b.webp'].map((path) => [path, 404] as const),
      ...['', '-321.webp', '.webp%0a', '.webp'].map((end) => [name + end, 404] as const),
      [`${name.toUpperCase()}.webp`, 404],
      [`${name}.webp%00.jpg`, 400],
    ] as const) {
      const response = await visitor.get(`/uploads/${file}`);
      expect([file, response.status]).toEqual([file, status]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });
});
