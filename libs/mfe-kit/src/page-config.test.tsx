import { afterEach, expect, test } from '@jest/globals';
import { pageConfigSchema } from '@ve/contracts/page-config';
import { originPlaceholder as agreed } from '@ve/contracts/remote-manifest';
import { originPlaceholder, readPageConfig, siteOrigin } from './page-config.tsx';

const write = (text: string) => {
  document.body.innerHTML = '<script type="application/json" id="ve-config"></script>';
  const block = document.getElementById('ve-config');
  if (block) block.textContent = text;
};

afterEach(() => {
  document.body.innerHTML = '';
});

const form = { url: 'https://forms.example/f/1', framed: true };

test.each<[unknown]>([
  [{ origin: 'https://site.test', contactForm: null }],
  [{ origin: 'http://localhost:3000', contactForm: form }],
  [{ origin: 'http://[::1]:3000', contactForm: { ...form, framed: false } }],
  [{ origin: 'https://site.test/path', contactForm: null }],
  [{ origin: 'javascript:alert(1)', contactForm: null }],
  [{ origin: 'https://a"b', contactForm: null }],
  [{ origin: 'https://site.test' }],
  [{ origin: 'https://site.test', contactForm: { ...form, url: 'http://forms.example/' } }],
  [{ origin: 'https://site.test', contactForm: { ...form, framed: 'yes' } }],
  [{ origin: 1, contactForm: null }],
  [null],
  ['text'],
])('%j is read as the contract reads it', (value) => {
  write(JSON.stringify(value));
  const parsed = pageConfigSchema.safeParse(value);
  expect(readPageConfig(document)).toEqual(parsed.success ? parsed.data : null);
});

test('the origin is the one that the service tells, or this page’s own where it tells none', () => {
  expect(siteOrigin()).toBe('http://localhost');
  write('{"origin":');
  expect(siteOrigin()).toBe('http://localhost');
  write('{"origin":"https://site.test","contactForm":null}');
  expect(siteOrigin()).toBe('https://site.test');
});

test('what stands for it in finished pages is what the service looks for', () => {
  expect(originPlaceholder).toBe(agreed);
});
