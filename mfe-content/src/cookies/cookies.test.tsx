import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { CookiesPage } from './cookies.page.tsx';
import { browserStoredItems } from './browser-stored-items.ts';

installFakeNetwork();

const namesIn = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

test('lists every stored item, with those of unreleased features in a separate list', () => {
  renderPage(<CookiesPage />);
  const of = (written: string) => browserStoredItems.filter((item) => item.written === written).map(({ name }) => name);
  expect(namesIn('What is kept today')).toEqual(of('now'));
  expect(screen.queryAllByText('Not open yet')).toHaveLength(of('later').length);
  expect(screen.queryAllByRole('region', { name: 'What will be kept' })).toHaveLength(of('later').length === 0 ? 0 : 1);
  const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  for (const link of contents) expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
});
