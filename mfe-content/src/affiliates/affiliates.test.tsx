import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { AffiliatesPage } from './affiliates.page.tsx';

const itemsOf = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem');

test('lists three benefits, four steps and every requirement', () => {
  renderPage(<AffiliatesPage />);
  expect(itemsOf('What you get').map((item) => within(item).getByRole('heading').textContent)).toEqual([
    'Up to 30% commission',
    'Dedicated support',
    'Real-time tracking',
  ]);
  expect(itemsOf('How it works')).toHaveLength(4);
  const requirements = itemsOf('Who can apply')
    .map(({ textContent }) => textContent)
    .join(' ');
  for (const needed of [
    /established online presence/,
    /cars, money or consumer/,
    /affiliate terms/,
    /18/,
    /PayPal or bank/,
  ]) {
    expect(requirements).toMatch(needed);
  }
  expect(screen.getByText(/Review takes 1–2 business days/)).toBeInTheDocument();
});

test('Apply Now opens an e-mail', () => {
  renderPage(<AffiliatesPage />);
  const link = screen.getByRole('link', { name: 'Apply Now' });
  const address = new URL(link.getAttribute('href') ?? '');
  expect(address.protocol).toBe('mailto:');
  expect(address.searchParams.get('subject')).toBe('Affiliate application');
});
