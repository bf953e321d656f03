import { ConfigError, readConfig } from '@ve/server-kit/config/read-config';
import { configSchema } from './config.ts';

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(configSchema, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};
const good = { DATABASE_URL: 'postgres://app:secret@db:5432/app' };

it('needs nothing but the database', () => {
  expect(readConfig(configSchema, good)).toMatchObject({ PORT: 3000, PUBLIC_ORIGIN: 'http://localhost:3000' });
});

it('tells every fault at once, those of single variables and those between them', () => {
  expect(
    faultsOf({
      NODE_ENV: 'production',
      DATABASE_URL: 'mysql://db',
      PORT: '-1',
      PUBLIC_ORIGIN: 'https://site.test/path',
      TRUST_PROXY: 'yes please',
      LOCAL_ADMIN_SECRET: 'a-secret-of-some-length',
      CLOCK_SOURCE: 'http://127.0.0.1:3900/control/clock',
    }).toSorted(),
  ).toEqual([
    'CLOCK_SOURCE must be "database" in production',
    'DATABASE_URL must be a complete URL with an accepted scheme',
    'LOCAL_ADMIN_SECRET must not be set in production',
    'PORT must be at least 0',
    'PUBLIC_ORIGIN must be an origin alone, without a path',
    'TRUST_PROXY must be a number of proxies or a list of their addresses',
  ]);
});

it('takes the secret outside production', () => {
  expect(faultsOf({ ...good, LOCAL_ADMIN_SECRET: 'a-secret-of-some-length' })).toEqual([]);
});

it.each([
  ['2', 2],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('reads TRUST_PROXY %s', (value, expected) => {
  expect(readConfig(configSchema, { ...good, TRUST_PROXY: value }).TRUST_PROXY).toEqual(expected);
});

it.each([
  ['PUBLIC_ORIGIN', 'https://a"onload=b', 'must name a host of letters, digits, dots and hyphens'],
  ['CONTACT_FORM_URL', 'http://forms.example/1', 'must be a complete URL with an accepted scheme'],
  ['CONTACT_FORM_URL', 'forms.example', 'must be a complete URL with an accepted scheme'],
])('refuses %s=%s', (name, value, words) => {
  expect(faultsOf({ ...good, [name]: value })).toEqual([`${name} ${words}`]);
});

it('frames no form of its own origin', () => {
  const own = { PUBLIC_ORIGIN: 'https://site.test', CONTACT_FORM_URL: 'https://site.test/form' };
  expect(faultsOf({ ...good, ...own })).toEqual(['CONTACT_FORM_URL must be of another origin than PUBLIC_ORIGIN']);
  const other = { ...own, CONTACT_FORM_URL: 'https://forms.example/1' };
  expect(readConfig(configSchema, { ...good, ...other }).CONTACT_FORM_URL).toBe('https://forms.example/1');
});
