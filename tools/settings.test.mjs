import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bffVendorSettings, clockSettings, portSetting, readLauncherSettings, vendorSettings } from './settings.mjs';

test('.env adds variables that the environment does not set', () => {
  const root = mkdtempSync(join(tmpdir(), 've-settings-'));
  writeFileSync(join(root, '.env'), 'PORT=4000\nLOG_LEVEL=debug\nQUEUE_URL=\n');
  expect(readLauncherSettings(root, { PORT: '5000' })).toEqual({ PORT: '5000', LOG_LEVEL: 'debug' });
  rmSync(root, { recursive: true });
});

test('a vendor with its own URL gets none of the sandbox’s keys', () => {
  const given = vendorSettings('http://127.0.0.1:3900', { DVSA_URL: 'https://history.example' });
  expect(given).toMatchObject({ DVLA_URL: 'http://127.0.0.1:3900/dvla', UKVD_API_KEY: 'sandbox-ukvd-key' });
  expect(Object.keys(given).filter((name) => name.startsWith('DVSA_'))).toEqual([]);
});

test('the BFF searches addresses in the sandbox unless a register is configured', () => {
  expect(bffVendorSettings('http://127.0.0.1:3900', {})).toMatchObject({
    IDEAL_POSTCODES_URL: 'http://127.0.0.1:3900/ideal-postcodes',
    IDEAL_POSTCODES_API_KEY: 'sandbox-postcodes-key',
  });
  const given = bffVendorSettings('http://127.0.0.1:3900', { IDEAL_POSTCODES_URL: 'https://postcodes.example' });
  expect(Object.keys(given).filter((name) => name.startsWith('IDEAL_'))).toEqual([]);
});

test('bounces are reported by the sandbox, unless e-mail goes to another server', () => {
  const sandbox = 'http://127.0.0.1:3900';
  expect(bffVendorSettings(sandbox, {})).toHaveProperty('MAIL_WEBHOOK_SECRET', 'sandbox-mail-webhook-secret-00000');
  expect(bffVendorSettings(sandbox, { SMTP_URL: 'smtp://a' })).not.toHaveProperty('MAIL_WEBHOOK_SECRET');
  expect(bffVendorSettings(sandbox, { MAIL_WEBHOOK_SECRET: 'own' })).not.toHaveProperty('MAIL_WEBHOOK_SECRET');
});

test('pages load the sandbox’s Stripe.js with its key unless another is configured', () => {
  const script = 'STRIPE_JS=http://127.0.0.1:3900/stripe-js/v3/';
  expect(bffVendorSettings('http://127.0.0.1:3900', {})).toMatchObject({
    PAGE_URLS: script,
    PAGE_KEYS: 'STRIPE=pk_test_sandbox',
  });
  const more = { PAGE_URLS: 'CONTACT_FORM=https://forms.example/1', PAGE_KEYS: 'MAP=x STRIPE=pk_test_1' };
  expect(bffVendorSettings('http://127.0.0.1:3900', more)).toMatchObject({
    PAGE_URLS: `CONTACT_FORM=https://forms.example/1 ${script}`,
    PAGE_KEYS: 'MAP=x STRIPE=pk_test_sandbox',
  });
  const real = { PAGE_URLS: 'STRIPE_JS=https://js.stripe.com/v3/', PAGE_KEYS: 'STRIPE=pk_test_1' };
  expect(bffVendorSettings('http://127.0.0.1:3900', real)).not.toHaveProperty('PAGE_KEYS');
});

test('payments go to the sandbox, and its script to pages, unless a key of Stripe is configured', () => {
  const sandbox = {
    STRIPE_URL: 'http://127.0.0.1:3900',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PRICE_ID: 'price_sandbox_membership',
  };
  expect(vendorSettings('http://127.0.0.1:3900', {})).toMatchObject(sandbox);
  expect(bffVendorSettings('http://127.0.0.1:3900', {})).toMatchObject({
    ...sandbox,
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  });
  for (const settingsOf of [vendorSettings, bffVendorSettings]) {
    const given = settingsOf('http://127.0.0.1:3900', { STRIPE_SECRET_KEY: 'sk_test_1' });
    expect(Object.keys(given).filter((name) => /STRIPE|PAGE/.test(name))).toEqual([]);
  }
});

test('e-mail goes to the sandbox unless a mail server is configured', () => {
  expect(vendorSettings('http://127.0.0.1:3900', {}, 4925)).toMatchObject({
    SMTP_URL: 'smtp://127.0.0.1:4925',
    SUPPORT_EMAIL: 'support@vehicle-enquiry.example',
  });
  const given = vendorSettings('http://127.0.0.1:3900', { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'a@b.example' });
  expect(Object.keys(given).filter((name) => /SMTP|MAIL/.test(name))).toEqual([]);
});

test.each([
  [{}, 'http://127.0.0.1:3900/control/clock'],
  [{ NODE_ENV: 'production' }, 'database'],
  [{ CLOCK_SOURCE: 'database' }, 'database'],
])('the time of %j is of %s', (settings, expected) => {
  expect(clockSettings('http://127.0.0.1:3900', settings)).toEqual({ CLOCK_SOURCE: expected });
});

test.each(['0', '65536', '3000x', '-1'])('%s is not a port', (text) => {
  expect(() => portSetting({ PORT: text }, 'PORT', 3000)).toThrow(`PORT is not a port: ${text}`);
});
