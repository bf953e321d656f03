import { findMoneyInconsistencies, type MoneySnapshot } from '@ve/workers/testing/money-invariants';
import type { ScenarioStack } from './scenario-stack.ts';

interface StripeIntent {
  id: string;
  customer: string | null;
  amount: number;
  status: string;
  metadata: Record<string, string>;
}
interface StripeSubscription {
  id: string;
  customer: string;
  status: string;
}
export interface StripeRefund {
  id: string;
  amount: number;
  status: string;
  payment_intent: string;
  metadata: Record<string, string>;
}
interface StripeDispute {
  id: string;
  status: string;
  payment_intent: string;
}
interface StripeInvoice {
  id: string;
  customer: string;
  status: string;
  amount_paid: number;
}

/** All objects at Stripe that the checks read. */
export interface StripeRecords {
  customers: { id: string; deleted?: boolean; email?: string }[];
  paymentIntents: StripeIntent[];
  subscriptions: StripeSubscription[];
  invoices: StripeInvoice[];
  refunds: StripeRefund[];
  disputes: StripeDispute[];
}

export const readSandboxStripeRecords = async (stack: ScenarioStack): Promise<StripeRecords> => {
  const all = (await stack.control('GET', 'stripe')) as StripeRecords;
  // Leaves out the sandbox's demo members, whose accounts are not seeded here.
  const isOfRun = ({ customer }: { customer: string | null }): boolean => !/demo/.test(customer ?? '');
  return {
    ...all,
    paymentIntents: all.paymentIntents.filter(isOfRun),
    subscriptions: all.subscriptions.filter(isOfRun),
    invoices: all.invoices.filter(isOfRun),
  };
};

/** The inconsistencies of all users who still have a row, by the invariants of the money model. */
export const findScenarioMoneyInconsistencies = async (stack: ScenarioStack): Promise<string[]> => {
  const { payments, rows } = stack;
  const signUps = await rows<{ id: string; customer: string }>(
    'select id, stripe_customer_id as customer from sign_ups where stripe_customer_id is not null',
  );
  const forms = signUps.map(({ id, customer }) => ({ signUpId: id, customerId: customer }));
  const list = async (path: string, fields: Record<string, string>) => {
    const { status, body } = await stack.call('GET', path, { ...fields, limit: '100' });
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body['data'] as Awaited<ReturnType<MoneySnapshot['allDisputes']>>;
  };
  const stripe = await readSandboxStripeRecords(stack);
  const books: MoneySnapshot = {
    forms,
    rows,
    customers: () => forms.map(({ customerId }) => customerId),
    mails: () =>
      rows(
        `select content ->> 'template' as template, content ->> 'unique_key' as "uniqueKey" from history where kind = 'mails'`,
      ),
    paymentsOf: async (customer) =>
      Promise.all((await list('payment_intents', { customer })).map(({ id }) => payments.readPayment(id))),
    // Disputes of deleted accounts included; all were read in one list.
    allDisputes: () => Promise.resolve(stripe.disputes as unknown as Awaited<ReturnType<MoneySnapshot['allDisputes']>>),
    refundsOf: (payment) => list('refunds', { payment_intent: payment }),
    subscriptionsOf: (customer) => payments.listSubscriptions(customer),
    invoicesOf: (subscriptionId) => payments.listInvoices({ subscriptionId, limit: 100 }),
    // Look-ups of deleted accounts have no rows, so they are not counted here.
    chargedLookups: () => 0,
  };
  return findMoneyInconsistencies(books);
};
