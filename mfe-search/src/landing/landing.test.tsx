import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { maxFinanceCheckIntervalDays } from '@ve/domain/monitoring/alerts/check-intervals';
import { renderPage } from '@ve/mfe-kit/testing';
import { LandingPage } from './landing.page.tsx';

const box = () => screen.getByRole('textbox', { name: 'Registration number' });
const region = (name: string) => within(screen.getByRole('region', { name }));

describe('the search', () => {
  test('sends the registration trimmed and upper-cased to the sign-up with Enter', async () => {
    const { user, address } = renderPage(<LandingPage />);
    await user.type(box(), '  ab12 cde {Enter}');
    expect(address()).toBe('/signup?reg=AB12+CDE');
  });

  test('sends the same with the button, and keeps campaign parameters', async () => {
    const { user, address } = renderPage(<LandingPage />, { path: '/?utm_source=partner&x=1' });
    await user.type(box(), 'ab12cde');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(address()).toBe('/signup?reg=AB12CDE&utm_source=partner');
  });

  test.each(['', '   '])('does nothing for a blank search (%j) and keeps the focus in the input', async (typed) => {
    const { user, address } = renderPage(<LandingPage />);
    if (typed) await user.type(box(), typed);
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(address()).toBe('/');
    expect(box()).toHaveFocus();
  });

  test('is a plain form to the same page without JavaScript', () => {
    renderPage(<LandingPage />);
    const form = screen.getByRole('search');
    expect(form).toHaveAttribute('action', '/signup');
    expect(form).toHaveAttribute('method', 'get');
    expect(box()).toHaveAttribute('name', 'reg');
    expect(box()).toHaveAttribute('placeholder', 'ENTER REG');
  });
});

test('the structured data describes the organisation and the search, and claims nothing else', () => {
  renderPage(<LandingPage />);
  const facts = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '') as {
    '@graph': Record<string, unknown>[];
  };
  expect(facts['@graph'].map((each) => each['@type'])).toEqual(['Organization', 'WebSite']);
  expect(facts).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [
      { name: 'Vehicle Enquiry', url: 'http://localhost/' },
      { potentialAction: { target: { urlTemplate: 'http://localhost/signup?reg={registration}' } } },
    ],
  });
  expect(JSON.stringify(facts)).not.toMatch(/rating|review|offer/i);
});

test('the contents mark as free what needs no full check', () => {
  renderPage(<LandingPage />);
  const marks = region('What a report answers')
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(marks).toContain('Chassis (VIN) identity Free');
  expect(marks.filter((each) => each.endsWith('Full check'))).toEqual([
    'Police stolen marker, where available Full check',
    'Outstanding finance Full check',
    'Insurance write-off Full check',
    'Colour changes Full check',
    'Professional valuation set Full check',
  ]);
});

test('the text about cancelling also holds for a trial and for a refunded payment', () => {
  renderPage(<LandingPage />);
  const answer = screen.getByText('How do I cancel a membership?').closest('details');
  expect(answer).toHaveTextContent(
    'A trial ends at once. So does a membership whose payment we return. Any other ends with the month you paid for.',
  );
  expect(answer).not.toHaveTextContent('You keep access');
});

test('the contents list every part of a report', () => {
  renderPage(<LandingPage />);
  const text = region('What a report answers')
    .getAllByRole('listitem')
    .map((item) => item.textContent)
    .join('\n')
    .toLowerCase();
  for (const item of [
    'outstanding finance',
    'write-off',
    'police stolen marker, where available',
    'mileage history',
    'scrapped',
    'exported',
    'keeper history, where available',
    'plate changes',
    'colour changes',
    'vin',
    'valuation',
    'full mot history',
    'specifications',
  ]) {
    expect(text).toContain(item);
  }
});

test('the price, its renewal and how to cancel are stated together', () => {
  renderPage(<LandingPage />);
  const how = screen.getByRole('region', { name: 'How it works, and what it costs' });
  expect(how).toHaveTextContent('50p for 24 hours');
  expect(how).toHaveTextContent('£8.90 a month, cancel any time');
});

test('the page does not suggest that 50p buys the full check', () => {
  const { container } = renderPage(<LandingPage />);
  for (const block of container.querySelectorAll('p, dd, li')) {
    const text = block.textContent ?? '';
    if (!text.includes('50p') || !/full (history )?check/i.test(text)) continue;
    expect(text).toMatch(/not yet the full check|full check comes with the first £8\.90/);
  }
});

test('membership lists its features and links to the sign-up without a registration', async () => {
  const { user, address } = renderPage(<LandingPage />);
  const membership = region('Vehicle Companion Membership');
  for (const feature of [
    'Vehicle tax alerts',
    'MOT reminders and advisories',
    'Recall alerts',
    'Valuation tracker',
    'Finance check alerts',
    'Petrol prices',
  ]) {
    expect(membership.getByText(feature)).toBeInTheDocument();
  }
  // The longest interval of the workers' checks.
  expect(Math.round(maxFinanceCheckIntervalDays / (365 / 12))).toBe(3);
  expect(membership.getByText(/We check every three months\.$/)).toBeInTheDocument();
  await user.click(membership.getByRole('link', { name: 'Subscribe' }));
  expect(address()).toBe('/signup');
});

test('the sample is marked as one and links to the sample report', () => {
  renderPage(<LandingPage />);
  const sample = within(screen.getByRole('complementary', { name: 'Sample report' }));
  expect(sample.getByText('Sample')).toBeInTheDocument();
  expect(sample.getByText('A made-up vehicle')).toBeInTheDocument();
  expect(sample.getByRole('img')).toHaveAccessibleName(
    /8 odometer readings: up to 94,870 miles, then lower, 56,120 miles/,
  );
  expect(sample.getByText('Fell by 47,200')).toBeInTheDocument();
  expect(sample.getByText('FAILED')).toBeInTheDocument();
  expect(sample.getByRole('link')).toHaveAttribute('href', '/sample-report');
});

test('lists the eight kinds of source', () => {
  renderPage(<LandingPage />);
  expect(region('Where the answers come from').getAllByRole('listitem')).toHaveLength(8);
});
