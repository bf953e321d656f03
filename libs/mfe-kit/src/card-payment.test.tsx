import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ThemeStyles } from '@ve/ui/theme/theme';
import { useState } from 'react';
import { type Card, CardField, CardForm, type CardConfirmation, useCard, useCardService } from './card-payment.tsx';
import { fakeNetwork } from './testing-network.tsx';
import { configureStripe, fakeStripe } from './testing-stripe.tsx';

const network = fakeNetwork();
const stripe = fakeStripe();
const reload = jest.fn();

const holder = {
  name: 'Ann Driver',
  email: 'ann@example.com',
  address: { line1: '1 High Street', line2: '', city: 'Leeds', postalCode: 'LS1 1AA' },
};

let card: Card;
const HoldCard = () => {
  card = useCard();
  return null;
};

function Payment({ error, busy }: { error?: string; busy?: boolean }) {
  const service = useCardService('/pay', reload);
  const [input, setInput] = useState('empty');
  return (
    <CardForm service={service}>
      <ThemeStyles />
      <CardField
        service={service}
        id="card"
        onChange={({ complete, error: reason }) => setInput(reason ?? String(complete))}
        {...(error === undefined ? {} : { error })}
        {...(busy === undefined ? {} : { busy })}
      />
      <p>{input}</p>
      <HoldCard />
    </CardForm>
  );
}

beforeEach(() => {
  reload.mockReset();
  configureStripe('/pay');
  network.answer('POST /api/error-logs', { status: 204 });
});

const field = () => screen.findByRole('group', { name: 'Card details' });
const reports = () => network.calls.filter(({ path }) => path === '/api/error-logs').map(({ body }) => body);

test('the field asks for no postal code, looks like ours, and says what is typed', async () => {
  render(<Payment />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading the card field');
  await field();
  expect(screen.queryByRole('status')).toBeNull();
  expect(stripe.keys).toEqual(['pk_test_1']);
  expect(stripe.options[0]).toMatchObject({
    hidePostalCode: true,
    disabled: false,
    style: { base: { color: '#16181d' }, invalid: { color: '#b3161b' } },
  });
  stripe.fillIn();
  expect(screen.getByText('true')).toBeVisible();
  stripe.emit('change', { complete: false, error: { message: 'Your card number is invalid.' } });
  expect(screen.getByText('Your card number is invalid.')).toBeVisible();
});

test('an error is described, a link of an error summary focuses the field, and input is blocked while busy', async () => {
  const { rerender } = render(<Payment error="Your card number is incomplete." />);
  expect(await field()).toHaveAccessibleDescription(/never seen by us\. Your card number is incomplete\.$/);
  act(() => document.getElementById('card')?.focus());
  expect(screen.getByRole('textbox', { name: 'Card number' })).toHaveFocus();
  rerender(<Payment busy />);
  expect(stripe.options.at(-1)).toMatchObject({ disabled: true });
});

test('another page’s document is reloaded, and loads no script', () => {
  configureStripe('/');
  render(<Payment />);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(stripe.keys).toEqual([]);
});

test('a field that Stripe cannot load is reported and can be tried again', async () => {
  render(<Payment />);
  await field();
  stripe.emit('loaderror', { error: { message: 'blocked' } });
  expect(screen.getByRole('alert')).toHaveTextContent('The card field could not be loaded');
  await waitFor(() => expect(reports()).toMatchObject([{ error_type: 'Payment Error', error_message: 'blocked' }]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await field();
});

describe('the script', () => {
  const script = () => document.head.querySelector<HTMLScriptElement>('script[src]');
  let constructor: unknown;
  beforeEach(() => {
    constructor = Reflect.get(window, 'Stripe');
    Reflect.deleteProperty(window, 'Stripe');
  });
  afterEach(() => script()?.remove());

  test('comes from the configured address', async () => {
    render(<Payment />);
    expect(script()?.src).toBe('https://stripe.test/stripe.js');
    Object.assign(window, { Stripe: constructor });
    script()?.dispatchEvent(new Event('load'));
    await field();
  });

  test('that is blocked is reported, and loaded again on request', async () => {
    render(<Payment />);
    script()?.dispatchEvent(new Event('error'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was charged');
    expect(script()).toBeNull();
    expect(reports()).toMatchObject([{ error_type: 'Payment Error', error_message: 'Failed to load Stripe.js' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    Object.assign(window, { Stripe: constructor });
    script()?.dispatchEvent(new Event('load'));
    await field();
  });

  test('is not loaded from anywhere without configuration', async () => {
    document.getElementById('ve-config')?.remove();
    render(<Payment />);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(script()).toBeNull();
  });
});

describe('a payment', () => {
  const refusal = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'No.' };

  test('is confirmed with the card in the field and its holder, in GB', async () => {
    render(<Payment />);
    await field();
    stripe.answer({ paymentIntent: { status: 'succeeded' } });
    expect(await card.pay('pi_1_secret_2', holder)).toEqual({ outcome: 'succeeded' });
    const address = { line1: '1 High Street', city: 'Leeds', postal_code: 'LS1 1AA', country: 'GB' };
    expect(stripe.confirmed).toMatchObject([
      {
        clientSecret: 'pi_1_secret_2',
        data: { payment_method: { billing_details: { name: 'Ann Driver', email: 'ann@example.com', address } } },
      },
    ]);
  });

  test.each<[string, object, CardConfirmation]>([
    ['declined', refusal, { outcome: 'refused', message: 'No.', codes: ['insufficient_funds', 'card_declined'] }],
    [
      'not authenticated',
      { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message: 'No.' },
      { outcome: 'refused', message: 'No.', codes: ['payment_intent_authentication_failure'] },
    ],
    ['incomplete', { type: 'validation_error', message: 'No.' }, { outcome: 'invalid', message: 'No.' }],
    ['without an answer', { type: 'api_connection_error', message: 'No.' }, { outcome: 'unknown', message: 'No.' }],
    ['of a foreign key', { type: 'invalid_request_error', message: 'No.' }, { outcome: 'failed', message: 'No.' }],
    [
      'paid in another tab',
      {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'succeeded' },
      },
      { outcome: 'succeeded' },
    ],
  ])('that is %s', async (_, error, confirmation) => {
    render(<Payment />);
    await field();
    stripe.answer({ error: error as Record<string, unknown> });
    expect(await card.pay('pi_1_secret_2', holder)).toEqual(confirmation);
  });

  test('of a Stripe.js that throws is unknown, and one without a field was not sent', async () => {
    render(<Payment />);
    expect(await card.pay('pi_1_secret_2', holder)).toEqual({ outcome: 'failed', message: 'Card element not found' });
    await field();
    stripe.answer(new Error('broken: pi_1_secret_2'));
    expect(await card.pay('pi_1_secret_2', holder)).toEqual({ outcome: 'unknown', message: 'broken: pi_1_secret_…' });
  });
});
