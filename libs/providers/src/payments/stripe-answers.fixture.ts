/** Responses as Stripe documents them, with the fields we read and a few we do not. */

export const signUpIdFixture = '0b7f4c1e-7a0e-4b6c-9d7e-0f2f6a3b1c11';

const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030, fingerprint: 'Xt5EWLLDS7FJjR1c' };

export const chargeFixture = {
  id: 'ch_1',
  created: 1_795_000_000,
  amount_refunded: 0,
  receipt_url: 'https://pay.stripe.com/receipts/1',
  payment_method_details: { type: 'card', card },
};

export const paymentIntentFixture = (more: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'requires_payment_method',
  amount: 50,
  currency: 'gbp',
  customer: 'cus_1',
  payment_method: null,
  client_secret: 'pi_1_secret_x',
  confirmation_method: 'manual',
  last_payment_error: null,
  latest_charge: null,
  metadata: { sign_up_id: signUpIdFixture },
  livemode: false,
  ...more,
});

export const paidIntentFixture = (more: object = {}) =>
  paymentIntentFixture({
    status: 'succeeded',
    payment_method: { id: 'pm_1', object: 'payment_method', card },
    latest_charge: chargeFixture,
    ...more,
  });

export const subscriptionFixture = (more: object = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'trialing',
  trial_end: 1_795_086_400,
  cancel_at_period_end: false,
  cancel_at: null,
  ended_at: null,
  default_payment_method: { id: 'pm_1', object: 'payment_method', card },
  latest_invoice: 'in_1',
  metadata: { sign_up_id: signUpIdFixture },
  items: {
    object: 'list',
    data: [
      {
        id: 'si_1',
        current_period_start: 1_795_000_000,
        current_period_end: 1_795_086_400,
        price: { id: 'price_1', object: 'price', unit_amount: 890, currency: 'gbp' },
      },
    ],
    has_more: false,
  },
  ...more,
});

export const invoiceFixture = (more: object = {}) => ({
  id: 'in_1',
  object: 'invoice',
  status: 'open',
  customer: 'cus_1',
  amount_due: 890,
  amount_paid: 0,
  total: 890,
  billing_reason: 'subscription_cycle',
  currency: 'gbp',
  next_payment_attempt: 1_795_200_000,
  hosted_invoice_url: 'https://invoice.stripe.com/i/1',
  period_start: 1_795_000_000,
  period_end: 1_795_086_400,
  status_transitions: { finalized_at: 1_795_090_000, paid_at: null },
  parent: { type: 'subscription_details', subscription_details: { subscription: 'sub_1' } },
  lines: {
    object: 'list',
    data: [
      {
        id: 'il_1',
        period: { start: 1_795_086_400, end: 1_797_678_400 },
        parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
      },
    ],
    has_more: false,
  },
  payments: {
    object: 'list',
    data: [
      {
        id: 'inpay_1',
        is_default: true,
        status: 'open',
        payment: { type: 'payment_intent', payment_intent: 'pi_9' },
      },
    ],
    has_more: false,
  },
  ...more,
});

export const stripeErrorFixture = (more: object) => ({
  error: { type: 'invalid_request_error', message: 'It says a name', ...more },
});

export const cardDeclinedFixture = (decline_code: string) =>
  stripeErrorFixture({ type: 'card_error', code: 'card_declined', decline_code, message: 'Your card was declined.' });
