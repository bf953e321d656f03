import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { FaqPage } from './faq.page.tsx';

const items = () => [...document.querySelectorAll('details')];

test('has four questions, closed at first, of which one can be open at a time', () => {
  renderPage(<FaqPage />);
  expect(items()).toHaveLength(4);
  expect(items().filter(({ open }) => open)).toEqual([]);
  // `<details>` elements with the same name close each other.
  expect(new Set(items().map((item) => item.getAttribute('name')))).toEqual(new Set(['faq']));
});

test('a question opens and closes', async () => {
  const { user } = renderPage(<FaqPage />);
  const question = screen.getByText('What is the Vehicle Companion Membership?');
  const item = question.closest('details');
  await user.click(question);
  expect(item).toHaveAttribute('open');
  await user.click(question);
  expect(item).not.toHaveAttribute('open');
});

test('the answers contain what the specification requires', () => {
  renderPage(<FaqPage />);
  const answer = (question: string) => screen.getByText(question).closest('details');
  expect(answer('What information do I need to get a vehicle report?')).toHaveTextContent(/registration number.*VIN/);
  expect(answer('What is the Vehicle Companion Membership?')).toHaveTextContent(
    /24-hour trial for 50p.*£8\.90 a month/,
  );
  expect(answer('How do I log in to my account?')).toHaveTextContent(/registration number and the e-mail address/);
  expect(answer('How do I close my account or ask for a refund?')).toHaveTextContent(/within 30 days/);
});

test.each([
  ['Your data', '/your-data'],
  ['What we hold about you without an account', '/your-data/request'],
])('the answer about closing an account links to %s', async (name, path) => {
  const { user } = renderPage(<FaqPage />);
  const question = screen.getByText('How do I close my account or ask for a refund?');
  expect(question.closest('details')).toHaveTextContent(/open Your data and choose Delete my account/);
  await user.click(question);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
});

test('promises no telephone call', () => {
  renderPage(<FaqPage />);
  expect(screen.getByText(/^Both buttons lead to our contact page\. Write to us there/)).toBeInTheDocument();
  expect(screen.queryByText(/ask us to call you/)).toBeNull();
});

test.each(['Email Support', 'Call Us'])('%s links to the contact page', async (name) => {
  const { user, address } = renderPage(<FaqPage />);
  await user.click(screen.getByRole('link', { name }));
  expect(address()).toBe('/contact');
});

test('the structured data has the same answers', () => {
  const { container } = renderPage(<FaqPage />);
  const data = [...container.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => JSON.parse(textContent) as { '@type': string; mainEntity?: { name: string }[] },
  );
  const faq = data.find((each) => each['@type'] === 'FAQPage');
  expect(faq?.mainEntity?.map(({ name }) => name)).toEqual(
    items().map((item) => within(item).getByRole('heading', { hidden: true }).textContent),
  );
});
