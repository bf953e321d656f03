import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ThemeStyles } from '@ve/ui/theme/theme';
import { useState } from 'react';
import {
  authenticatePayment,
  type CardAuthenticationResult,
  type CardPaymentActions,
  CardField,
  StripeElementsProvider,
  type CardPurpose,
  useCardPayment,
  useStripeJs,
} from './card-payment.tsx';
import { installFakeNetwork } from './testing-network.tsx';
import { writeStripePageConfig, installFakeStripeJs, type FakeStripeJsAnswer } from './testing-stripe.tsx';

const network = installFakeNetwork();
const stripe = installFakeStripeJs();
const reload = jest.fn();

const holder = {
  name: 'Ann Driver',
  email: 'ann@example.com',
  address: { line1: '1 High Street', line2: '', city: 'Leeds', postalCode: 'LS1 1AA' },
};

let card: CardPaymentActions;
const HoldCard = () => {
  card = useCardPayment();
  return null;
};

const pay: CardPurpose = { for: 'payment', amountPence: 50, currency: 'gbp' };
const later: CardPurpose = { for: 'later', currency: 'gbp' };

function Payment({ error, busy, use = pay }: { error?: string; busy?: boolean; use?: CardPurpose }) {
  const service = useStripeJs('/pay', reload);
  const [input, setInput] = useState('empty');
  return (
    <StripeElementsProvider service={service} use={use}>
      <ThemeStyles />
      <CardField
        service={service}
        id="card"
        collectsBillingDetails={use === pay}
        onChange={({ complete }) => setInput(String(complete))}
        {...(error === undefined ? {} : { error })}
        {...(busy === undefined ? {} : { busy })}
      />
      <p>{input}</p>
      <HoldCard />
    </StripeElementsProvider>
  );
}

beforeEach(() => {
  reload.mockReset();
  writeStripePageConfig('/pay');
  network.answer('POST /api/error-logs', { status: 204 });
});

const field = () => screen.findByRole('group', { name: 'Card details' });
const reports = () => network.calls.filter(({ path }) => path === '/api/error-logs').map(({ body }) => body);

test('the field requests only the card, has our style, and reports when it is complete', async () => {
  render(<Payment />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading the card field');
  await field();
  expect(screen.queryByRole('status')).toBeNull();
  expect(stripe.keys).toEqual(['pk_test_1']);
  expect(stripe.elements[0]).toMatchObject({
    mode: 'payment',
    amount: 50,
    currency: 'gbp',
    setupFutureUsage: 'off_session',
    allowedPaymentMethodTypes: ['card'],
    appearance: { variables: { colorText: '#16181d', colorDanger: '#b3161b', borderRadius: '6px' } },
  });
  expect(stripe.options[0]).toMatchObject({
    readOnly: false,
    fields: { billingDetails: { name: 'never', email: 'never', address: 'never' } },
    terms: { card: 'never' },
    wallets: { applePay: 'auto', googlePay: 'auto', link: 'never' },
  });
  stripe.fillIn();
  expect(screen.getByText('true')).toBeVisible();
});

test('a card for later charges is not a payment, and needs no billing address', async () => {
  render(<Payment use={later} />);
  await field();
  expect(stripe.elements[0]).toMatchObject({ mode: 'setup', currency: 'gbp' });
  expect(stripe.options[0]).toMatchObject({ fields: { billingDetails: { address: 'if_required' } } });
});

test('an error is its description, a link of an error summary focuses the field, and input is blocked while busy', async () => {
  const { rerender } = render(<Payment error="Your bank declined this card." />);
  expect(await field()).toHaveAccessibleDescription(/We never see it\. Your bank declined this card\.$/);
  act(() => document.getElementById('card')?.focus());
  expect(screen.getByRole('textbox', { name: 'Card number' })).toHaveFocus();
  rerender(<Payment busy />);
  expect(stripe.options.at(-1)).toMatchObject({ readOnly: true });
});

test('another page’s document is reloaded, and loads no script', () => {
  writeStripePageConfig('/');
  render(<Payment />);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(stripe.keys).toEqual([]);
});

test('a field that Stripe cannot load is reported and can be retried', async () => {
  render(<Payment />);
  await field();
  stripe.emit('loaderror', { error: { message: 'blocked' } });
  expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t load the card field');
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

describe('a card', () => {
  const refusal = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'No.' };
  const details = {
    line1: '1 High Street',
    line2: '',
    city: 'Leeds',
    postal_code: 'LS1 1AA',
    country: 'GB',
    state: '',
  };

  test('is validated in its field, then collected with its holder, in GB', async () => {
    render(<Payment />);
    await field();
    expect(await card.check()).toEqual({ outcome: 'invalid', message: 'Your card number is incomplete.' });
    stripe.fillIn();
    expect(await card.check()).toEqual({ outcome: 'complete' });
    expect(await card.collect(holder)).toEqual({ outcome: 'collected', confirmationToken: 'ctoken_1' });
    expect(stripe.calls).toMatchObject([
      {
        name: 'createConfirmationToken',
        given: {
          params: {
            payment_method_data: {
              billing_details: { name: 'Ann Driver', email: 'ann@example.com', address: details },
            },
          },
        },
      },
    ]);
  });

  test.each<[string, object, object]>([
    ['refused', refusal, { outcome: 'refused', message: 'No.' }],
    ['incomplete', { type: 'validation_error', message: 'No.' }, { outcome: 'invalid', message: 'No.' }],
    ['without an answer', { type: 'api_connection_error', message: 'No.' }, { outcome: 'failed', message: 'No.' }],
    ['of a foreign key', { type: 'invalid_request_error', message: 'No.' }, { outcome: 'failed', message: 'No.' }],
  ])('that is %s is not collected, without a request to a bank', async (_, error, answer) => {
    render(<Payment />);
    await field();
    stripe.answer({ error: error as Record<string, unknown> });
    expect(await card.collect(holder)).toEqual(answer);
  });

  test('fails without a field, or with a Stripe.js that throws', async () => {
    render(<Payment />);
    const none = { outcome: 'failed', message: 'Card element not found' };
    expect([await card.check(), await card.collect(holder)]).toEqual([none, none]);
    await field();
    stripe.answer(new Error('broken: pi_1_secret_2'));
    expect(await card.collect(holder)).toEqual({ outcome: 'failed', message: 'broken: pi_1_secret_…' });
    await card.authenticate('pi_1_secret_2');
    expect(stripe.calls.at(-1)).toEqual({ name: 'handleNextAction', given: { clientSecret: 'pi_1_secret_2' } });
    await waitFor(() => expect(reports()).toMatchObject([{ error_message: 'broken: pi_1_secret_…' }]));
  });

  test('for later charges is collected without its holder', async () => {
    render(<Payment use={later} />);
    await field();
    stripe.fillIn();
    expect(await card.collect()).toEqual({ outcome: 'collected', confirmationToken: 'ctoken_1' });
    expect(stripe.calls[0]?.given).not.toHaveProperty('params');
  });
});

describe('the authentication of a stored card', () => {
  let service: ReturnType<typeof useStripeJs>;
  const HoldService = () => {
    service = useStripeJs('/pay', reload);
    return null;
  };
  const ask = async () => {
    render(<HoldService />);
    await waitFor(() => expect(service.state).toBe('ready'));
    return authenticatePayment(service, 'pi_1_secret_2');
  };
  const refusal = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'No.' };

  test.each<[string, FakeStripeJsAnswer | Error, CardAuthenticationResult]>([
    ['answered', { paymentIntent: { status: 'requires_confirmation' } }, { outcome: 'answered' }],
    [
      'answered with no',
      { error: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message: 'No.' } },
      { outcome: 'refused', message: 'No.', codes: ['payment_intent_authentication_failure'] },
    ],
    [
      'answered by a refusal',
      { error: refusal },
      { outcome: 'refused', message: 'No.', codes: ['insufficient_funds', 'card_declined'] },
    ],
    ['lost', { error: { type: 'api_connection_error', message: 'No.' } }, { outcome: 'answered' }],
    ['broken off', new Error('broken: pi_1_secret_2'), { outcome: 'answered' }],
  ])('that is %s', async (_, given, answer) => {
    stripe.answer(given);
    expect(await ask()).toEqual(answer);
    expect(stripe.calls).toEqual([{ name: 'handleNextAction', given: { clientSecret: 'pi_1_secret_2' } }]);
  });
});
