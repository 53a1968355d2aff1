// Generates the fuzzer's requests: valid requests for the shop's pages and API routes, and the same with one or several
// errors, from the payload down to the framing.
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';

export interface FuzzRequest {
  /** The route or page, for the table. */
  kind: string;
  bytes: Uint8Array;
  isHead: boolean;
  breaksOff: boolean;
  /** Whether the shop hashes a password or decodes a picture, which is slow. */
  mayTakeLong: boolean;
  /** Whether it has neither a session nor a signature. */
  isAnonymous: boolean;
}

/** What the fuzzer knows about the shop. */
export interface Knowledge {
  host: string;
  /** The cookies of accounts that are signed in. */
  cookies: readonly string[];
  /** The cookies of accounts with PASSWORD, which may be deleted. */
  disposable: readonly string[];
  emails: readonly string[];
  webhookSecret: string;
}

interface Draft {
  kind: string;
  method: string;
  target: string;
  headers: [string, string][];
  body: Uint8Array;
  mayTakeLong: boolean;
}

/** That of the accounts that may be deleted. */
export const PASSWORD = 'a long enough passphrase';

/** A placeholder for a value that is nested too deeply for JSON.stringify. */
const DEEP = 'twenty thousand arrays in each other';
const DEPTH = 20_000;

/** Texts that are known to cause errors in programs. */
export const oddText = fc.oneof(
  fc.constantFrom(
    ...[
      ['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202e', "' or 1=1 --"],
      ['\ufdfa'.repeat(400), '\u2057'.repeat(400), '\u0344'.repeat(1_000)],
      ['a'.repeat(5_000), '😀'.repeat(300), '%00', '<script>', '${7*7}', '../../etc/passwd'],
      ['__proto__', 'constructor', 'NaN', '-0', '1e999'],
    ].flat(),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, [], {}, [[[]]], [null], { toString: 1 }),
  fc.constantFrom(0, -1, 0.5, 1e308, -1e308, 2 ** 53, Number.MIN_VALUE),
  fc.constant(DEEP),
  fc.array(fc.constantFrom<unknown>({}, null, ''), { minLength: 60, maxLength: 2_000 }),
);

/** Generates usually a valid value, sometimes an odd one. */
const mostly = <T>(right: fc.Arbitrary<T>, odd: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 40, arbitrary: right as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: odd },
  );

const text = (...texts: string[]) => mostly(fc.constantFrom(...texts), oddValue);
const record = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.record(members) },
    { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) },
    { weight: 1, arbitrary: oddValue },
  );

function draftsFor({ emails, disposable, webhookSecret }: Knowledge): fc.Arbitrary<Draft> {
  const email = text(...emails, 'nobody@shopper.example');
  const profile = {
    name: text('Kavya Raman'),
    email,
    password: text(PASSWORD, 'short', 'x'.repeat(128)),
  };
  const json = (value: unknown) =>
    Buffer.from(JSON.stringify(value).replace(`"${DEEP}"`, '['.repeat(DEPTH) + ']'.repeat(DEPTH)));
  const call = (
    kind: string,
    method: string,
    target: fc.Arbitrary<string>,
    { body, mayTakeLong = false }: { body?: fc.Arbitrary<unknown>; mayTakeLong?: boolean } = {},
  ): fc.Arbitrary<Draft> =>
    fc
      .record({ target, payload: body ?? fc.constant(undefined) })
      .map(({ target: at, payload }) => ({
        kind,
        method,
        target: at,
        headers: payload === undefined ? [] : [['Content-Type', 'application/json']],
        body: payload === undefined ? new Uint8Array() : json(payload),
        mayTakeLong,
      }));
  const at = (...paths: string[]) => fc.constantFrom(...paths);
  const segment = oddText.map((odd) => encodeURIComponent(odd.toWellFormed()));
  const id = fc.oneof(at('order_x', 'pay_1', '00000000-0000-0000-0000-000000000000'), segment);

  const item = record({
    productId: text('3', '1', '2', 'COMBO_001', '99'),
    selectedVersion: text('adult', 'kids'),
    quantity: mostly(fc.integer({ min: 1, max: 20 }), oddValue),
    chocolate: text('Dairy Milk', 'Munch'),
  });
  const ordered = {
    productId: '3',
    selectedVersion: 'adult',
    quantity: 1,
    chocolate: 'Dairy Milk',
  };
  const order = record({
    totalAmount: mostly(fc.constant(999), oddValue),
    items: fc.oneof(
      fc.constant([ordered]),
      fc.array(item, { minLength: 1, maxLength: 3 }),
      oddValue,
    ),
    couponCode: text('', 'FREE100'),
    delivery: record({
      customerName: text('Kavya Raman'),
      email,
      phoneNumber: text('9876543210'),
      landmark: text(''),
      state: text('Tamil Nadu'),
      pincode: text('600004'),
      address: text('12, South Mada Street'),
    }),
  });
  const verification = record({
    razorpay_order_id: text('order_1'),
    razorpay_payment_id: text('pay_1'),
    razorpay_signature: text('f'.repeat(64)),
  });
  const payment = record({
    id: text('pay_1'),
    order_id: text('order_1'),
    amount: mostly(fc.constantFrom(100, 99_900), oddValue),
    currency: text('INR'),
    status: text('captured', 'failed', 'authorized'),
  });
  const event = record({
    event: text('payment.captured', 'order.paid', 'refund.processed', 'payment.dispute.created'),
    payload: record({
      payment: record({ entity: payment }),
      refund: record({ entity: record({ id: text('rfnd_1'), payment_id: text('pay_1') }) }),
      dispute: record({ entity: record({ id: text('disp_1'), amount: text('1') }) }),
    }),
  });
  const query = fc
    .array(
      fc.tuple(
        fc.constantFrom('productId', 'sort', 'rating', 'page', 'q', 'other'),
        fc.oneof(at('3', 'newest', 'helpful', 'all', '5', '1', '2000', 'wedding'), oddText),
      ),
      { maxLength: 4 },
    )
    .map((pairs) =>
      pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
    );
  const reviewPath = at('/reviews', '/api/reviews');

  const get = (kind: string, target: fc.Arbitrary<string>) => call(`GET ${kind}`, 'GET', target);
  const under = (path: string, rest = '') => segment.map((odd) => `${path}/${odd}${rest}`);
  const post = (path: string, body?: fc.Arbitrary<unknown>, more: { mayTakeLong?: boolean } = {}) =>
    call(`POST ${path}`, 'POST', at(path), { ...more, ...(body && { body }) });
  const nothing = fc.constant({});
  const password = text(PASSWORD);
  const slow = { mayTakeLong: true };
  /** Sends it from an account that has a password, and may end. */
  const disposably = (drafts: fc.Arbitrary<Draft>) =>
    fc.tuple(drafts, fc.constantFrom(...disposable)).map(([draft, cookie]): Draft => ({
      ...draft,
      headers: [...draft.headers, ['Cookie', cookie]],
    }));
  const signed = (draft: Draft): Draft => {
    const signature = createHmac('sha256', webhookSecret).update(draft.body).digest('hex');
    const own: Draft['headers'] = [
      ['X-Razorpay-Event-Id', `evt_${draft.body.length}`],
      ['X-Razorpay-Signature', signature],
    ];
    return { ...draft, headers: [...draft.headers, ...own] };
  };

  /** Sends a payload as an HTML form. */
  const asForm = (draft: Draft): Draft => ({
    ...draft,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: Buffer.from(
      draft.body
        .toString()
        .replace(/[{}"]/g, '')
        .replace(/[:,]/g, (sign) => (sign === ':' ? '=' : '&')),
    ),
  });

  return fc.oneof(
    get('page', at('/', '/home', '/products', '/dairymilkgarland', '/cart', '/deliveryform')),
    get('page', at('/HOME/', '/no-such-page', '/favicon.ico', '/robots.txt', '/sitemap.xml')),
    get('page', under('')),
    get('/healthz', at('/healthz', '/readyz')),
    get('/api/auth/get-session', at('/api/auth/get-session')),
    get('/api/auth/list-sessions', at('/api/auth/list-sessions')),
    get('/api/users/delivery', at('/api/users/delivery')),
    disposably(post('/api/auth/sign-out', nothing)),
    disposably(post('/api/auth/revoke-sessions', nothing)),
    post('/api/auth/request-password-reset', record({ email })),
    post('/api/auth/reset-password', record({ token: text('x'), newPassword: password })),
    post('/api/auth/change-password', record({ currentPassword: password, newPassword: password })),
    post('/api/auth/update-user', record({ name: text('Kavya Raman') })),
    disposably(post('/api/auth/delete-user', record({ password }), slow)),
    disposably(
      post(
        '/api/auth/revoke-session',
        record({ id: fc.oneof(text('x'), oddText), password }),
        slow,
      ),
    ),
    post('/api/auth/send-verification-email'),
    post('/api/auth/verify-email', record({ token: text('x') })),
    post('/payments/orders', order),
    get(
      '/payments/orders/:id',
      id.map((odd) => `/payments/orders/${odd}`),
    ),
    post('/payments/verify', verification),
    post('/payments/callback', verification).map(asForm),
    post('/payments/webhook', event),
    post('/payments/webhook', event).map(signed),
    get('/orders/:email', fc.oneof(at(...emails.map((own) => `/orders/${own}`)), under('/orders'))),
    get(
      '/reviews',
      fc.tuple(reviewPath, query).map((pair) => pair.join('?')),
    ),
    call('POST helpful', 'POST', under('/reviews', '/helpful')),
    get('/uploads/:file', under('/uploads')),
    call('POST /api', 'POST', under('/api'), { body: oddValue }),
    get('/test-payments', at('/test-payments/checkout.js', '/test-payments/')),
    get('/test-payments', at('/test-payments/window?order_id=order_1')),
    get('/test-payments', at('/test-payments/../control/ledger')),
    get('/test-payments', under('/test-payments')),
    form(reviewPath),
    // Rarely: each hashes a password.
    fc.oneof(
      { weight: 20, arbitrary: get('page', at('/home')) },
      disposably(
        post(
          '/api/auth/change-password',
          record({ currentPassword: password, newPassword: password }),
          slow,
        ),
      ),
      post('/api/auth/sign-in/email', record({ email, password: profile.password }), slow),
      post('/api/auth/sign-up/email', record(profile), slow),
      post('/api/users/register', record({ ...profile, confirmPassword: password }), slow),
    ),
  );
}

/** Generates the form of a review, with up to ten thousand parts. */
function form(target: fc.Arbitrary<string>): fc.Arbitrary<Draft> {
  const names = 'rating name title comment productId images __proto__ "'.split(' ');
  const name = fc.constantFrom(...names);
  const part = fc.record({
    name,
    file: fc.constantFrom('', '; filename="a.png"', '; filename="\\"', "; filename*=utf-8''%00"),
    text: fc.oneof(fc.constantFrom('5', '3', 'Lovely', 'The bride wore it twice'), oddText),
  });
  const parts = fc.oneof(
    { weight: 6, arbitrary: fc.array(part, { maxLength: 8 }) },
    { weight: 1, arbitrary: part.map((one) => Array.from({ length: 10_000 }, () => one)) },
  );
  const boundary = fc.constantFrom('xyz', 'x'.repeat(70), '"', '');
  const ending = fc.constantFrom('--\r\n', '--', '', '\r\n');
  return fc.record({ target, parts, boundary, ending }).map((drawn) => {
    const body = drawn.parts
      .map(
        (each) =>
          `--${drawn.boundary}\r\nContent-Disposition: form-data; name="${each.name}"${each.file}\r\n\r\n${each.text}\r\n`,
      )
      .join('');
    return {
      kind: 'POST /reviews',
      method: 'POST',
      target: drawn.target,
      headers: [['Content-Type', `multipart/form-data; boundary=${drawn.boundary}`]],
      body: Buffer.from(`${body}--${drawn.boundary}${drawn.ending}`),
      mayTakeLong: drawn.parts.some(({ file }) => file !== ''),
    };
  });
}

type Framing = (
  draft: Draft,
  head: string[],
) => { head: string[]; body: Uint8Array; breaksOff?: boolean };

const sized = (draft: Draft) =>
  draft.body.length > 0 || draft.method === 'POST' ? [`Content-Length: ${draft.body.length}`] : [];

const chunk = (size: string, body: Uint8Array, end: string) =>
  Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from(end)]);

const whole: Framing = (draft, head) => ({ head: [...head, ...sized(draft)], body: draft.body });

/** Valid and invalid framings of a request. */
const framings: readonly Framing[] = [
  (draft, head) => ({
    head: [...head, 'Transfer-Encoding: chunked'],
    body: chunk(draft.body.length.toString(16), draft.body, '\r\n0\r\n\r\n'),
  }),
  ...['ZZ', '-1', 'ffffffffffffffff', '1;'.padEnd(20_000, 'a'), ''].map(
    (size): Framing =>
      (draft, head) => ({
        head: [...head, 'Transfer-Encoding: chunked'],
        body: chunk(size, draft.body, '\r\n0\r\n\r\n'),
        breaksOff: true,
      }),
  ),
  (draft, head) => ({ head: [...head, ...sized(draft), ...sized(draft)], body: draft.body }),
  (draft, head) => ({
    head: [...head, 'Content-Length: 0', 'Content-Length: 5'],
    body: draft.body,
  }),
  (draft, head) => ({
    head: [...head, 'Transfer-Encoding: chunked', 'Content-Length: 4'],
    body: Buffer.from('0\r\n\r\nGET /control/ledger HTTP/1.1\r\nHost: x\r\n\r\n'),
    breaksOff: draft.body.length > 0,
  }),
  ...['-1', '1e3', '99999999999999999999', '0x10', ''].map((length): Framing => (draft, head) => ({
    head: [...head, `Content-Length: ${length}`],
    body: draft.body,
    breaksOff: true,
  })),
  // The announced length is more, or less, than the body.
  (draft, head) => ({
    head: [...head, `Content-Length: ${draft.body.length + 10}`],
    body: draft.body,
    breaksOff: true,
  }),
  (draft, head) => ({
    head: [...head, `Content-Length: ${draft.body.length >> 1}`],
    body: draft.body,
  }),
  (draft) => ({
    head: [`${draft.method} ${draft.target} HTTP/1.0`],
    body: draft.body,
    breaksOff: true,
  }),
  (draft) => ({ head: [`${draft.method} ${draft.target}`], body: draft.body, breaksOff: true }),
  (draft, head) => ({ head: head.slice(0, 1), body: draft.body, breaksOff: true }),
  (draft, head) => ({ head: [...head, 'Expect: 100-continue', ...sized(draft)], body: draft.body }),
  (draft, head) => ({ head: [...head, 'Expect: a miracle', ...sized(draft)], body: draft.body }),
  (draft, head) => ({ head: [...head, 'Upgrade: h2c', ...sized(draft)], body: draft.body }),
];

const oddHeader = fc.constantFrom(
  ...[
    ['X-Odd: \0', `X-Odd: ${'x'.repeat(20_000)}`, 'Host: evil.example', 'Host:', 'No colon'],
    ['Cookie: ;;;=', `Cookie: ${'a=b; '.repeat(1_000)}`, 'Idempotency-Key: \x80'],
    ['Origin: https://evil.example', 'Origin: null', ' folded: header', 'Authorization: Basic !'],
    ['X-Forwarded-For: ,,,', 'X-Forwarded-For: ::1%eth0', 'X-Http-Method-Override: DELETE'],
    ['Accept-Encoding: br;q=x', `Accept-Encoding: ${'br,'.repeat(2_000)}`, 'Range: bytes=0-'],
    ['If-None-Match: "', 'Content-Encoding: gzip', 'Content-Type: text/plain'],
  ].flat(),
);

const oddTarget = fc.constantFrom(
  ...[
    'http://evil.example/home http://[::1 * home //evil.example/home /home#x'.split(' '),
    '/% /%ff /%00 /%c0%ae /..%2f..%2fetc/passwd /home?% /home;x /reviews?q=%'.split(' '),
    ['/home\\..', '/h\u00e9', '/reviews?q[]=1&q[]=2', `/${'a/'.repeat(8_000)}`],
  ].flat(),
);

const oddMethod = fc.constantFrom(...'HEAD OPTIONS PUT DELETE TRACE CONNECT get G\0T '.split(' '));

/** Generates requests of all kinds. Three in four have no error outside the payload. */
export function requestsFor(known: Knowledge): fc.Arbitrary<FuzzRequest> {
  const none = fc.constant(undefined);
  const seldom = <T>(odd: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 16, arbitrary: none }, { weight: 1, arbitrary: odd });
  return fc
    .record({
      draft: draftsFor(known),
      cookie: fc.option(fc.constantFrom(...known.cookies), { freq: 2, nil: undefined }),
      address: fc.integer({ min: 0, max: 2_047 }),
      target: seldom(oddTarget),
      method: seldom(oddMethod),
      header: seldom(oddHeader),
      framing: seldom(fc.constantFrom(...framings)),
    })
    .map(({ draft: drawn, cookie, address, target, method, header, framing }) => {
      const draft = { ...drawn, target: target ?? drawn.target, method: method ?? drawn.method };
      const isProven = draft.headers.some(([name]) => /^(Cookie|X-Razorpay-Sig)/.test(name));
      const head = [
        `${draft.method} ${draft.target} HTTP/1.1`,
        `Host: ${known.host}`,
        'Connection: close',
        // Each address has its own rate limits.
        `X-Forwarded-For: 10.1.${address >> 8}.${address & 255}`,
        ...draft.headers.map((pair) => pair.join(': ')),
        ...(cookie === undefined || isProven ? [] : [`Cookie: ${cookie}`]),
        ...(header === undefined ? [] : [header]),
      ];
      const framed = (framing ?? whole)(draft, head);
      return {
        kind: draft.kind,
        bytes: Buffer.concat([
          Buffer.from(`${framed.head.join('\r\n')}\r\n\r\n`, 'latin1'),
          framed.body,
        ]),
        isHead: draft.method === 'HEAD',
        breaksOff: framed.breaksOff ?? false,
        mayTakeLong: draft.mayTakeLong,
        isAnonymous: cookie === undefined && !isProven,
      };
    });
}
