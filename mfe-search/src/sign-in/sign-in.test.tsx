import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { apiErrors } from '@ve/contracts/errors';
import { storeSignInRequest } from '@ve/mfe-kit/sign-in-request';
import { FixedSession, type SessionState } from '@ve/mfe-kit/session';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork, type FakeRequestOutcome } from '@ve/mfe-kit/testing-network';
import { useState } from 'react';
import { SignInPage } from './sign-in.page.tsx';

const network = installFakeNetwork();
const request = 'POST /api/auth/sign-in';
beforeEach(() => {
  sessionStorage.clear();
});

const open = (path = '/signin', session?: ReturnType<typeof signedInSession>) =>
  renderPage(<SignInPage />, { path, ...(session ? { session } : {}) });
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail address' });
const registration = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Registration number' });
const submit = () => screen.getByRole('button', { name: 'Access Report →' });
const fill = async (user: ReturnType<typeof open>['user'], address = 'Driver@Example.com', plate = 'ab12 cde') => {
  if (address) await user.type(email(), address);
  if (plate) await user.type(registration(), plate);
  await user.click(submit());
};
const problem = (status: number, code: string, title: string): FakeRequestOutcome => ({
  status,
  body: { type: 'about:blank', code, title, status },
});

describe('the form', () => {
  test.each([
    ['nothing', '', '', ['Enter your e-mail address', 'Enter the registration number of your vehicle']],
    ['no registration', 'a@example.com', '', ['Enter the registration number of your vehicle']],
  ])('shows what is wrong with %s, keeps it, and sends nothing', async (_what, address, plate, messages) => {
    const { user } = open();
    await fill(user, address, plate);
    const summary = screen.getByRole('alert');
    expect(summary).toHaveFocus();
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(messages);
    expect([email().value, registration().value]).toEqual([address, plate]);
    await user.click(within(summary).getAllByRole('link')[0] as HTMLElement);
    expect(document.activeElement).toHaveAttribute('aria-invalid', 'true');
    expect(network.calls).toEqual([]);
  });

  test('sends any text that is not empty, and shows what the service says of it', async () => {
    network.answer(request, problem(400, 'request-invalid', 'x'));
    const { user } = open();
    await fill(user, 'driver', 'Q!');
    expect(await screen.findByRole('alert')).toHaveTextContent('That is not an e-mail address');
    expect(network.calls.map(({ body }) => body)).toEqual([{ email: 'driver', registration: 'Q!' }]);
  });

  test('starts with the registration of its URL', () => {
    open('/signin?reg=AB12CDE');
    expect(registration()).toHaveValue('AB12CDE');
  });

  test('leads newcomers to the sign-up, with their campaign', () => {
    open('/signin?utm_source=partner');
    expect(screen.getByRole('link', { name: /sign up/ })).toHaveAttribute('href', '/signup?utm_source=partner');
  });

  test.each<[string, FakeRequestOutcome, string]>([
    ['no connection', 'no-answer', 'Unable to send sign-in link. Please try again.'],
    ['no database', problem(503, 'service-unavailable', 'x'), 'Database connection failed. Please try again.'],
    ['our error', { status: 500 }, 'There was a problem validating your account. Please try again.'],
    [
      'an answer of something else',
      { text: '<html>' },
      'There was a problem validating your account. Please try again.',
    ],
    [
      'a registration that fits no plate',
      problem(400, 'registration-invalid', apiErrors['registration-invalid'].title),
      'That is not a UK registration number. Check it and try again.',
    ],
    [
      'too many attempts',
      problem(429, 'sign-in-attempts-exceeded', apiErrors['sign-in-attempts-exceeded'].title),
      'Too many sign-in attempts. Please wait a few minutes before trying again.',
    ],
    [
      'too many mails',
      problem(429, 'sign-in-mails-exceeded', apiErrors['sign-in-mails-exceeded'].title),
      'Email rate limit exceeded. Please wait a few minutes before requesting another sign-in link.',
    ],
    [
      'no match',
      { body: { outcome: 'no-match', message: 'No a@example.com with AB12 CDE' } },
      'No a@example.com with AB12 CDE',
    ],
  ])('with %s shows it, keeps the input, and can be sent again', async (_what, reply, text) => {
    network.answer(request, reply, { body: { outcome: 'sent' } });
    const { user } = open();
    await fill(user);
    const toast = await screen.findByRole('alert');
    expect(toast).toHaveTextContent('Sign in failed');
    expect(toast).toHaveTextContent(text);
    expect([email().value, registration().value]).toEqual(['Driver@Example.com', 'ab12 cde']);
    expect(sessionStorage).toHaveLength(0);
    await user.click(within(toast).getByRole('button', { name: 'Close message' }));
    expect(screen.getByText(text)).toBeVisible();
    await user.click(submit());
    expect(await screen.findByText('Check your email!')).toBeVisible();
  });

  test('is sent once by a double click', async () => {
    network.answer(request, { body: { outcome: 'sent' } });
    const { user } = open();
    await user.type(email(), 'a@example.com');
    await user.type(registration(), 'AB12CDE');
    await user.dblClick(submit());
    await screen.findByText('Check your email!');
    expect(network.calls).toHaveLength(1);
  });
});

describe('a link that was sent', () => {
  test('is shown with its address, and stored in the tab', async () => {
    network.answer(request, { body: { outcome: 'sent' } });
    const { user } = open();
    await fill(user);
    expect(await screen.findByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
    expect(screen.getByText('driver@example.com')).toBeVisible();
    expect(document.activeElement).toHaveTextContent('Check your e-mail');
    expect(network.calls).toEqual([
      { method: 'POST', path: '/api/auth/sign-in', body: { email: 'driver@example.com', registration: 'AB12CDE' } },
    ]);
    expect({ ...sessionStorage }).toEqual({
      signin_email: 'driver@example.com',
      signin_reg_number: 'AB12CDE',
      signin_timestamp: expect.stringMatching(/^\d{13}$/),
    });
  });

  test('is still shown after a reload, and can be changed', async () => {
    storeSignInRequest({ email: 'driver@example.com', registration: 'AB12CDE' });
    const { user } = open();
    expect(screen.getByText('driver@example.com')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use a different address or vehicle' }));
    expect([email().value, registration().value]).toEqual(['driver@example.com', 'AB12CDE']);
    expect(sessionStorage).toHaveLength(0);
  });

  describe('that does not arrive', () => {
    beforeEach(() => {
      jest.useFakeTimers();
      storeSignInRequest({ email: 'driver@example.com', registration: 'AB12CDE' });
    });
    afterEach(() => {
      jest.useRealTimers();
    });
    const again = () => screen.getByRole('button', { name: 'Send another link' });
    const press = () => act(() => again().click());
    const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

    test('can be sent again a minute after the last', async () => {
      network.answer(request, { body: { outcome: 'sent' } });
      open();
      await after(59_999);
      press();
      expect(again()).toHaveAccessibleDescription('You can ask for another link a minute after the last one.');
      expect(network.calls).toEqual([]);
      await after(1);
      press();
      await after(0);
      expect(network.calls).toHaveLength(1);
      expect(screen.getByText('Another link is on its way to driver@example.com.')).toBeVisible();
      expect(again()).toHaveAttribute('aria-disabled', 'true');
    });

    test('shows why it was not sent again', async () => {
      network.answer(request, problem(429, 'sign-in-mails-exceeded', apiErrors['sign-in-mails-exceeded'].title));
      open();
      await after(60_000);
      press();
      await after(0);
      expect(screen.getByRole('alert')).toHaveTextContent(/Email rate limit exceeded/);
      expect(screen.getByText('driver@example.com')).toBeVisible();
    });
  });
});

test('a signed-in user is redirected to their account', () => {
  expect(open('/signin', signedInSession()).address()).toBe('/my-account');
});

test('a user who signed in with the link just sent waits for the report', () => {
  storeSignInRequest({ email: 'driver@example.com', registration: 'AB12CDE' });
  expect(open('/signin', signedInSession()).address()).toBe('/signin');
});

function SignedInElsewhere() {
  const [session, setSession] = useState<SessionState>(visitorSession);
  return (
    <FixedSession session={session}>
      <SignInPage />
      <button onClick={() => setSession(signedInSession())}>elsewhere</button>
    </FixedSession>
  );
}

test('a user who signed in elsewhere long after the request is redirected to their account', () => {
  storeSignInRequest({ email: 'driver@example.com', registration: 'AB12CDE' });
  const { address } = renderPage(<SignedInElsewhere />, { path: '/signin' });
  expect(screen.getByText('driver@example.com')).toBeVisible();
  sessionStorage.setItem('signin_timestamp', String(Date.now() - 10 * 60_000));
  act(() => screen.getByRole('button', { name: 'elsewhere' }).click());
  expect(address()).toBe('/my-account');
});
