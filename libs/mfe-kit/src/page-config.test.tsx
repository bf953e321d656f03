import { afterEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { pageConfigSchema } from '@ve/contracts/page-config';
import { originPlaceholder as agreed } from '@ve/contracts/remote-manifest';
import {
  configuredPublishableKey,
  configuredExternalUrl,
  originPlaceholder,
  readPageConfig,
  siteOrigin,
  useEnsureDocumentForRoute,
} from './page-config.tsx';

const write = (text: string) => {
  document.body.innerHTML = '<script type="application/json" id="ve-config"></script>';
  const block = document.getElementById('ve-config');
  if (block) block.textContent = text;
};

afterEach(() => {
  document.body.innerHTML = '';
});

const config = { origin: 'https://site.test', route: '/contact', ownSources: true, urls: {}, keys: {} };
const form = 'https://forms.example/f/1';

test.each<[unknown]>([
  [config],
  [{ ...config, route: null, ownSources: false }],
  [{ ...config, origin: 'http://localhost:3000', urls: { CONTACT_FORM: form, B2: 'http://localhost:4000/' } }],
  [{ ...config, origin: 'http://[::1]:3000' }],
  [{ ...config, origin: 'https://site.test/path' }],
  [{ ...config, origin: 'javascript:alert(1)' }],
  [{ ...config, origin: 'https://a"b' }],
  [{ ...config, origin: 1 }],
  [{ ...config, route: 1 }],
  [{ ...config, ownSources: 'yes' }],
  [{ ...config, urls: { CONTACT_FORM: 'javascript:alert(1)' } }],
  [{ ...config, urls: { 'contact-form': form } }],
  [{ ...config, urls: [form] }],
  [{ origin: 'https://site.test', route: null, ownSources: false, urls: {} }],
  [{ ...config, keys: { STRIPE: 'pk_test_1', OTHER_2: 'x-1' } }],
  [{ ...config, keys: { stripe: 'pk_test_1' } }],
  [{ ...config, keys: { STRIPE: 'pk test' } }],
  [{ ...config, keys: { STRIPE: '' } }],
  [{ ...config, keys: { STRIPE: 'x'.repeat(256) } }],
  [{ ...config, keys: ['pk_test_1'] }],
  [{ ...config, keys: null }],
  [{ origin: 'https://site.test' }],
  [null],
  ['text'],
])('%j is parsed as by the contract', (value) => {
  write(JSON.stringify(value));
  const parsed = pageConfigSchema.safeParse(value);
  expect(readPageConfig(document)).toEqual(parsed.success ? parsed.data : null);
});

test('the origin is the one that the service configures, otherwise the document’s own', () => {
  expect(siteOrigin()).toBe('http://localhost');
  write('{"origin":');
  expect(siteOrigin()).toBe('http://localhost');
  write(JSON.stringify(config));
  expect(siteOrigin()).toBe('https://site.test');
});

test('the placeholder in prerendered pages is the one that the service replaces', () => {
  expect(originPlaceholder).toBe(agreed);
});

test('a configured URL and a publishable key are read by their names', () => {
  write(JSON.stringify({ ...config, urls: { CONTACT_FORM: form }, keys: { STRIPE: 'pk_test_1' } }));
  expect([
    configuredPublishableKey('STRIPE'),
    configuredPublishableKey('CONTACT_FORM'),
    configuredPublishableKey('constructor'),
  ]).toEqual(['pk_test_1', null, null]);
  expect([
    configuredExternalUrl('CONTACT_FORM'),
    configuredExternalUrl('OTHER'),
    configuredExternalUrl('constructor'),
  ]).toEqual([form, null, null]);
});

test.each([
  ['/contact', '/contact', true, 0],
  ['/contact', '/faq', false, 1],
  [null, '/faq', false, 1],
])('a document sent for %s is that of %s: %s', (documentRoute, route, own, reloads) => {
  write(JSON.stringify({ ...config, route: documentRoute }));
  const reload = jest.fn();
  const Page = () => <p>{String(useEnsureDocumentForRoute(route, reload))}</p>;
  render(<Page />);
  expect(screen.getByText(String(own))).toBeVisible();
  expect(reload).toHaveBeenCalledTimes(reloads);
});

test('a standalone remote does not reload forever', () => {
  const reload = jest.fn();
  const Page = () => <p>{String(useEnsureDocumentForRoute('/contact', reload))}</p>;
  render(<Page />);
  expect(screen.getByText('true')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});
