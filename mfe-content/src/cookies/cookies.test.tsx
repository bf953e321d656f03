import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { CookiesPage } from './cookies.page.tsx';
import { storedThings } from './stored-things.ts';

const namesIn = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

test('lists every stored item, with those of unreleased features apart', () => {
  renderPage(<CookiesPage />);
  const of = (written: string) => storedThings.filter((thing) => thing.written === written).map(({ name }) => name);
  expect(namesIn('What is kept today')).toEqual(of('now'));
  expect(screen.queryAllByText('Not open yet')).toHaveLength(of('later').length);
  expect(screen.queryAllByRole('region', { name: 'What will be kept' })).toHaveLength(of('later').length === 0 ? 0 : 1);
});
