import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { covers } from '#support/covers.ts';
import { postReview } from '../reviews/post-review.ts';
import { upload } from './request.ts';

/** The parts of XMLHttpRequest that an upload needs; the test acts as the network. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  opened = '';
  sent: FormData | undefined;
  status = 0;
  responseText = '';

  open(method: string, path: string): void {
    FakeRequest.last = this;
    this.opened = `${method} ${path}`;
  }
  setRequestHeader(): void {}
  send(form: FormData): void {
    this.sent = form;
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  respond(status: number, body: unknown): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const schema = v.object({ id: v.string() });

function begin() {
  const progress: number[] = [];
  const result = upload('/x', {
    form: new FormData(),
    schema,
    onProgress: (sent) => progress.push(sent),
  });
  return { result, progress, request: FakeRequest.last };
}

it('reports the progress and the response', async () => {
  const { result, progress, request } = begin();
  request.progress(0, 0);
  request.progress(30, 40);
  request.progress(40, 40);
  request.respond(201, { id: 'r1' });
  expect(await result).toEqual({ ok: true, value: { id: 'r1' } });
  expect(progress).toEqual([0, 0.75, 1]);
  expect(request.opened).toBe('POST /x');
});

it('reports a refusal with its fields, and a broken connection', async () => {
  const refused = begin();
  const errors = [{ field: 'images', message: 'Too large' }];
  refused.request.respond(400, { detail: 'Too large', errors });
  expect(await refused.result).toMatchObject({ ok: false, kind: 'problem', status: 400, errors });
  const broken = begin();
  broken.request.dispatchEvent(new Event('error'));
  expect(await broken.result).toMatchObject({ ok: false, kind: 'network', status: 0 });
});

it('waits as long as there is progress, and gives up after a minute without any', async () => {
  const { result, request } = begin();
  let settled = false;
  void result.then(() => (settled = true));
  for (let minute = 1; minute <= 5; minute += 1) {
    await vi.advanceTimersByTimeAsync(59_000);
    request.progress(minute, 10);
  }
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toMatchObject({ ok: false, kind: 'network' });
});

it(
  'sends a review with the field names of the specification, without the e-mail',
  covers('call-18'),
  async () => {
    const pictures = ['a', 'b'].map(
      (name) => new File([name], `${name}.png`, { type: 'image/png' }),
    );
    const date = '2026-11-14T06:30:00.000Z';
    const texts = { productId: '3', name: 'Asha', rating: 5, title: '', comment: 'Fine', date };
    const result = postReview({ ...texts, pictures }, () => {});
    const { sent, opened } = FakeRequest.last;
    expect(opened).toBe('POST /api/reviews');
    expect([...sent!].filter(([, value]) => typeof value === 'string')).toEqual(
      Object.entries({ ...texts, rating: '5' }),
    );
    expect(sent!.getAll('images').map((file) => (file as File).name)).toEqual(['a.png', 'b.png']);
    FakeRequest.last.respond(201, { id: 8, productId: 3, rating: 5, name: 'Asha' });
    expect(await result).toMatchObject({ ok: true, value: { id: '8', productId: '3' } });
  },
);
