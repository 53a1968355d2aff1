// POST /reviews with an Idempotency-Key: a browser, or the proxy, sends a review again that was not acknowledged.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { photo } from '#support/server/review-files.ts';
import { createForm, openSignedIn } from '#support/server/review-site.ts';

const key = { 'idempotency-key': 'k1' };

onBoth('a review that is sent again', (open) => {
  it('is saved once, with its pictures, however often it comes at once', async () => {
    const { site, kavya } = await openSignedIn(await open());
    const file = await photo();
    const post = () => kavya.post(createForm({}, [file]), '/reviews', key);
    const all = [...(await Promise.all([post(), post(), post()])), await post()];
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const saved = (await kavya.get('/reviews')).body;
    expect(all.map(({ body }) => body)).toEqual(Array(4).fill(saved[0]));
    expect(saved).toHaveLength(1);
    expect((await kavya.get('/reviews?page=1&productId=6')).body.count).toBe(1);
    expect(await site.files()).toHaveLength(2);
    const other = await site.signIn();
    expect((await other.post(createForm(), '/reviews', key)).body.id).not.toBe(saved[0].id);
  });
});

onDatabase('another review under a used key', (open) => {
  it.each([
    [{ comment: 'It fell apart.' }, 0],
    [{ productId: '3' }, 0],
    [{}, 1],
  ])('with %j and %i pictures is refused', async (change, pictures) => {
    const { kavya } = await openSignedIn(await open());
    await kavya.post(createForm(), '/reviews', key);
    const files = await Promise.all(Array.from({ length: pictures }, () => photo()));
    expect(await kavya.post(createForm(change, files), '/reviews', key)).toMatchObject({
      status: 409,
      body: {
        code: 'idempotency-key-reused',
        detail: expect.stringMatching(/saved as you first sent it.*send it once more/),
      },
    });
    expect((await kavya.get('/reviews')).body).toHaveLength(1);
  });
});
