import { describe, expect, it } from '@jest/globals';
import { readConfig } from '@ve/server-kit/config/read-config';
import { configIssues } from '@ve/server-kit/config/testing/config-issues';
import { configSchema } from './config.ts';
import { vendorBudgetsOf } from './jobs/vendor-adapter-options.ts';

const good = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:secret@db:5432/app',
  DVLA_URL: 'https://dvla.test',
  DVLA_API_KEY: 'key',
  DVSA_URL: 'https://dvsa.test',
  DVSA_TOKEN_URL: 'https://login.test/token',
  DVSA_CLIENT_ID: 'id',
  DVSA_CLIENT_SECRET: 'secret',
  DVSA_API_KEY: 'key',
  UKVD_URL: 'https://ukvd.test',
  UKVD_API_KEY: 'key',
  FUEL_FINDER_CLIENT_ID: 'id',
  FUEL_FINDER_CLIENT_SECRET: 'secret',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PRICE_ID: 'price_1',
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token-of-tests',
  TWILIO_FROM: '+447912345678',
  SMTP_URL: 'smtps://user:password@mail.test',
  MAIL_FROM: 'no-reply@site.test',
  SUPPORT_EMAIL: 'support@site.test',
  PUBLIC_ORIGIN: 'https://site.test',
};

/** A trial, which takes no live key. */
const rehearsal = { REHEARSAL: 'true', STRIPE_SECRET_KEY: 'sk_test_1' };

const issuesOf = (env: Record<string, string | undefined>): readonly string[] => configIssues(configSchema, env);

describe('the workers in production', () => {
  it('start with real vendors', () => {
    expect(issuesOf(good)).toEqual([]);
  });

  const hook = {
    SERVICE_FAULT_WEBHOOK_URL: 'https://hook.test',
    SERVICE_FAULT_WEBHOOK_SECRET: `whsec_${'a'.repeat(43)}=`,
  };

  it('call a webhook only with a key, and over https', () => {
    expect(issuesOf({ ...good, ...hook, SERVICE_FAULT_EMAIL: 'on-call@site.test' })).toEqual([]);
    const pair = 'SERVICE_FAULT_WEBHOOK_SECRET must be set where SERVICE_FAULT_WEBHOOK_URL is, and nowhere else';
    for (const name of ['SERVICE_FAULT_WEBHOOK_URL', 'SERVICE_FAULT_WEBHOOK_SECRET'] as const)
      expect(issuesOf({ ...good, ...hook, [name]: undefined })).toEqual([pair]);
    expect(issuesOf({ ...good, ...hook, SERVICE_FAULT_WEBHOOK_SECRET: 'hunter2' })).toContainEqual(
      'SERVICE_FAULT_WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64',
    );
    expect(issuesOf({ ...good, ...hook, SERVICE_FAULT_WEBHOOK_URL: 'http://hook.test' })).toEqual([
      expect.stringContaining('SERVICE_FAULT_WEBHOOK_URL must be an https address in production'),
    ]);
  });

  it('check finance at least every three months, as the landing page promises', () => {
    expect(issuesOf({ ...good, WATCH_FINANCE_DAYS: '92' })).toEqual(['WATCH_FINANCE_DAYS must be at most 91']);
    expect(issuesOf({ ...good, WATCH_FINANCE_DAYS: '0' })).toEqual([
      expect.stringContaining('WATCH_FINANCE_DAYS must not be 0'),
    ]);
    expect(issuesOf({ ...good, WATCH_FINANCE_DAYS: '0', ...rehearsal })).toEqual([]);
  });

  it.each(['FUEL_FINDER_CLIENT_ID', 'FUEL_FINDER_CLIENT_SECRET'])(
    'do not start without %s, as the pages promise petrol prices; a trial may, with both or neither',
    (name) => {
      expect(issuesOf({ ...good, [name]: undefined })).toContainEqual(
        expect.stringMatching(new RegExp(`^${name} must be set, as the pages promise petrol prices`)),
      );
      const without = { ...good, FUEL_FINDER_CLIENT_ID: undefined, FUEL_FINDER_CLIENT_SECRET: undefined };
      expect(issuesOf({ ...without, ...rehearsal })).toEqual([]);
      expect(issuesOf({ ...without, FUEL_FINDER_CLIENT_ID: 'id', ...rehearsal })).toEqual([
        expect.stringContaining('FUEL_FINDER_CLIENT_SECRET must be set'),
      ]);
    },
  );

  it.each([
    'WATCH_SPECIFICATION_DAYS',
    'WATCH_VALUE_DAYS',
    'WATCH_SPECIFICATION_PENCE_A_DAY',
    'WATCH_VALUE_PENCE_A_DAY',
    'WATCH_FINANCE_PENCE_A_DAY',
    'VDI_PENCE_A_DAY',
    'VALUATION_PENCE_A_DAY',
    'TEXTS_PENCE_A_DAY',
    'DVLA_CALLS_A_DAY',
    'DVSA_CALLS_A_DAY',
    'UKVD_CALLS_A_DAY',
  ])('do not start with %s=0, which ends what the pages promise; a trial may', (name) => {
    expect(issuesOf({ ...good, [name]: '0' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must .*, as the `)),
    ]);
    expect(issuesOf({ ...good, [name]: '1' })).toEqual([]);
    expect(issuesOf({ ...good, [name]: '0', ...rehearsal })).toEqual([]);
  });

  it('value a car at least every month, as the landing page says', () => {
    expect(issuesOf({ ...good, WATCH_VALUE_DAYS: '31' })).toEqual([]);
    expect(issuesOf({ ...good, WATCH_VALUE_DAYS: '32' })).toEqual([expect.stringContaining('from 1 to 31')]);
  });

  it.each([
    ['PUBLIC_ORIGIN', undefined],
    ['PUBLIC_ORIGIN', 'http://site.test'],
    ['DVLA_URL', 'http://dvla.test'],
    ['DVSA_URL', 'http://dvsa.test'],
    ['DVSA_TOKEN_URL', 'http://login.test/token'],
    ['UKVD_URL', 'http://127.0.0.1:3900/ukvd'],
    ['DVLA_API_KEY', 'sandbox-dvla-key'],
    ['DVSA_CLIENT_ID', 'sandbox-client'],
    ['DVSA_CLIENT_SECRET', 'sandbox-secret'],
    ['DVSA_API_KEY', 'sandbox-dvsa-key'],
    ['UKVD_API_KEY', 'sandbox-ukvd-key'],
    ['RECALLS_URL', 'http://127.0.0.1:3900/recalls/documents/RecallsFile.csv'],
    ['FUEL_FINDER_URL', 'http://127.0.0.1:3900/fuel-finder/v1'],
    ['FUEL_FINDER_CLIENT_ID', 'sandbox-client'],
    ['FUEL_FINDER_CLIENT_SECRET', 'sandbox-secret'],
    ['STRIPE_URL', 'http://127.0.0.1:3900'],
    ['STRIPE_SECRET_KEY', 'sk_test_sandbox'],
    ['STRIPE_PRICE_ID', 'price_sandbox_membership'],
    ['TWILIO_URL', 'http://127.0.0.1:3900/twilio'],
    ['TWILIO_CALLBACK_ORIGIN', 'http://site.test'],
    ['TWILIO_AUTH_TOKEN', 'sandbox-twilio-token'],
    ['TWILIO_ACCOUNT_SID', `AC${'0'.repeat(32)}`],
    ['TWILIO_FROM', '+447700900001'],
    ['SMTP_URL', 'smtp://mail.test:25'],
  ])('do not start with %s=%s, except in a rehearsal', (name, value) => {
    const [fault, ...more] = issuesOf({ ...good, [name]: value });
    expect(fault).toMatch(new RegExp(`^${name} must .* in production`));
    expect(more).toEqual([]);
    expect(issuesOf({ ...good, ...rehearsal, [name]: value })).toEqual([]);
    const development = { NODE_ENV: 'development', STRIPE_SECRET_KEY: 'sk_test_1' };
    expect(issuesOf({ ...good, ...development, [name]: value })).toEqual([]);
  });

  it.each([
    ['development', { NODE_ENV: 'development' }],
    ['tests', { NODE_ENV: 'test' }],
    ['a rehearsal', { REHEARSAL: 'true' }],
  ])('take no real money in %s', (_, changes) => {
    expect(issuesOf({ ...good, ...changes })).toEqual([
      'STRIPE_SECRET_KEY must not be of live mode except with NODE_ENV=production, and not in a rehearsal',
    ]);
  });

  it.each(['smtp://user:password@mail.test:587', 'smtp://127.0.0.1:25', 'smtp://localhost', 'smtp://[::1]:25'])(
    'send mail to %s',
    (url) => {
      expect(issuesOf({ ...good, SMTP_URL: url })).toEqual([]);
    },
  );

  it('limit the daily cost of full checks by default', () => {
    expect(readConfig(configSchema, good)).toMatchObject({ VDI_PENCE_PER_CALL: 300, VDI_PENCE_A_DAY: 60_000 });
    expect(issuesOf({ ...good, VDI_PENCE_PER_CALL: '0' })).toHaveLength(1);
    expect(vendorBudgetsOf(readConfig(configSchema, { ...good, VDI_PENCE_A_DAY: '900' }))['UKVD VdiCheckFull']).toEqual(
      {
        calls: null,
        pence: 900,
        pencePerCall: 300,
      },
    );
  });

  it('buy no pictures without a licence, and only from the vendor', () => {
    expect(readConfig(configSchema, good)).toMatchObject({ PICTURE_LICENCE_DAYS: 0, PICTURE_ORIGINS: [] });
    expect(issuesOf({ ...good, PICTURE_LICENCE_DAYS: '30' })).toHaveLength(1);
    for (const origin of ['cdn.test', 'https://cdn.test/path', 'http://cdn.test', '*']) {
      expect(issuesOf({ ...good, PICTURE_LICENCE_DAYS: '30', PICTURE_ORIGINS: origin })).toHaveLength(1);
    }
    const given = { ...good, PICTURE_LICENCE_DAYS: '30', PICTURE_ORIGINS: 'https://a.test  https://b.test:8443' };
    expect(readConfig(configSchema, given).PICTURE_ORIGINS).toEqual(['https://a.test', 'https://b.test:8443']);
    expect(vendorBudgetsOf(readConfig(configSchema, given))['UKVD VehicleImageData']).toEqual({
      calls: null,
      pence: 400,
      pencePerCall: 2,
    });
  });

  it('report all configuration errors together', () => {
    const faults = issuesOf({ ...good, DVLA_URL: 'http://dvla.test', UKVD_API_KEY: 'sandbox-ukvd-key', PORT: 'x' });
    expect(faults.map((fault) => fault.split(' ')[0]).toSorted()).toEqual(['DVLA_URL', 'PORT', 'UKVD_API_KEY']);
  });
});
