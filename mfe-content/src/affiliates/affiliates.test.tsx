import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { type FakeHttpResponse, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { AffiliatesPage } from './affiliates.page.tsx';

const network = installFakeNetwork();
const sending = 'POST /api/affiliate-applications';
const receipt = { reference: 'VE-9MNPQRTW', answerBy: '2026-11-25T17:00:00.000Z' };
const itemsOf = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem');
const field = (name: string) => screen.getByRole('textbox', { name });
const apply = () => screen.getByRole('button', { name: /Apply Now|Sending/ });

const fill = async (user: ReturnType<typeof renderPage>['user']) => {
  await user.type(field('Full name'), 'Ann Driver');
  await user.type(field('E-mail address'), 'ann@example.com');
  await user.type(field('Address of your site or channel'), 'https://cars.example');
  await user.selectOptions(screen.getByRole('combobox', { name: 'What it is about' }), 'Cars');
  await user.type(field('About you and your readers'), '10,000 readers');
  await user.click(screen.getByRole('checkbox', { name: /at least 18/ }));
  await user.click(screen.getByRole('checkbox', { name: /meet the requirements/ }));
};

test('lists three benefits, four steps and every requirement', () => {
  renderPage(<AffiliatesPage />);
  expect(itemsOf('What you get').map((item) => within(item).getByRole('heading').textContent)).toEqual([
    'Up to 30% commission',
    'Dedicated support',
    'All in writing',
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

test('promises no tracking that no one runs', () => {
  renderPage(<AffiliatesPage />);
  expect(screen.getByText(/We have no tracking dashboard/)).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent(/real-time|as they happen/i);
});

test('sends the application, and shows its reference and when it is answered', async () => {
  network.answer(sending, { body: receipt });
  const { user } = renderPage(<AffiliatesPage />);
  await fill(user);
  await user.click(apply());
  const status = await screen.findByRole('status');
  expect(status).toHaveTextContent('We have your application VE-9MNPQRTW');
  expect(status).toHaveTextContent('We reply to ann@example.com by 25 November 2026 at 17:00 UK time.');
  const body = {
    name: 'Ann Driver',
    email: 'ann@example.com',
    website: 'https://cars.example',
    content: 'automotive',
    message: '10,000 readers',
    adult: true,
    terms: true,
    idempotencyKey: expect.any(String),
  };
  expect(network.calls).toEqual([{ method: 'POST', path: '/api/affiliate-applications', body }]);
});

test('lists every missing field and unticked box, and sends nothing', async () => {
  const { user } = renderPage(<AffiliatesPage />);
  await user.type(field('Address of your site or channel'), 'cars.example');
  await user.click(apply());
  const summary = screen.getByRole('alert');
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Enter your full name',
    'Please enter a valid email address',
    'Enter the address of your site or channel, starting with https:// or http://',
    'Choose what your site or channel is about',
    'Tell us about you and your readers',
    'You can apply only if you are at least 18 years old',
    'Confirm that you meet the requirements',
  ]);
  await user.click(within(summary).getByRole('link', { name: /at least 18/ }));
  expect(screen.getByRole('checkbox', { name: /at least 18/ })).toHaveFocus();
  expect(network.calls).toEqual([]);
});

test('sends once while it is busy, and keeps the input after a failure', async () => {
  const reply = Promise.withResolvers<FakeHttpResponse>();
  network.answer(sending, reply.promise, { body: receipt });
  const { user } = renderPage(<AffiliatesPage />);
  await fill(user);
  await user.click(apply());
  await user.click(apply());
  expect(network.calls).toHaveLength(1);
  reply.resolve({ status: 503, text: 'busy' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Your application was not sent');
  expect(field('About you and your readers')).toHaveValue('10,000 readers');
  await user.click(apply());
  expect(await screen.findByRole('status')).toHaveTextContent('VE-9MNPQRTW');
});
