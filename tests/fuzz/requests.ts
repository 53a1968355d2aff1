// Generates the fuzzer's requests: valid requests for the shop's pages and API routes, and the same with one or several
// errors, from the payload down to the framing.
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';

export interface FuzzRequest {
  /** The route or page, for the table. */
  kind: string;
  bytes: Uint8Array;
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
  /** Begins with its method. */
  kind: string;
  target: string;
  headers: readonly string[];
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

/** Generates payloads like this example, in which a member is seldom odd or missing. */
function like(example: unknown): fc.Arbitrary<unknown> {
  const seldomOdd = (right: fc.Arbitrary<unknown>, weight: number) =>
    fc.oneof({ weight, arbitrary: right }, { weight: 1, arbitrary: oddValue });
  if (example instanceof fc.Arbitrary) return seldomOdd(example, 40);
  if (typeof example !== 'object' || example === null) return seldomOdd(fc.constant(example), 40);
  if (Array.isArray(example)) {
    return seldomOdd(fc.array(like(example[0]), { minLength: 1, maxLength: 3 }), 2);
  }
  const members = Object.fromEntries(
    Object.entries(example).map(([name, each]) => [name, like(each)]),
  );
  const [whole, holed] = [fc.record(members), fc.record(members, { requiredKeys: [] })];
  return seldomOdd(fc.oneof({ weight: 30, arbitrary: whole }, { weight: 1, arbitrary: holed }), 31);
}

const toJson = (value: unknown) =>
  Buffer.from(JSON.stringify(value).replace(`"${DEEP}"`, '['.repeat(DEPTH) + ']'.repeat(DEPTH)));

/** Generates requests of one kind. */
const draft = (kind: string, target: fc.Arbitrary<string>, example?: unknown) =>
  fc
    .record({
      target,
      body: example ? like(example).map(toJson) : fc.constant(new Uint8Array()),
    })
    .map((drawn): Draft => ({
      kind,
      headers: example ? ['Content-Type: application/json'] : [],
      mayTakeLong: false,
      ...drawn,
    }));

const at = (...paths: string[]) => fc.constantFrom(...paths);
const segment = oddText.map((odd) => encodeURIComponent(odd.toWellFormed()));
const under = (path: string, rest = '') => segment.map((odd) => `${path}/${odd}${rest}`);
const get = (kind: string, target: fc.Arbitrary<string>) => draft(`GET ${kind}`, target);
const post = (path: string, example?: unknown) => draft(`POST ${path}`, at(path), example);

const slow = (drafts: fc.Arbitrary<Draft>) =>
  drafts.map((each): Draft => ({ ...each, mayTakeLong: true }));
const withHeaders = (each: Draft, ...more: string[]): Draft => ({
  ...each,
  headers: [...each.headers, ...more],
});

/** Sends a payload as an HTML form. */
const asForm = (each: Draft): Draft => ({
  ...each,
  headers: ['Content-Type: application/x-www-form-urlencoded'],
  body: Buffer.from(
    Buffer.from(each.body)
      .toString()
      .replace(/[{}"]/g, '')
      .replace(/[:,]/g, (sign) => (sign === ':' ? '=' : '&')),
  ),
});

const ordered = { productId: '3', selectedVersion: 'adult', quantity: 1, chocolate: 'Dairy Milk' };
const item = {
  productId: at('3', '1', '2', 'COMBO_001', '99'),
  selectedVersion: at('adult', 'kids'),
  quantity: fc.integer({ min: 1, max: 20 }),
  chocolate: at('Dairy Milk', 'Munch'),
};
const verification = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'f'.repeat(64),
};
const payment = {
  id: 'pay_1',
  order_id: 'order_1',
  amount: fc.constantFrom(100, 99_900),
  currency: 'INR',
  status: at('captured', 'failed', 'authorized'),
};
const event = {
  event: at('payment.captured', 'order.paid', 'refund.processed', 'payment.dispute.created'),
  payload: {
    payment: { entity: payment },
    refund: { entity: { id: 'rfnd_1', payment_id: 'pay_1' } },
    dispute: { entity: { id: 'disp_1', amount: '1' } },
  },
};
const pair = fc.tuple(
  at('productId', 'sort', 'rating', 'page', 'q', 'other'),
  fc.oneof(at('3', 'newest', 'helpful', 'all', '5', '1', '2000', 'wedding'), segment),
);
const query = fc
  .array(pair, { maxLength: 4 })
  .map((pairs) => pairs.map((each) => each.join('=')).join('&'));
const reviewPath = at('/reviews', '/api/reviews');

function draftsFor({ emails, disposable, webhookSecret }: Knowledge): fc.Arbitrary<Draft> {
  const email = at(...emails, 'nobody@shopper.example');
  const password = at(PASSWORD, 'short', 'x'.repeat(128));
  const profile = { name: 'Kavya Raman', email, password };
  const delivery = {
    customerName: 'Kavya Raman',
    email,
    phoneNumber: '9876543210',
    landmark: '',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '12, South Mada Street',
  };
  const items = fc.oneof(fc.constant([ordered]), like([item]));
  const order = { totalAmount: 999, items, couponCode: at('', 'FREE100'), delivery };
  const newPassword = { currentPassword: PASSWORD, newPassword: PASSWORD };
  /** Sends it from an account that has a password, and may end. */
  const disposably = (drafts: fc.Arbitrary<Draft>) =>
    fc
      .tuple(drafts, fc.constantFrom(...disposable))
      .map(([each, cookie]) => withHeaders(each, `Cookie: ${cookie}`));
  const signed = (each: Draft): Draft => {
    const signature = createHmac('sha256', webhookSecret).update(each.body).digest('hex');
    const id = `X-Razorpay-Event-Id: evt_${each.body.length}`;
    return withHeaders(each, id, `X-Razorpay-Signature: ${signature}`);
  };

  return fc.oneof(
    get('page', at(...'/ /home /products /dairymilkgarland /cart /deliveryform'.split(' '))),
    get('page', at(...'/HOME/ /no-such-page /favicon.ico /robots.txt /sitemap.xml'.split(' '))),
    get('page', under('')),
    get('/healthz', at('/healthz', '/readyz')),
    get('/api/auth', at('/api/auth/get-session', '/api/auth/list-sessions')),
    get('/api/users/delivery', at('/api/users/delivery')),
    disposably(post('/api/auth/sign-out', {})),
    disposably(post('/api/auth/revoke-sessions', {})),
    post('/api/auth/request-password-reset', { email }),
    post('/api/auth/reset-password', { token: 'x', newPassword: PASSWORD }),
    post('/api/auth/change-password', newPassword),
    post('/api/auth/update-user', { name: 'Kavya Raman' }),
    slow(disposably(post('/api/auth/delete-user', { password: PASSWORD }))),
    slow(
      disposably(
        post('/api/auth/revoke-session', { id: fc.oneof(at('x'), oddText), password: PASSWORD }),
      ),
    ),
    post('/api/auth/send-verification-email'),
    post('/api/auth/verify-email', { token: 'x' }),
    post('/payments/orders', order),
    get(
      '/payments/orders/:id',
      fc.oneof(at('/payments/orders/order_x'), under('/payments/orders')),
    ),
    post('/payments/verify', verification),
    post('/payments/callback', verification).map(asForm),
    post('/payments/webhook', event),
    post('/payments/webhook', event).map(signed),
    get('/orders/:email', fc.oneof(at(...emails.map((own) => `/orders/${own}`)), under('/orders'))),
    get(
      '/reviews',
      fc.tuple(reviewPath, query).map((both) => both.join('?')),
    ),
    draft('POST helpful', under('/reviews', '/helpful')),
    get('/uploads/:file', under('/uploads')),
    draft('POST /api', under('/api'), oddValue),
    get(
      '/test-payments',
      at('/test-payments/checkout.js', '/test-payments/window?order_id=order_1'),
    ),
    get('/test-payments', at('/test-payments/', '/test-payments/../control/ledger')),
    get('/test-payments', under('/test-payments')),
    reviewForm,
    // Rarely: each hashes a password.
    fc.oneof(
      { weight: 20, arbitrary: get('page', at('/home')) },
      slow(disposably(post('/api/auth/change-password', newPassword))),
      slow(post('/api/auth/sign-in/email', { email, password })),
      slow(post('/api/auth/sign-up/email', profile)),
      slow(post('/api/users/register', { ...profile, confirmPassword: PASSWORD })),
    ),
  );
}

const part = fc.record({
  name: fc.constantFrom(...'rating name title comment productId images __proto__ "'.split(' ')),
  file: fc.constantFrom('', '; filename="a.png"', '; filename="\\"', "; filename*=utf-8''%00"),
  value: fc.oneof(fc.constantFrom('5', '3', 'Lovely', 'The bride wore it twice'), oddText),
});

/** Generates the form of a review, with up to ten thousand parts. */
const reviewForm: fc.Arbitrary<Draft> = fc
  .record({
    target: reviewPath,
    parts: fc.oneof(
      { weight: 6, arbitrary: fc.array(part, { maxLength: 8 }) },
      { weight: 1, arbitrary: part.map((one) => Array.from({ length: 10_000 }, () => one)) },
    ),
    boundary: fc.constantFrom('xyz', 'x'.repeat(70), '"', ''),
    ending: fc.constantFrom('--\r\n', '--', '', '\r\n'),
  })
  .map(({ target, parts, boundary, ending }) => {
    const lines = parts.map(
      ({ name, file, value }) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`,
    );
    return {
      kind: 'POST /reviews',
      target,
      headers: [`Content-Type: multipart/form-data; boundary=${boundary}`],
      body: Buffer.from(`${lines.join('')}--${boundary}${ending}`),
      mayTakeLong: parts.some(({ file }) => file !== ''),
    };
  });

/** How a request is framed. */
interface Framing {
  /** These lines end the head. */
  lines?: readonly string[];
  /** Replaces the request line, and the head with it. */
  cut?: (line: string) => string;
  body?: Uint8Array;
  breaksOff?: boolean;
}

const length = (value: number | string) => `Content-Length: ${value}`;
const sized = ({ kind, body }: Draft) =>
  body.length > 0 || kind.startsWith('POST') ? [length(body.length)] : [];
const CHUNKED = 'Transfer-Encoding: chunked';
const SMUGGLED = Buffer.from('0\r\n\r\nGET /control/ledger HTTP/1.1\r\nHost: x\r\n\r\n');
const chunked = (size: string, body: Uint8Array): Framing => ({
  lines: [CHUNKED],
  body: Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]),
});
const breaksOff = true;

/** Invalid framings of a request, and rare ones. */
const framings: readonly ((each: Draft) => Framing)[] = [
  ({ body }) => chunked(body.length.toString(16), body),
  ...['ZZ', '-1', 'ffffffffffffffff', '1;'.padEnd(20_000, 'a'), ''].map(
    (size) =>
      ({ body }: Draft) => ({ ...chunked(size, body), breaksOff }),
  ),
  (each) => ({ lines: [...sized(each), ...sized(each)] }),
  () => ({ lines: [length(0), length(5)] }),
  () => ({ lines: [CHUNKED, length(4)], body: SMUGGLED, breaksOff }),
  ...['-1', '1e3', '99999999999999999999', '0x10', ''].map((odd) => () => ({
    lines: [length(odd)],
    breaksOff,
  })),
  // The announced length is more, or less, than the body.
  ({ body }) => ({ lines: [length(body.length + 10)], breaksOff }),
  ({ body }) => ({ lines: [length(body.length >> 1)] }),
  () => ({ cut: (line) => line.replace(/1$/, '0'), breaksOff }),
  () => ({ cut: (line) => line.replace(/ HTTP.*$/, ''), breaksOff }),
  () => ({ cut: (line) => line, breaksOff }),
  ...['Expect: 100-continue', 'Expect: a miracle', 'Upgrade: h2c'].map((line) => (each: Draft) => ({
    lines: [line, ...sized(each)],
  })),
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
      drawn: draftsFor(known),
      cookie: fc.option(fc.constantFrom(...known.cookies), { freq: 2, nil: undefined }),
      address: fc.integer({ min: 0, max: 2_047 }),
      target: seldom(oddTarget),
      method: seldom(oddMethod),
      header: seldom(oddHeader),
      frame: seldom(fc.constantFrom(...framings)),
    })
    .map(({ drawn, cookie, address, target, method, header, frame }) => {
      const { kind, headers, mayTakeLong } = drawn;
      const verb = method ?? kind.slice(0, kind.indexOf(' '));
      const line = `${verb} ${target ?? drawn.target} HTTP/1.1`;
      const isProven = headers.some((each) => /^(Cookie|X-Razorpay-Sig)/.test(each));
      const framing: Framing = frame ? frame(drawn) : { lines: sized(drawn) };
      const head = framing.cut
        ? [framing.cut(line)]
        : [
            line,
            `Host: ${known.host}`,
            'Connection: close',
            // Each address has its own rate limits.
            `X-Forwarded-For: 10.1.${address >> 8}.${address & 255}`,
            ...headers,
            ...(cookie === undefined || isProven ? [] : [`Cookie: ${cookie}`]),
            ...(header === undefined ? [] : [header]),
            ...(framing.lines ?? []),
          ];
      return {
        kind,
        bytes: Buffer.concat([
          Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
          framing.body ?? drawn.body,
        ]),
        breaksOff: framing.breaksOff ?? false,
        mayTakeLong,
        isAnonymous: cookie === undefined && !isProven,
      };
    });
}
