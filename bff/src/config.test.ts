import { readConfig } from '@ve/server-kit/config/read-config';
import { configIssues } from '@ve/server-kit/config/testing/config-issues';
import { configSchema } from './config.ts';
import { unreachableVendorEnv } from './testing/unreachable-vendor-env.ts';

const issuesOf = (env: Record<string, string>): readonly string[] => configIssues(configSchema, env);
/** Required in production only. */
const staffKey = { STAFF_SECRETS_KEY: 'ab'.repeat(32) };
const live = { STRIPE_SECRET_KEY: 'sk_live_1', PAGE_KEYS: 'STRIPE=pk_live_1' };
const test = { STRIPE_SECRET_KEY: 'sk_test_1', PAGE_KEYS: 'STRIPE=pk_test_1' };
const otherMode = 'PAGE_KEYS must have STRIPE=pk_… of the same mode, test or live, as STRIPE_SECRET_KEY';
const good = { DATABASE_URL: 'postgres://app:secret@db:5432/app', ...unreachableVendorEnv };

it('needs only the database and the vendors', () => {
  expect(readConfig(configSchema, good)).toMatchObject({ PORT: 3000, PUBLIC_ORIGIN: 'http://localhost:3000' });
});

it.each(['ak"x', 'ak x', 'ak\nx', ''])('refuses %j as a key that is sent in a header', (key) => {
  expect(issuesOf({ ...good, IDEAL_POSTCODES_API_KEY: key })).toHaveLength(1);
});

it('reports all errors together, of single variables and across variables', () => {
  expect(
    issuesOf({
      NODE_ENV: 'production',
      DATABASE_URL: 'mysql://db',
      PORT: '-1',
      PUBLIC_ORIGIN: 'https://site.test/path',
      TRUST_PROXY: 'yes please',
      LOCAL_ADMIN_SECRET: 'a-secret-of-some-length',
      CLOCK_SOURCE: 'http://127.0.0.1:3900/control/clock',
      IDEAL_POSTCODES_URL: 'postcodes.test',
    }).toSorted(),
  ).toEqual([
    'CLOCK_SOURCE must be "database" in production',
    'DATABASE_URL must be a complete URL with an accepted scheme',
    'IDEAL_POSTCODES_API_KEY is not set',
    'IDEAL_POSTCODES_URL must be a complete URL with an accepted scheme',
    'LOCAL_ADMIN_SECRET must not be set in production',
    'PORT must be at least 0',
    'PUBLIC_ORIGIN must be an origin alone, without a path',
    'STAFF_SECRETS_KEY must be set in production (REHEARSAL=true permits a trial without)',
    'STRIPE_PRICE_ID is not set',
    'STRIPE_SECRET_KEY is not set',
    'STRIPE_WEBHOOK_SECRET is not set',
    'TRUST_PROXY must be a number of proxies or a list of their addresses',
    'TWILIO_AUTH_TOKEN is not set',
  ]);
});

it('accepts the secret outside production', () => {
  expect(issuesOf({ ...good, LOCAL_ADMIN_SECRET: 'a-secret-of-some-length' })).toEqual([]);
});

it.each([
  ['2', 2],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('reads TRUST_PROXY %s', (value, expected) => {
  expect(readConfig(configSchema, { ...good, TRUST_PROXY: value }).TRUST_PROXY).toEqual(expected);
});

const pairs = 'must be pairs like CONTACT_FORM=https://forms.example/1, separated by spaces, no key twice';
const servers = 'must be pairs like mfe-report=http://localhost:4201, separated by spaces, no name twice';
const keys = 'must be pairs like STRIPE=pk_test_1, separated by spaces, no key twice, none of them secret';

it.each([
  ['PUBLIC_ORIGIN', 'https://a"onload=b', 'must name a host of letters, digits, dots and hyphens'],
  // The landing page promises a check every three months.
  ['WATCH_FINANCE_DAYS', '92', 'must be at most 91'],
  ...['preview', 'Preview.site.test', 'preview.site.test:443', '.site.test', 'https://preview.site.test', 'a..b'].map(
    (value): [string, string, string] => ['PREVIEW_DOMAIN', value, 'must be a name like preview.example.co.uk'],
  ),
  ['PAGE_URLS', 'http://forms.example/1', pairs],
  ['PAGE_URLS', 'FORM=http://forms.example/1', pairs],
  ['PAGE_URLS', 'FORM=forms.example', pairs],
  ['PAGE_URLS', 'form=https://forms.example/1', pairs],
  ['PAGE_URLS', 'FORM=https://a;b.example/1', pairs],
  ['PAGE_URLS', 'FORM=https://a.example/ FORM=https://b.example/', pairs],
  ['PAGE_URLS', 'FORM=javascript:alert(1)', pairs],
  ['PAGE_KEYS', 'pk_test_1', keys],
  ['PAGE_KEYS', 'STRIPE=', keys],
  ['PAGE_KEYS', 'stripe=pk_test_1', keys],
  ['PAGE_KEYS', 'STRIPE=pk_test_1</script>', keys],
  ['PAGE_KEYS', 'STRIPE=pk_test_1"', keys],
  ['PAGE_KEYS', `STRIPE=pk_test_${'1'.repeat(300)}`, keys],
  ['PAGE_KEYS', 'STRIPE=pk_test_1 STRIPE=pk_test_2', keys],
  ['PAGE_KEYS', 'STRIPE=sk_test_1', keys],
  ['PAGE_KEYS', 'STRIPE=rk_test_1', keys],
  ['PAGE_KEYS', 'HOOK=whsec_1', keys],
  ['WORK_ON', 'mfe-report', servers],
  ['WORK_ON', 'bff=http://localhost:4201', servers],
  ['WORK_ON', 'mfe-report=http://10.0.0.1:4201', servers],
  ['WORK_ON', 'mfe-report=https://evil.test', servers],
  ['WORK_ON', 'mfe-report=http://localhost:4201 mfe-report=http://localhost:4202', servers],
])('refuses %s=%s', (name, value, message) => {
  expect(issuesOf({ ...good, [name]: value })).toEqual([`${name} ${message}`]);
});

it.each([
  ['https://site.test', 'site.test', false],
  ['https://www.site.test', 'site.test', false],
  ['https://site.test', 'preview.site.test', true],
  ['https://site.test', 'ite.test', true],
  ['https://site.test', 'site-previews.test', true],
])('a site at %s has previews below %s: %s', (origin, domain, isAccepted) => {
  expect(issuesOf({ ...good, PUBLIC_ORIGIN: origin, PREVIEW_DOMAIN: domain })).toEqual(
    isAccepted ? [] : ['PREVIEW_DOMAIN must not be the host of PUBLIC_ORIGIN, or a domain that it is in'],
  );
});

it('reads the page URLs and refuses those of its own origin', () => {
  const own = { PUBLIC_ORIGIN: 'https://site.test', PAGE_URLS: 'FORM=https://site.test/form' };
  expect(issuesOf({ ...good, ...own })).toEqual(['PAGE_URLS must name other origins than PUBLIC_ORIGIN']);
  const others = { ...own, PAGE_URLS: ' FORM=https://Forms.example/1?x=1  SCRIPT=http://localhost:4010/v3/ ' };
  const expected = { FORM: 'https://forms.example/1?x=1', SCRIPT: 'http://localhost:4010/v3/' };
  expect(readConfig(configSchema, { ...good, ...others }).PAGE_URLS).toEqual(expected);
  expect(readConfig(configSchema, good).PAGE_URLS).toEqual({});
  const vendors = { IDEAL_POSTCODES_URL: 'https://postcodes.test', STRIPE_URL: 'https://stripe.test' };
  const production = { ...good, ...others, ...vendors, ...staffKey, ...live, NODE_ENV: 'production' };
  expect(issuesOf(production)).toEqual([
    'PAGE_URLS must be an https address in production (REHEARSAL=true permits it in a trial)',
  ]);
  expect(issuesOf({ ...production, ...test, REHEARSAL: 'true' })).toEqual([]);
});

it('reads the page keys', () => {
  const read = (keys: string) => readConfig(configSchema, { ...good, PAGE_KEYS: keys }).PAGE_KEYS;
  expect(read(' STRIPE=pk_test_a1B2  MAP_2=x-1_y ')).toEqual({ STRIPE: 'pk_test_a1B2', MAP_2: 'x-1_y' });
  expect(readConfig(configSchema, good).PAGE_KEYS).toEqual({});
});

describe('Stripe', () => {
  const only = 'STRIPE_SECRET_KEY must not be of live mode except with NODE_ENV=production, and not in a rehearsal';

  it.each([
    ['STRIPE_SECRET_KEY', 'sk_live_1', [only, otherMode]],
    ['STRIPE_SECRET_KEY', 'rk_live_1', [only, otherMode]],
    ['STRIPE_SECRET_KEY', 'pk_test_1', ['STRIPE_SECRET_KEY must be a secret key, sk_test_… or sk_live_…']],
    ['STRIPE_SECRET_KEY', 'rk_test_1', []],
    ['STRIPE_PRICE_ID', 'prod_1', ['STRIPE_PRICE_ID must be the id of a price, price_…']],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1,whsec_2', []],
    [
      'MAIL_WEBHOOK_SECRET',
      'short',
      ['MAIL_WEBHOOK_SECRET must be one or two secrets of 32 characters or more, with a comma between'],
    ],
    [
      'STRIPE_WEBHOOK_SECRET',
      'whsec_1, whsec_2',
      ['STRIPE_WEBHOOK_SECRET must be one or two secrets, whsec_…, with a comma between'],
    ],
  ])('%s=%s, also in a rehearsal', (name, value, issues) => {
    expect(issuesOf({ ...good, [name]: value, REHEARSAL: 'true' })).toEqual(issues);
  });

  it.each([
    ['sk_test_1', 'STRIPE=pk_test_1', []],
    ['sk_test_1', '', []],
    ['sk_test_1', 'MAP=x', []],
    ['rk_test_1', 'STRIPE=pk_live_1', [otherMode]],
    ['sk_test_1', 'STRIPE=nonsense', [otherMode]],
  ])('with %s takes PAGE_KEYS=%j only of the same mode', (secret, PAGE_KEYS, issues) => {
    expect(issuesOf({ ...good, STRIPE_SECRET_KEY: secret, PAGE_KEYS })).toEqual(issues);
  });

  it('uses its own address by default', () => {
    expect(readConfig(configSchema, { ...good, STRIPE_URL: '' })).toMatchObject({
      STRIPE_URL: 'https://api.stripe.com',
      STRIPE_WEBHOOK_SECRET: ['whsec_test'],
      MAIL_WEBHOOK_SECRET: ['mail_webhook_secret_of_the_tests'],
    });
  });
});

describe('production', () => {
  const vendors = { IDEAL_POSTCODES_URL: 'https://postcodes.test', STRIPE_URL: 'https://stripe.test' };
  const production = { ...good, ...vendors, ...staffKey, ...live, NODE_ENV: 'production' };
  const rehearsal = { ...test, REHEARSAL: 'true' };
  const refused = 'PUBLIC_ORIGIN must be an https address in production (REHEARSAL=true permits it in a trial)';

  it.each([
    ['not set', {}, [refused]],
    ['http', { PUBLIC_ORIGIN: 'http://site.test' }, [refused]],
    ['http to this machine', { PUBLIC_ORIGIN: 'http://localhost:3000' }, [refused]],
    ['http in a rehearsal', { PUBLIC_ORIGIN: 'http://site.test', ...rehearsal }, []],
    ['not set in a rehearsal', rehearsal, []],
    ['https', { PUBLIC_ORIGIN: 'https://site.test' }, []],
  ])('with an origin that is %s', (_, changes, issues) => {
    expect(issuesOf({ ...production, ...changes })).toEqual(issues);
  });

  it.each([
    ['IDEAL_POSTCODES_URL', 'http://127.0.0.1:3900/ideal-postcodes', 'must be an https address'],
    ['IDEAL_POSTCODES_API_KEY', 'sandbox-postcodes-key', "must not be the sandbox's"],
    ['STRIPE_URL', 'http://127.0.0.1:3900', 'must be an https address'],
    ['STRIPE_PRICE_ID', 'price_sandbox_membership', "must not be the sandbox's"],
    ['MAIL_WEBHOOK_SECRET', 'sandbox-mail-webhook-secret-00000', "must not be the sandbox's"],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox', "must not be the sandbox's"],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1,whsec_sandbox', "must not be the sandbox's"],
    ['STAFF_SECRETS_KEY', '5a4d0c0b'.repeat(8), "must not be the sandbox's"],
  ])('refuses %s=%s, except in a rehearsal', (name, value, message) => {
    const given = { ...production, PUBLIC_ORIGIN: 'https://site.test', [name]: value };
    expect(issuesOf(given)).toEqual([`${name} ${message} in production (REHEARSAL=true permits it in a trial)`]);
    expect(issuesOf({ ...given, ...rehearsal, [name]: value })).toEqual([]);
  });

  it('requires a key for the second factors of staff, except in a rehearsal', () => {
    const given = { ...production, PUBLIC_ORIGIN: 'https://site.test', STAFF_SECRETS_KEY: '' };
    expect(issuesOf(given)).toEqual([
      'STAFF_SECRETS_KEY must be set in production (REHEARSAL=true permits a trial without)',
    ]);
    expect(issuesOf({ ...given, ...rehearsal })).toEqual([]);
    expect(issuesOf({ ...given, STAFF_SECRETS_KEY: 'short' })).toHaveLength(1);
    expect(
      readConfig(configSchema, { ...given, STAFF_SECRETS_KEY: `${'ab'.repeat(32)},${'cd'.repeat(32)}` }),
    ).toMatchObject({
      STAFF_SECRETS_KEY: ['ab'.repeat(32), 'cd'.repeat(32)],
    });
  });

  it('allows no local admin, not even in a rehearsal', () => {
    const given = { ...production, ...rehearsal, LOCAL_ADMIN_SECRET: 'a-secret-of-some-length' };
    expect(issuesOf(given)).toEqual(['LOCAL_ADMIN_SECRET must not be set in production']);
  });

  const notLive = 'STRIPE_SECRET_KEY must be of live mode in production (REHEARSAL=true permits it in a trial)';
  const misplaced =
    'STRIPE_SECRET_KEY must not be of live mode except with NODE_ENV=production, and not in a rehearsal';
  it.each<[string, Record<string, string>, string[]]>([
    ['keys of live mode', live, []],
    ['a restricted key of live mode', { ...live, STRIPE_SECRET_KEY: 'rk_live_1' }, []],
    ['keys of test mode', test, [notLive]],
    ['keys of the sandbox', { STRIPE_SECRET_KEY: 'sk_test_sandbox', PAGE_KEYS: 'STRIPE=pk_test_sandbox' }, [notLive]],
    ['keys of test mode in a rehearsal', rehearsal, []],
    ['keys of live mode in a rehearsal', { ...live, REHEARSAL: 'true' }, [misplaced]],
    ['a live secret key and a test one for pages', { PAGE_KEYS: test.PAGE_KEYS }, [otherMode]],
    ['a test secret key and a live one for pages', { STRIPE_SECRET_KEY: 'sk_test_1' }, [otherMode, notLive]],
    ['a live secret key and none for pages', { PAGE_KEYS: '' }, [otherMode]],
    ['no webhook secret', { STRIPE_WEBHOOK_SECRET: '' }, ['STRIPE_WEBHOOK_SECRET is not set']],
    ['an http origin', { PUBLIC_ORIGIN: 'http://site.test' }, [refused]],
  ])('takes money only as it should: %s', (_, changes, issues) => {
    expect(issuesOf({ ...production, PUBLIC_ORIGIN: 'https://site.test', ...changes })).toEqual(issues);
  });
});

it('takes remotes and the shell from development servers, but never in production', () => {
  const given = { ...good, WORK_ON: 'mfe-report=http://localhost:4201  shell=http://127.0.0.1:4202' };
  const servers = { 'mfe-report': 'http://localhost:4201', shell: 'http://127.0.0.1:4202' };
  expect(readConfig(configSchema, given).WORK_ON).toEqual(servers);
  expect(readConfig(configSchema, { ...good, WORK_ON: '' }).WORK_ON).toEqual({});
  const production = { ...given, NODE_ENV: 'production', REHEARSAL: 'true' };
  expect(issuesOf(production)).toContain('WORK_ON must not be set in production');
  expect(issuesOf({ ...production, WORK_ON: '' })).not.toContain('WORK_ON must not be set in production');
});

it.each([
  ['WATCH_VALUE_DAYS', '0'],
  ['WATCH_VALUE_DAYS', '32'],
  ['WATCH_SPECIFICATION_DAYS', '0'],
  ['WATCH_FINANCE_DAYS', '0'],
])('production refuses %s=%s, which breaks a promise of the pages; a trial may have it', (name, value) => {
  const issues = (more: Record<string, string>): string => {
    try {
      readConfig(configSchema, { ...good, NODE_ENV: 'production', [name]: value, ...more });
      return '';
    } catch (error) {
      return String(error);
    }
  };
  expect(issues({})).toMatch(new RegExp(`${name} must .*, as the `));
  expect(issues({ REHEARSAL: 'true' })).not.toContain(name);
});
