import { type ErrorCode, apiErrors, type Problem, problemSchema } from '@ve/contracts/errors';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { storePrerenderedPages, storeRelease } from '@ve/app/releases/store-release';
import { minimalReleaseFiles } from '@ve/app/testing/publish-release';
import { newCardRateLimit as newCardsLimit } from '@ve/domain/membership/card-limits';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { randomUUID } from 'node:crypto';
import { AudienceProbeModule } from '../testing/audience-probes.ts';
import { checkoutFormFixture } from '../testing/checkout-form-fixture.ts';
import { createTestMember, type TestMember } from '../testing/members.ts';
import { type RawHttpResponse, rawHttpRequest, sendRawHttp } from '../testing/raw-http.ts';
import { releaseFilesOf, addReleaseToken, packTar, releaseUploadTarEntriesOf } from '../testing/release-uploads.ts';
import { openTestPreview } from '../testing/previews.ts';
import { createTestSession } from '../testing/sessions.ts';
import { postFromOwnPage, remoteReleaseFixture, startTestApp, type TestApp } from '../testing/test-app.ts';

/* Compares the problems that operations return over HTTP with those that the OpenAPI document lists. */

interface Operation {
  name: string;
  method: string;
  path: string;
  'x-audience': string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: { 'application/json'?: { schema: { properties?: Record<string, unknown> } } } };
  responses: Record<string, { description: string }>;
}

let app: TestApp;
let limited: TestApp;
let operations: Operation[];
let customer: string;
let refused: string;
let admin: string;
let member: TestMember;
let breakGlass: string;
/** The tokens of two teams, and uploads that are refused. */
let team: {
  own: string;
  others: string;
  incomplete: string;
  different: string;
  pagesIncomplete: string;
  pagesDifferent: string;
};
/** The headers of a browser that has opened the link of a preview. */
let preview: Record<string, string>;
beforeAll(async () => {
  // Behind a proxy, because the test opens more connections at the same time than one address may have.
  const settings = { TRUST_PROXY: '1', LOCAL_ADMIN_SECRET: 'secret of this machine', PAYMENT_ATTEMPTS_AN_HOUR: '1' };
  app = await startTestApp(settings, undefined, { more: [AudienceProbeModule] });
  limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1' }, undefined, { more: [AudienceProbeModule] });
  customer = await createTestSession(app);
  refused = await createTestSession(app);
  admin = await createTestSession(app, { roles: ['admin'], openedBy: 'password-totp' });
  member = await createTestMember(app);
  const opened = await postFromOwnPage(`${app.url}/api/admin/break-glass`, { secret: 'secret of this machine' });
  breakGlass = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const email = 'driver@example.com';
  const user = await app.data.add('users', { email });
  await app.data.add('customers', { userId: user.id, email });
  await app.data.add('subscriptions', { userId: user.id, status: 'trialing' });
  const browserHash = secretTokenHash(browserToken) ?? '';
  await app.data.addAll('sign_ups', [
    // Another browser's.
    { email, stripePaymentIntentId: 'pi_0', idempotencyKey: takenKey },
    { email, stripePaymentIntentId: 'pi_1', browserHash },
    { email, stripePaymentIntentId: 'pi_2', browserHash },
  ]);
  team = await publishAsTeam();
  const given = { name: 'mfe-report', preview: 'pr-1', version: 'v1' };
  preview = await openTestPreview(app, team.own, given);
  const document = (await (await fetch(`${app.url}/api/docs/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Omit<Operation, 'name' | 'method' | 'path'>>>;
  };
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase();
      return { ...operation, method, path, name: `${method} ${path}` };
    }),
  );
});
afterAll(() => Promise.all([app.close(), limited.close()]));

const contents = { 'remoteEntry.ab12.js': 'entry', 'exposed.cd34.js': 'exposed' };

/** Publishes one release with files, one that owns the page of another remote, and prerendered pages. */
async function publishAsTeam(): Promise<typeof team> {
  const release = remoteReleaseFixture('mfe-report', 't1', ['/report']);
  const files = [{ path: 'a.js', hash: '0'.repeat(64), size: 1 }];
  await app.data.set('remote_releases', { files: JSON.stringify(files) }, { name: 'mfe-report' });
  const rival = { release: remoteReleaseFixture('mfe-report', 't2', ['/signup']), ...minimalReleaseFiles };
  await storeRelease(app.em(), { upload: rival, by: 'test' }, new Date());
  const pages = { shellVersion: 's1', name: 'mfe-report', version: 'v1' };
  const empty = { ...pages, files: [], contents: new Map() };
  await storePrerenderedPages(app.em(), { pages: empty, by: 'test' }, new Date());
  const textOf = async (entries: Parameters<typeof packTar>[0]) => (await packTar(entries)).toString('latin1');
  const different = remoteReleaseFixture('mfe-report', 'v1', ['/other']);
  const pagesUpload = (version: string) =>
    textOf([['release.json', JSON.stringify({ ...pages, version, files: releaseFilesOf(contents) })]]);
  return {
    own: (await addReleaseToken(app, 'mfe-report')).token,
    others: (await addReleaseToken(app, 'mfe-search')).token,
    incomplete: await textOf(releaseUploadTarEntriesOf(release, contents).slice(0, 1)),
    different: await textOf(releaseUploadTarEntriesOf(different, contents)),
    pagesIncomplete: await pagesUpload('t2'),
    pagesDifferent: await pagesUpload('v1'),
  };
}

interface Changes {
  headers?: Record<string, string>;
  /** The value for every path parameter. */
  parameter?: string;
  query?: string;
  body?: string;
}

/** A raw HTTP request as our own pages send it; its body is valid JSON that matches no contract. */
function request(
  { method, path }: Operation,
  { headers, parameter = randomUUID(), query = '', body }: Changes,
): string {
  const sent = method === 'GET' ? '' : (body ?? '{}');
  const own = method === 'GET' ? {} : { ...firstPartyHeaders, 'content-type': 'application/json' };
  const target = path.replace(/\{\w+\}/g, parameter) + query;
  const { host } = new URL(app.url);
  return rawHttpRequest(`${method} ${target}`, { host, 'sec-fetch-site': 'same-origin', ...own, ...headers }, sent);
}

/** An idempotency key that another browser has used. */
const takenKey = randomUUID();

/** The token of the browser that started two sign-ups. */
const browserToken = 'b'.repeat(43);
const ofBrowser = { cookie: `ve-browser=${browserToken}` };

/** A valid call of either checkout operation, with the given changes. */
const checkout = ({ path }: Operation, changes: Parameters<typeof checkoutFormFixture>[0]): Changes => {
  const { customerData, ...form } = checkoutFormFixture(changes);
  const confirmation = { paymentIntentId: 'pi_1', customerData: { ...customerData, stripeCustomerId: 'cus_1' } };
  return { body: JSON.stringify(path.endsWith('confirm-payment') ? confirmation : { ...form, customerData }) };
};

/** Valid values of the fields that accompany a registration. */
const others = { datapackage: 'VehicleData', email: 'nobody@example.com' };

/** A call in which each field whose name matches has this value, in path, query or body. */
function withField(operation: Operation, name: RegExp, value: string): Changes {
  if (isCheckout(operation)) return checkout(operation, { regNumber: value });
  const { properties = {} } = operation.requestBody?.content['application/json']?.schema ?? {};
  const field = Object.keys(properties).find((each) => name.test(each));
  const parameter = operation.parameters?.find((each) => each.in === 'query' && name.test(each.name));
  return {
    ...(field === undefined ? {} : { body: JSON.stringify({ ...others, [field]: value }) }),
    ...(parameter === undefined ? {} : { query: `?${parameter.name}=${encodeURIComponent(value)}` }),
  };
}

const isCheckout = ({ path }: Operation): boolean => /\/(create-checkout|confirm-payment)$/.test(path);

/** Calls as a visitor and, for operations on a customer's own data, as a customer. */
const withRegistration = (operation: Operation, value: string): string[] => {
  const changes = withField(operation, registration, value);
  const headers = { ...member.headers };
  return [
    request(operation, changes),
    ...(operation.path === '/api/watch/car' ? [request(operation, { ...changes, headers })] : []),
  ];
};

/**
 * All of a request's head except its last byte. Operations with a body are left out: many respond before reading it.
 */
function unfinished(operation: Operation): string {
  const whole = request(operation, {});
  return whole.slice(0, whole.indexOf('\r\n\r\n') + 3);
}
const registration = /^reg/;

/** More sign-ins with one address than either limit allows; only the member's address causes e-mails. */
const signIns = (operation: Operation, email: string, times: number): string[] => {
  const body = JSON.stringify({ email, registration: 'AB12CDE' });
  return operation.path === '/api/auth/sign-in'
    ? Array.from({ length: times }, () => request(operation, { body }))
    : [];
};

/** More address confirmations of one member than the limit of e-mails allows. */
const confirmations = (operation: Operation): string[] =>
  operation.path === '/api/me/address-confirmation'
    ? Array.from({ length: 8 }, () => request(operation, { headers: { ...member.headers } }))
    : [];

/** More staff sign-in attempts than one client, one account or this machine may make. */
const staffAttempts: Readonly<Record<string, { times: number; body: object }>> = {
  '/api/admin/sign-in': { times: 9, body: { email: 'nobody@example.com', password: 'x' } },
  '/api/admin/sign-in/code': { times: 31, body: { code: '123456' } },
  '/api/admin/password': { times: 31, body: { token: 'x', password: 'x' } },
  '/api/admin/break-glass': { times: 11, body: { secret: 'x' } },
};
const staffSignIns = (operation: Operation): string[] => {
  const { times, body } = staffAttempts[operation.path] ?? { times: 0, body: {} };
  if (operation.method !== 'POST') return [];
  return Array.from({ length: times }, () => request(operation, { body: JSON.stringify(body) }));
};

/** Changes of a staff member's password or second factor with wrong proofs, more than the account may try. */
const ofSecurity = ({ path, method }: Operation): boolean =>
  method === 'POST' && path.startsWith('/api/admin/security/');
const proof = JSON.stringify({ password: 'x', code: '000000', next: 'a lantern under the sea' });
const proofs = (operation: Operation): string[] =>
  ofSecurity(operation)
    ? Array.from({ length: 6 }, () => request(operation, { headers: { cookie: `session=${admin}` }, body: proof }))
    : [];

/** A break-glass session has no account to change. */
const withoutAccount = (operation: Operation): string[] =>
  ofSecurity(operation)
    ? [request(operation, { headers: { cookie: breakGlass, 'x-local-admin': 'true' }, body: proof })]
    : [];

/** More password links than one address may request. */
const passwordLinks = (operation: Operation): string[] =>
  operation.path === '/api/admin/password-link'
    ? Array.from({ length: 5 }, () => request(operation, { body: JSON.stringify({ email: 'nobody@example.com' }) }))
    : [];

/** A request through a proxy does not come from this machine. */
const throughProxy = (operation: Operation): string[] =>
  operation.path === '/api/admin/break-glass' && operation.method === 'POST'
    ? [request(operation, { headers: { 'x-forwarded-for': '192.0.2.1' }, body: JSON.stringify({ secret: 'x' }) })]
    : [];

/** More sign-ups, or more payment attempts for the two existing ones, than one client may make. */
const payments = (operation: Operation): string[] => {
  const calls = operation.path.endsWith('create-checkout')
    ? Array.from({ length: 4 }, () => checkout(operation, {}))
    : [1, 2].map((number) => confirmationOf(`pi_${String(number)}`));
  return calls.map((call) => request(operation, { ...call, headers: ofBrowser }));
};

const confirmationOf = (paymentIntentId: string): Changes => {
  const { customerData } = checkoutFormFixture();
  const given = {
    paymentIntentId,
    confirmationToken: 'ctoken_1',
    customerData: { ...customerData, stripeCustomerId: 'cus_1' },
  };
  return { body: JSON.stringify(given) };
};

/** More new cards of one member than their limit allows. */
const newCards = (operation: Operation): string[] =>
  operation.path === '/api/me/card'
    ? Array.from({ length: newCardsLimit.burst + 1 }, (_, n) =>
        request(operation, {
          headers: { ...member.headers },
          body: JSON.stringify({ confirmationToken: `ctoken_${n}` }),
        }),
      )
    : [];

const isForTeams = (operation: Operation): boolean => operation['x-audience'] === 'team';

const lastPartOf = ({ path }: Operation): string => /\/[a-z]+$/.exec(path)?.[0] ?? '';

/** A call by a team: uploads a release, uploads pages, or moves a channel. */
const byTeam = (
  operation: Operation,
  {
    by = team.own,
    release,
    pages,
    move,
    version = 'none',
  }: { by?: string; release?: string; pages?: string; move?: object; version?: string } = {},
): string[] => {
  if (!isForTeams(operation)) return [];
  const upload = { '/versions': release, '/pages': pages }[lastPartOf(operation)];
  const json = { '/moves': move ?? {}, '/previews': { preview: 'pr-2', version } }[lastPartOf(operation)];
  const body = upload ?? JSON.stringify(json ?? { hashes: [] });
  const headers = {
    authorization: `Bearer ${by}`,
    ...(upload === undefined ? {} : { 'content-type': 'application/x-tar' }),
  };
  return [request(operation, { parameter: 'mfe-report', headers, body })];
};

const isForStaff = (operation: Operation): boolean => operation['x-audience'].startsWith('staff');

/** Calls with unknown ids; as staff where other callers are refused. */
const unknown = (operation: Operation): string[] => {
  const headers: Record<string, string> = {
    ...(isForStaff(operation) ? { cookie: `session=${admin}` } : {}),
    ...(isForTeams(operation) ? { authorization: `Bearer ${team.own}` } : {}),
  };
  const body = JSON.stringify({ userId: randomUUID(), role: 'moderator', reason: 'Left the company' });
  return [{}, { parameter: 'x' }, { parameter: 'x'.repeat(300) }, { body }].map((changes) =>
    request(operation, { ...changes, headers }),
  );
};

/** For each error code: requests that make every operation that documents the code return it at least once. */
const provoke: Partial<Record<ErrorCode, (operation: Operation) => string[]>> = {
  'request-invalid': (operation) => [
    request(operation, { headers: { 'bad header': 'x' } }),
    request(operation, { parameter: '%zz' }),
    request(operation, { body: '{' }),
    request(operation, {}),
    request(operation, { headers: { 'content-length': '1\r\ncontent-length: 2' } }),
  ],
  'request-too-large': (operation) => [
    request(operation, { headers: { 'x-long': 'x'.repeat(20_000) } }),
    request(operation, { body: JSON.stringify('x'.repeat(70_000)) }),
  ],
  'registration-required': (operation) => withRegistration(operation, ' '),
  'registration-invalid': (operation) => withRegistration(operation, 'Q!'),
  conflict: (operation) =>
    operation.path.endsWith('create-checkout')
      ? [request(operation, { ...checkout(operation, { idempotencyKey: takenKey }), headers: ofBrowser })]
      : [],
  'payment-attempts-exceeded': (operation) => (isCheckout(operation) ? payments(operation) : []),
  'new-cards-exceeded': newCards,
  'sign-in-attempts-exceeded': (operation) => [
    ...signIns(operation, 'nobody@example.com', 14),
    ...staffSignIns(operation),
    ...proofs(operation),
  ],
  'sign-in-mails-exceeded': (operation) => [
    ...signIns(operation, 'driver@example.com', 8),
    ...confirmations(operation),
    ...passwordLinks(operation),
  ],
  'sign-in-required': (operation) => [request(operation, {}), request(operation, { headers: { cookie: 'session=x' } })],
  'signature-refused': (operation) => [request(operation, {})],
  'access-denied': (operation) => {
    // Other operations would sign their caller out.
    const caller = /\/(admin|probe)\//.test(operation.path) ? refused : customer;
    const move = { action: 'promote' };
    return [
      request(operation, { headers: { cookie: `session=${caller}` } }),
      ...byTeam(operation, { by: team.others, release: 'x', pages: 'x', move }),
    ];
  },
  'token-refused': (operation) => byTeam(operation, { by: 'x' }),
  'release-differs': (operation) => byTeam(operation, { release: team.different, pages: team.pagesDifferent }),
  'release-incomplete': (operation) => byTeam(operation, { release: team.incomplete, pages: team.pagesIncomplete }),
  'release-refused': (operation) =>
    byTeam(operation, { release: 'x', pages: 'x', move: { action: 'stable', version: 't2' }, version: 't2' }),
  'preview-refused': (operation) => byTeam(operation),
  'preview-read-only': (operation) => {
    const { body, query } = withField(operation, registration, 'NO55 TRD');
    return [request(operation, { headers: preview, ...(body && { body }), ...(query && { query }) })];
  },
  'move-stale': (operation) =>
    byTeam(operation, { move: { action: 'rollback', seen: { stable: 'none', canary: null } } }),
  'move-refused': (operation) => byTeam(operation, { move: { action: 'stable', version: 'none' } }),
  'origin-refused': (operation) => [
    request(operation, { headers: { 'sec-fetch-site': 'cross-site' } }),
    request(operation, { headers: { 'x-requested-with': 'x' } }),
  ],
  'not-found': (operation) => [...unknown(operation), ...throughProxy(operation), ...withoutAccount(operation)],
  'media-type-unsupported': (operation) => [
    request(operation, { headers: { 'content-type': 'text/plain' } }),
    request(operation, { headers: { 'content-type': 'application/xml' } }),
    ...(isForTeams(operation)
      ? [request(operation, { headers: { authorization: `Bearer ${team.own}`, 'content-type': 'application/xml' } })]
      : []),
  ],
  'host-refused': (operation) => [request(operation, { headers: { host: 'elsewhere.test' } })],
};

/** The 4xx codes that an operation documents. */
const documentedBy = ({ responses }: Operation): ErrorCode[] =>
  Object.entries(responses).flatMap(([status, { description }]) =>
    /^4/.test(status) ? [...description.matchAll(/^`([a-z-]+)`: /gm)].map(([, code]) => code as ErrorCode) : [],
  );

/**
 * The problem document of a refusal, after checking its form; null where the operation did not refuse, or failed with a
 * 5xx.
 */
function problemOf({ status, head, body }: RawHttpResponse): Problem | null {
  if (status < 400) return null;
  expect(head).toMatch(/^content-type: application\/problem\+json; charset=utf-8$/im);
  const problem = problemSchema.parse(JSON.parse(body));
  expect([problem.status, apiErrors[problem.code].status]).toEqual([status, status]);
  return status < 500 ? problem : null;
}

/** Operations called concurrently, each over about twenty connections: the server would not accept many more. */
const burst = 10;

/** The codes that each operation returned to all requests above, and to one with an unfinished head. */
async function metBy(all: readonly Operation[]): Promise<Map<string, string[]>> {
  const answers = new Map<string, Promise<RawHttpResponse>[]>(
    all.map((operation) => [operation.name, [sendRawHttp(app.url, unfinished(operation))]]),
  );
  for (let first = 0; first < all.length; first += burst) {
    const sent = all.slice(first, first + burst).flatMap((operation) => {
      const requests = Object.values(provoke).flatMap((provocations) => provocations(operation));
      const its = requests.map((request) => sendRawHttp(app.url, request));
      answers.get(operation.name)?.push(...its);
      return its;
    });
    await Promise.all(sent);
  }
  const met = new Map<string, string[]>();
  for (const [name, its] of answers) {
    const codes = (await Promise.all(its)).flatMap((answer) => problemOf(answer)?.code ?? []);
    met.set(name, [...new Set<string>(codes)].toSorted());
  }
  return met;
}

it('every operation returns each 4xx that it documents, and no other, as a problem document', async () => {
  expect(operations.length).toBeGreaterThan(12);
  const met = await metBy(operations);
  const found = operations.map((operation) => {
    const documented = new Set<string>(documentedBy(operation));
    // The limit is tested with the other app.
    documented.delete('too-many-requests');
    return { name: operation.name, codes: met.get(operation.name), documented: [...documented].toSorted() };
  });
  expect(found.map(({ name, codes }) => ({ name, codes }))).toEqual(
    found.map(({ name, documented }) => ({ name, codes: documented })),
  );
});

it('exactly the operations that document a limit have one', async () => {
  for (const operation of operations) {
    const codes = new Set<string>();
    for (let times = 0; times < 6; times += 1) {
      const headers = { host: new URL(limited.url).host };
      const answer = await sendRawHttp(limited.url, request(operation, { headers, parameter: 'x' }));
      codes.add(problemOf(answer)?.code ?? 'none');
    }
    const documents = documentedBy(operation).includes('too-many-requests');
    expect([operation.name, codes.has('too-many-requests')]).toEqual([operation.name, documents]);
  }
});
