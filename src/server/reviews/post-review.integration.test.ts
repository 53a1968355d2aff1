// POST /reviews and GET /uploads.
import { sql } from 'kysely';
import sharp from 'sharp';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { bombPng, broken, impostors, photo, png, svg } from '#support/server/review-files.ts';
import { fileOf, filledIn, formOf, openReviewSite } from '#support/server/review-site.ts';
import {
  PICTURE_TOO_LARGE,
  TOO_MANY_PICTURES,
  WRONG_PICTURE_TYPE,
} from '../../shop/forms/review.ts';
import { ReviewPayload } from '../../shop/payloads/reviews.ts';

const tooLong = (label: string, longest: number) =>
  `${label} is too long: please use at most ${longest} characters`;
const PICTURE_NAME = /^[\da-f]{32}\.webp$/;

describeOnBothDatabases('POST /reviews', (open) => {
  it(
    'saves a review and returns it as the list does',
    covers('entity-22', 'call-10', 'api-5'),
    async () => {
      const site = await openReviewSite(await open());
      const kavya = await site.signIn();
      const { status, body } = await kavya.post(formOf());
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
      expect((await kavya.call('GET', '/reviews')).body).toEqual([body]);
      expect((await kavya.call('GET', '/api/reviews?productId=6')).body).toEqual([body]);
    },
  );

  it(
    'keeps five pictures in two sizes, also after a restart',
    covers('call-20', 'api-5'),
    async () => {
      const database = await open();
      const site = await openReviewSite(database);
      const kavya = await site.signIn();
      const pictures = [await photo(), await png(), await photo({ orientation: 6 })];
      const form = formOf({}, [
        ...pictures,
        await photo({ width: 1600, height: 1200 }),
        await png(),
      ]);
      const { status, body } = await kavya.post(form, '/api/reviews');
      expect(status).toBe(201);
      expect(body.images).toHaveLength(5);
      expect(body.picture).toBe(body.images[0]);
      for (const name of body.images) expect(name).toMatch(PICTURE_NAME);
      expect(site.files()).toHaveLength(10);

      const again = await openReviewSite(database, { directory: site.directory });
      const anyone = again.visit();
      expect((await anyone.call('GET', '/reviews')).body).toEqual([body]);
      for (const name of body.images) {
        for (const file of [name, name.replace('.webp', '-320.webp')]) {
          const response = await anyone.ask('GET', `/uploads/${file}`);
          expect(response.status).toBe(200);
          const shown = await sharp(await response.arrayBuffer()).metadata();
          expect(shown).toMatchObject({ format: 'webp' });
          expect({ exif: shown.exif, xmp: shown.xmp }).toEqual({});
        }
      }
    },
  );

  it('accepts a single picture, and a file input that is empty', covers('call-19'), async () => {
    const site = await openReviewSite(await open());
    const kavya = await site.signIn();
    const single = await kavya.post(formOf({}, [await photo()], 'picture'));
    expect(single.body.images).toEqual([single.body.picture]);
    const none = await kavya.post(formOf({}, [new File([], '')]));
    expect(none).toMatchObject({ status: 201, body: { images: [] } });
    expect(site.files()).toHaveLength(2);
  });

  it(
    'marks a review as verified only if its author has paid for the product',
    covers('entity-25'),
    async () => {
      const site = await openReviewSite(await open());
      const [buyer, other] = [await site.signIn(), await site.signIn()];
      await site.buy(buyer.account, '6');
      expect((await buyer.post(formOf())).body).toMatchObject({ verified: true });
      expect((await buyer.post(formOf({ productId: '1' }))).body).toMatchObject({
        verified: false,
      });
      expect((await other.post(formOf())).body).toMatchObject({ verified: false });
      const claims = formOf({ verified: 'true', helpfulVotes: '49', featured: 'true', id: '1' });
      expect((await other.post(claims)).body).toMatchObject({ verified: false, helpfulVotes: 0 });
    },
  );

  it('requires a form, a session and the shop’s origin', covers('role-10', 'api-6'), async () => {
    const site = await openReviewSite(await open());
    expect(await site.visit().post(formOf())).toMatchObject({ status: 401 });
    const kavya = await site.signIn();
    const elsewhere = await kavya.call('POST', '/reviews', formOf(), {
      origin: 'https://x.example',
    });
    expect(elsewhere.status).toBe(403);
    const json = await kavya.call('POST', '/reviews', '{}', {
      'content-type': 'application/json',
    });
    expect(json.status).toBe(415);
    expect((await kavya.call('GET', '/reviews')).body).toEqual([]);
  });

  it(
    'ignores a date in the form, and hides its author’s account',
    covers('entity-24'),
    async () => {
      const site = await openReviewSite(await open());
      const kavya = await site.signIn();
      const form = formOf({ date: '1999-01-01T00:00:00.000Z', email: 'kavya@shopper.example' });
      const { body } = await kavya.post(form);
      expect(body.createdAt).toMatch(/^2026-/);
      const text = JSON.stringify([body, (await kavya.call('GET', '/reviews')).body]);
      expect(text).not.toContain('@');
      expect(text).not.toContain(kavya.account.id);
    },
  );

  it('removes control characters, and keeps markup as text', async () => {
    const site = await openReviewSite(await open());
    const kavya = await site.signIn();
    const markup = `<img src=x onerror="alert(1)">'; drop table review; --`;
    const form = formOf({ name: `${markup}\u202E`, title: '\u2066\u0007', comment: markup });
    const { status, body, headers } = await kavya.post(form);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: markup, title: '', comment: markup });
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('refuses an invalid field with its own message, and stores nothing', async () => {
    const site = await openReviewSite(await open());
    const kavya = await site.signIn();
    const wrong = [
      [{ rating: '' }, 'rating', 'Please select a rating'],
      [{ rating: '6' }, 'rating', 'Please select a rating'],
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ comment: ' \u200B\n' }, 'comment', 'Please enter a review comment'],
      [{ comment: 'x'.repeat(10_000) }, 'comment', tooLong('Comment', 5000)],
      [{ comment: 'x'.repeat(2_000_000) }, 'comment', tooLong('Comment', 5000)],
      [{ title: 'x'.repeat(121) }, 'title', tooLong('Title', 120)],
      [{ productId: '' }, 'productId', 'Please name a product'],
      [{ productId: '99' }, 'productId', 'We do not sell this product.'],
    ] as const;
    for (const [change, field, message] of wrong) {
      const refused = await kavya.post(formOf(change, [await photo()]));
      const errors = [{ field, message }];
      expect(refused).toMatchObject({ status: 400, body: { detail: message, errors } });
      expect(refused.headers.get('content-type')).toBe('application/problem+json');
    }
    expect(site.files()).toEqual([]);
    expect((await kavya.call('GET', '/reviews')).body).toEqual([]);
  });

  it('names every invalid field at once', covers('rule-35'), async () => {
    const site = await openReviewSite(await open());
    const kavya = await site.signIn();
    const { body } = await kavya.post(formOf({ rating: '', comment: '' }, [svg]));
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual([
      'rating',
      'comment',
      'images',
    ]);
  });

  it('never uses the name of an uploaded file', covers('rule-36'), async () => {
    const site = await openReviewSite(await open());
    const kavya = await site.signIn();
    const names = [
      '../../../etc/passwd',
      'C:\\x\\a.jpg',
      '"><script>alert(1)</script>.jpg',
      '.htaccess',
    ];
    const bytes = await photo();
    const { status, body } = await kavya.post(
      formOf(
        {},
        names.map((name) => fileOf(bytes, name)),
      ),
    );
    expect(status).toBe(201);
    for (const name of body.images) expect(name).toMatch(PICTURE_NAME);
    for (const file of site.files()) expect(file).toMatch(/^[\da-f]{32}(-320)?\.webp$/);
  });
});

describeOnBothDatabases('a review with bad pictures', (open) => {
  it('is refused, and the valid pictures before them are deleted', async () => {
    const site = await openReviewSite(await open());
    const kavya = await site.signIn();
    const good = await png();
    const five = [good, good, good, good, good];
    const large = Buffer.concat([await photo(), Buffer.alloc(12_000_000)]);
    const all: [what: string, files: Buffer[], message: string][] = [
      ['six', [...five, good], TOO_MANY_PICTURES],
      ['five and something else', [...five, svg], TOO_MANY_PICTURES],
      ['12 MB', [good, large, good], PICTURE_TOO_LARGE],
      ['a bomb', [good, bombPng()], PICTURE_TOO_LARGE],
    ];
    for (const [what, make] of Object.entries(impostors)) {
      all.push([what, [good, await make()], WRONG_PICTURE_TYPE]);
    }
    for (const [what, make] of Object.entries(broken)) {
      const message = 'An image is damaged or incomplete: please choose another one';
      all.push([what, [good, await make()], message]);
    }
    for (const [what, files, message] of all) {
      const { status, body } = await kavya.post(formOf({}, files));
      const { detail, errors } = body;
      expect({ what, status, detail, errors }).toEqual({
        what,
        status: 400,
        detail: message,
        errors: [{ field: 'images', message }],
      });
      expect(site.files()).toEqual([]);
    }
    expect((await kavya.call('GET', '/reviews')).body).toEqual([]);
  });
});

describeOnBothDatabases('a review that cannot be saved', (open) => {
  it('leaves no file and is not counted when its row is refused', async () => {
    const database = await open();
    const site = await openReviewSite(database);
    const kavya = await site.signIn();
    await sql`create unique index one_review_a_product on review (product_id)`.execute(database.db);
    expect(await kavya.post(formOf({}, [await png()]))).toMatchObject({ status: 201 });
    const before = site.files();
    expect(await kavya.post(formOf({}, [await photo()]))).toMatchObject({ status: 500 });
    expect(site.files()).toEqual(before);
    expect((await kavya.call('GET', '/reviews')).body).toHaveLength(1);
    expect((await kavya.call('GET', '/reviews?page=1')).body.count).toBe(1);
  });

  it('leaves neither row nor file when a picture cannot be stored', async () => {
    const database = await open();
    const site = await openReviewSite(database);
    const store = site.pictures;
    let kept = 0;
    const keep = async (draft: string) => {
      kept += 1;
      if (kept === 3) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return store.store(draft);
    };
    const full = await openReviewSite(database, {
      directory: site.directory,
      pictures: { store: keep },
    });
    const kavya = await full.signIn();
    const three = [await png(), await png(), await photo()];
    expect(await kavya.post(formOf({}, three))).toMatchObject({ status: 500 });
    expect(site.files()).toEqual([]);
    expect((await kavya.call('GET', '/reviews')).body).toEqual([]);
  });
});

describeOnBothDatabases('GET /uploads', (open) => {
  it('serves pictures that can be cached for good and run nothing', covers('api-7'), async () => {
    const site = await openReviewSite(await open());
    const kavya = await site.signIn();
    const { body } = await kavya.post(formOf({}, [await photo()]));
    const response = await site.visit().ask('GET', `/uploads/${body.picture}`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('serves nothing else', async () => {
    const site = await openReviewSite(await open());
    const visitor = site.visit();
    for (const file of [
      '',
      '..%2Fmaalai.sqlite',
      '%2e%2e%2fmaalai.sqlite',
      'incoming%2F0123456789abcdef0123456789abcdef',
      '0123456789abcdef0123456789abcdef.webp',
      'a/b.webp',
    ]) {
      const response = await visitor.call('GET', `/uploads/${file}`);
      expect({ file, status: response.status }).toEqual({ file, status: 404 });
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const withNul = await visitor.call('GET', '/uploads/0123456789abcdef.webp%00.jpg');
    expect(withNul.status).toBe(400);
  });
});
