import type { ProviderInvoice, ProviderPayment, ProviderSubscription } from '@ve/providers/payments/payments.port';
import { membershipOffer } from '@ve/domain/membership/offer';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import type { MoneySimulation } from './money-simulation.ts';

interface SignUp {
  id: string;
  email: string;
  status: string;
  payment: string | null;
  user_id: string | null;
}
interface Payment {
  id: string;
  user_id: string;
  kind: string;
  payment: string | null;
  invoice: string | null;
  amount: number;
  refunded: number;
  dispute: string | null;
  period_end: string | null;
  paid_at: string;
  stripe: string | null;
}
interface Cancellation {
  id: string;
  user_id: string;
  stripe: string;
  origin: string;
  kind: string;
  pence: number;
  paid_until: string | null;
  created_at: string;
  kept: boolean;
  finished: boolean;
}
interface Check {
  id: string;
  subscription_id: string;
  period_end: string;
  stripe: string | null;
  status: string;
  returned: boolean;
  lookups: number;
  /** True if the customer's report has its result. */
  saved: boolean;
}
interface Subscription {
  id: string;
  user_id: string;
  email: string;
  status: string;
  stripe: string;
  credits_used: number;
  period_end: string;
  ends_at: string | null;
  credited: string | null;
  /** Cancelled by the member. */
  cancelled: boolean;
}

/**
 * Creates a table with a row for each granted credit. No credit may be granted without a paid period, or returned
 * without a check of that period that has just failed.
 */
export const creditAuditTablesSql = `
  create table credits_given (subscription_id uuid not null, period_end timestamptz not null);
  create function note_credit() returns trigger language plpgsql as $$
  begin
    if new.credited_period_end is distinct from old.credited_period_end then
      if new.credited_period_end is not null then
        insert into credits_given values (new.id, new.credited_period_end);
      end if;
    elsif new.credits_used < old.credits_used and not exists (
      select from full_checks
      where subscription_id = new.id and period_end = new.credited_period_end
        and stripe_subscription_id = new.stripe_subscription_id and status = 'failed' and credit_returned_at is null
    ) then
      raise exception 'a credit without a paid period';
    end if;
    return new;
  end $$;
  create trigger note_credit after update on subscriptions for each row execute function note_credit();
`;

const ms = (at: string | Date | null): number | null => (at === null ? null : new Date(at).getTime());

/** Our and Stripe's records, compared once nothing is in flight. */
export interface MoneySnapshot extends Pick<
  MoneySimulation,
  | 'rows'
  | 'customers'
  | 'paymentsOf'
  | 'allDisputes'
  | 'refundsOf'
  | 'subscriptionsOf'
  | 'invoicesOf'
  | 'chargedLookups'
  | 'mails'
> {
  /** Every customer with their sign-up. */
  forms: readonly { customerId: string; signUpId: string }[];
}

/** Returns every inconsistency between our database and Stripe as a message; empty if there is none. */
export const findMoneyInconsistencies = async (run: MoneySnapshot): Promise<string[]> => {
  const wrong: string[] = [];
  const check = (holds: boolean, message: string): void => {
    if (!holds) wrong.push(message);
  };
  const signUps = await run.rows<SignUp>(
    'select id, email, status, stripe_payment_intent_id as payment, user_id from sign_ups',
  );
  const payments = await run.rows<Payment>(`
    select id, user_id, kind, stripe_payment_intent_id as payment, stripe_invoice_id as invoice, amount_pence as amount,
      refunded_pence as refunded, dispute_state as dispute, period_end, paid_at, stripe_subscription_id as stripe from payments`);
  const cancellations = await run.rows<Cancellation>(`
    select id, user_id, stripe_subscription_id as stripe, origin, refund_kind as kind, refund_pence as pence, paid_until,
      created_at, withdrawn_at is not null as kept, finished_at is not null as finished from cancellation_requests`);
  const subscriptions = await run.rows<Subscription>(`
    select subscriptions.id, user_id, email, status, stripe_subscription_id as stripe, credits_used,
      current_period_end as period_end, ends_at, credited_period_end as credited, cancel_requested_at is not null as cancelled
    from subscriptions join users on users.id = user_id`);
  const mails = await run.mails();
  const given = await run.rows<{ subscription_id: string; period_end: string }>('select * from credits_given');
  const checks = await run.rows<Check>(`
    select checked.id, subscription_id, period_end, stripe_subscription_id as stripe, status, credit_returned_at is not null as returned,
      vdi_lookups as lookups, exists (
        select from reports join customers on customers.id = customer_id
        where customers.user_id = checked.user_id and reports.registration_number = checked.registration_number
          and report_data -> 'full_vdi_data' ->> 'checkedAt' is not null
      ) as saved
    from full_checks checked`);
  const written = new Set(mails.map((mail) => mail.uniqueKey));

  const running = new Map<string, string[]>();
  const paidInvoices: (ProviderInvoice & { customer: string })[] = [];
  const stripeSubscriptions = new Map<string, ProviderSubscription>();
  const refunded = new Map<string, number>();
  const charges: ProviderPayment[] = [];
  let charged = 0;
  let returned = 0;
  for (const customer of run.customers()) {
    const { signUpId } = run.forms.find(({ customerId }) => customerId === customer) ?? {};
    const signUp = signUps.find(({ id }) => id === signUpId);
    if (!signUp) {
      wrong.push(`no sign-up for ${customer}`);
      continue;
    }
    for (const intent of await run.paymentsOf(customer)) {
      refunded.set(intent.id, intent.refundedPence);
      if (intent.status === 'succeeded') {
        charges.push(intent);
        charged += intent.amountPence;
        returned += intent.refundedPence;
      }
      if (intent.signUpId === null) continue;
      const own = payments.filter(({ payment }) => payment === intent.id);
      const has = subscriptions.filter(({ user_id }) => user_id === signUp.user_id);
      if (intent.status !== 'succeeded') {
        check(signUp.status === 'abandoned' && own.length === 0, `${signUp.status}, and ${intent.status}`);
        // One whose PaymentIntent was never stored was never sent to a browser either.
        check(intent.status === 'cancelled' || signUp.payment === null, `can still be paid: ${intent.status}`);
      } else if (signUp.status === 'completed') {
        check(own.length === 1 && has.length === 1, `completed: ${own.length} payments, ${has.length} subscriptions`);
        check(own[0]?.refunded === intent.refundedPence, `refunded ${intent.refundedPence}, known ${own[0]?.refunded}`);
      } else {
        check(signUp.status === 'returned', `paid, and ${signUp.status}`);
        check(own.length === 0 && intent.refundedPence === intent.amountPence, 'returned, but not in full');
      }
    }
    const made = await run.subscriptionsOf(customer);
    for (const subscription of made) {
      stripeSubscriptions.set(subscription.id, subscription);
      if (isSubscriptionRunning(subscription))
        running.set(signUp.email, [...(running.get(signUp.email) ?? []), subscription.id]);
      for (const invoice of await run.invoicesOf(subscription.id)) {
        if (invoice.status === 'paid' && invoice.amountPence > 0) paidInvoices.push({ ...invoice, customer });
      }
    }
  }

  for (const [email, ids] of running) {
    check(ids.length === 1, `${email} has ${ids.length} running subscriptions`);
    const row = subscriptions.find((each) => each.email === email);
    check(
      ids.every((id) => id === row?.stripe),
      `the running subscription of ${email} is not ours`,
    );
  }
  for (const row of subscriptions) {
    const present = stripeSubscriptions.get(row.stripe);
    check(present !== undefined, 'a subscription that Stripe does not have');
    if (!present) continue;
    check(present.status === row.status, `${row.status}, at Stripe ${present.status}`);
    check(ms(row.period_end) === ms(present.periodEnd), 'another period than at Stripe');
    // The end that was promised to a member holds, even if Stripe could only be called later.
    const [here, there] = [ms(row.ends_at), ms(present.endsAt)];
    const promised = here !== null && there !== null && here < there && row.cancelled;
    check(here === there || promised, `ends ${row.ends_at}, at Stripe ${present.endsAt?.toISOString()}`);
    if (present.status === 'canceled') {
      check(
        cancellations.some(({ stripe, kept }) => stripe === row.stripe && !kept),
        'a membership has ended without a cancellation',
      );
    }
    const ofUser = payments.filter(({ user_id, kind }) => user_id === row.user_id && kind === 'membership');
    const ends = paidInvoices
      .filter(({ id }) => ofUser.some(({ invoice }) => invoice === id))
      .map((each) => ms(each.periodEnd));
    const credits = given.filter((each) => each.subscription_id === row.id).map((each) => ms(each.period_end));
    check(new Set(credits).size === credits.length, 'a period credited twice');
    check(
      credits.every((end) => ends.includes(end)),
      'a credit of a period that was not paid',
    );
    check(
      ms(row.credited) === (ends.length === 0 ? null : Math.max(...ends.map(Number))),
      'the latest paid period has no credit',
    );
    const spent = checks.filter((each) => each.subscription_id === row.id && !each.returned);
    const spentOn = spent.map((each) => ms(each.period_end));
    check(new Set(spentOn).size === spentOn.length, 'a period’s credit was spent twice');
    check(
      spentOn.every((end) => credits.includes(end)),
      'a credit was spent that was never given',
    );
    const kept = spent.filter(({ status, stripe }) => status === 'failed' && stripe === row.stripe);
    check(
      kept.every((each) => ms(each.period_end) !== ms(row.credited)),
      'the credit of a failed check did not come back in its period',
    );
    const left = row.credited === null ? 0 : 1 - spentOn.filter((end) => end === ms(row.credited)).length;
    check(1 - row.credits_used === left, `${1 - row.credits_used} credits left, of its checks ${left}`);
  }
  for (const { id, status, returned, lookups, saved } of checks) {
    check(status === 'done' || status === 'failed', `a check is still ${status}`);
    check(lookups <= 2, `${lookups} look-ups for one check`);
    check(status !== 'done' || (lookups > 0 && !returned && saved), 'a result without its look-up, credit or report');
    const mailCount = mails.filter((mail) => mail.uniqueKey === `full-check-failed.${id}`).length;
    check(mailCount === (status === 'failed' ? 1 : 0), `a check that is ${status}, told ${mailCount} times`);
  }
  const counted = checks.reduce((sum, { lookups }) => sum + lookups, 0);
  check(run.chargedLookups() <= counted, `${run.chargedLookups()} look-ups charged, ${counted} counted`);

  const memberships = payments.filter(({ kind }) => kind === 'membership');
  for (const { id, amountPence, paymentIntentId } of paidInvoices) {
    const known = memberships.filter((payment) => payment.invoice === id);
    const back = refunded.get(paymentIntentId ?? '') ?? 0;
    // A subscription that lost its race while no worker ran for a day may have been charged, which is refunded.
    check(
      known.length === 1 || (known.length === 0 && back === amountPence),
      `a paid invoice is known ${known.length} times`,
    );
    check(
      known.every(({ amount, refunded: of }) => amount === amountPence && of === back),
      'a refund that is not known',
    );
  }
  const exists = ({ invoice }: Payment) => paidInvoices.some(({ id }) => id === invoice);
  check(memberships.every(exists), 'a payment of an invoice that Stripe does not have');
  // The bank takes the rest of a charge whose dispute is lost.
  let lost = 0;
  const disputed = new Map((await run.allDisputes()).map((each) => [String(each['payment_intent']), each.status]));
  for (const { payment, amount, refunded: back, dispute } of payments) {
    const status = disputed.get(payment ?? '');
    if (status === 'lost') lost += amount - back;
    check(
      dispute === (status === 'needs_response' ? 'open' : (status ?? null)),
      `dispute ${dispute}, at Stripe ${status}`,
    );
  }
  const kept = payments.reduce(
    (sum, { amount, refunded: back, dispute }) => sum + (dispute === 'lost' ? 0 : amount - back),
    0,
  );
  const there = charged - returned - lost;
  check(kept === there, `we say ${kept} pence, Stripe ${there}`);
  wrong.push(...(await wrongRefunds(run, { charges, cancellations, payments, checks, mails })));

  const ended = (status: string) => signUps.filter((signUp) => signUp.status === status).length;
  check(ended('open') === 0, `${ended('open')} sign-ups are still open`);
  for (const { id, status, email } of signUps) {
    const shouldNotify = {
      welcome: written.has(`welcome.${id}`),
      'payment-returned': written.has(`payment-returned.${id}`),
    };
    check(
      shouldNotify.welcome === (status === 'completed'),
      `${email}: ${status}, and welcome ${shouldNotify.welcome}`,
    );
    check(shouldNotify['payment-returned'] === (status === 'returned'), `${email}: ${status}, and its mail is another`);
  }
  for (const { id, amount } of payments) check(written.has(`receipt.${id}`), `no receipt of ${amount} pence`);
  const accounts = await run.rows('select 1 from users');
  check(accounts.length === subscriptions.length, 'an account without a subscription');
  const customers = await run.rows(
    'select distinct customers.id from customers join reports on reports.customer_id = customers.id',
  );
  check(customers.length === accounts.length, 'an account without its customer and first report');
  return wrong;
};

interface Departure {
  charges: ProviderPayment[];
  cancellations: Cancellation[];
  payments: Payment[];
  checks: Check[];
  mails: { template: string; uniqueKey: string }[];
}

/** Finds refunds without a reason, above their charge or other than promised, and cancellations without a mail. */
const wrongRefunds = async (
  run: Pick<MoneySnapshot, 'refundsOf'>,
  { charges, cancellations, payments, checks, mails }: Departure,
): Promise<string[]> => {
  const wrong: string[] = [];
  const check = (holds: boolean, message: string): void => {
    if (!holds) wrong.push(message);
  };
  /** Refunded pence by our refund key, including failed refunds. */
  const returned = new Map<string, number>();
  const failed = new Map<string, number>();
  const refunds = await Promise.all(charges.map(({ id }) => run.refundsOf(id)));
  for (const [index, { id, amountPence }] of charges.entries()) {
    let arrived = 0;
    for (const refund of refunds[index] ?? []) {
      const { refund_key: key = '' } = refund['metadata'] as { refund_key?: string };
      const pence = Number(refund['amount']);
      if (refund.status === 'failed') failed.set(id, (failed.get(id) ?? 0) + pence);
      else arrived += pence;
      returned.set(key, (returned.get(key) ?? 0) + pence);
      const promised = cancellations.find((each) => each.id === key);
      const reason = key === 'by-hand' || key.startsWith('refund.') || promised !== undefined;
      check(reason, `a refund without a reason: ${key}`);
      if (refund.status === 'failed' && payments.some(({ payment }) => payment === id)) {
        const mailCount = mails.filter((mail) => mail.uniqueKey.startsWith(`refund-failed.${refund.id}`)).length;
        check(mailCount === 2, `a failed refund was told ${mailCount} times`);
      }
    }
    check(arrived <= amountPence, `${arrived} pence went back of ${amountPence}`);
  }
  for (const { id, user_id, stripe, origin, kind, pence, paid_until, created_at, kept, finished } of cancellations) {
    check(finished, 'a cancellation is not carried out');
    const mailCount = mails.filter((mail) => mail.uniqueKey.startsWith(`membership-cancelled.${id}`)).length;
    check(kept || mailCount > 0, 'a cancellation that nobody was told of');
    const made = returned.get(id) ?? 0;
    check(made <= pence, `${made} pence went back, promised were ${pence}`);
    const charge = payments.find(
      (each) =>
        each.user_id === user_id &&
        each.stripe === stripe &&
        paid_until !== null &&
        ms(each.period_end) === ms(paid_until),
    );
    check(pence === 0 || charge !== undefined, `${pence} pence were promised of no charge`);
    const isTakenByBank = charge?.dispute === 'open' || charge?.dispute === 'lost';
    const left = charge === undefined ? 0 : charge.amount - charge.refunded - (failed.get(charge.payment ?? '') ?? 0);
    check(
      made === pence || isTakenByBank || left <= 0,
      `${made} pence went back, promised were ${pence}, ${left} are left`,
    );
    // Members do not pay for a check that failed, even if it failed after they cancelled.
    if (charge === undefined || kept || origin === 'stripe' || isTakenByBank || charge.dispute === 'won') continue;
    const used = checks.some(
      (each) => each.stripe === stripe && ms(each.period_end) === ms(paid_until) && each.status !== 'failed',
    );
    const age = Number(ms(created_at)) - Number(ms(charge.paid_at));
    if (!used && age <= 30 * 86_400_000) check(kind === 'full' || left <= 0, `unused, and ${kind} went back`);
    check(
      !used || pence <= charge.amount - membershipOffer.membership.fullCheckPence,
      `used, and ${pence} pence were promised`,
    );
  }
  return wrong;
};
