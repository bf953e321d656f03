import { maxTrialsPerCard, trialsPerCardDays } from '@ve/domain/membership/sign-up-outcome';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import type { RowHistory, LastRowVersion } from './row-history.ts';
import { promisedRefundPence } from './refund-rule.ts';
import type { ScenarioStack } from './scenario-stack.ts';
import type { StripeRecords, StripeRefund } from './stripe-payments.ts';

export interface ScenarioRecordsToCompare {
  stack: ScenarioStack;
  stripe: StripeRecords;
  history: RowHistory;
}

const aDay = 86_400_000;

type Wrong = (message: string) => void;

const ms = (at: string): number => new Date(at).getTime();
const sum = (pence: readonly number[]): number => pence.reduce((total, each) => total + each, 0);

/** True for a refund that reached the card holder, or may still reach them. */
const arrives = ({ status }: StripeRefund): boolean => status !== 'failed' && status !== 'canceled';

/** Checks that every charge is exactly one account's payment (also of a deleted account), or was refunded in full. */
const wrongCharges = async ({ stack, stripe, history }: ScenarioRecordsToCompare, wrong: Wrong): Promise<void> => {
  const kept = await stack.rows<{ payment: string }>(
    `select content ->> 'stripePaymentIntentId' as payment from retained_records where kind = 'payment'`,
  );
  for (const { id, amount, status, metadata } of stripe.paymentIntents) {
    const own = history.payments.filter(({ stripe_payment_intent_id }) => stripe_payment_intent_id === id);
    const live = own.filter(({ gone }) => !gone).length;
    const records = kept.filter(({ payment }) => payment === id).length;
    const refunds = stripe.refunds.filter(({ payment_intent }) => payment_intent === id);
    const back = sum(refunds.filter(arrives).map((refund) => refund.amount));
    if (status !== 'succeeded') {
      if (own.length + records > 0) wrong(`${id} is ${status}, and somebody's payment`);
      continue;
    }
    if (own.length > 1) wrong(`${id} is ${own.length} payments`);
    if (own.length === 1 && live + records !== 1) wrong(`${id}: ${live} rows and ${records} kept records`);
    // A refund that the bank rejected is reported to support, so it is not an error here.
    if (own.length === 0 && back !== amount && !refunds.some((refund) => !arrives(refund))) {
      wrong(`${id} of ${amount} pence (sign-up ${metadata['sign_up_id'] ?? 'none'}) is nobody's: ${back} went back`);
    }
    if (back > amount) wrong(`${back} pence went back of ${id}, of ${amount}`);
    const known = own[0]?.refunded_pence ?? back;
    if (live === 1 && known !== back) wrong(`${back} pence of ${id} went back, in our books ${known}`);
  }
};

const wrongSubscriptions = ({ stripe, history }: ScenarioRecordsToCompare, wrong: Wrong): void => {
  const owned = new Set(
    history.subscriptions.filter(({ gone }) => !gone).map(({ stripe_subscription_id }) => stripe_subscription_id),
  );
  for (const { id, status } of stripe.subscriptions) {
    const runs = isSubscriptionRunning({ status: status as Parameters<typeof isSubscriptionRunning>[0]['status'] });
    if (runs && !owned.has(id)) wrong(`${id} is ${status}, and nobody's`);
  }
};

/** Checks that no card started more trials within thirty days than allowed, in any order of payment. */
const wrongTrials = ({ history }: ScenarioRecordsToCompare, wrong: Wrong): void => {
  const trials = history.sign_ups.filter(({ status, card_hash }) => status === 'completed' && card_hash !== null);
  for (const { card_hash: card, finished_at: at, email } of trials) {
    const since = trials.filter(
      (other) =>
        other.card_hash === card && between(ms(other.finished_at ?? ''), ms(at ?? ''), trialsPerCardDays * aDay),
    );
    if (since.length > maxTrialsPerCard) wrong(`the card of ${email} has started ${since.length} trials`);
  }
};

const between = (from: number, at: number, limit: number): boolean => from <= at && at - from < limit;

const refundsUnder = (stripe: StripeRecords, key: string): StripeRefund[] =>
  stripe.refunds.filter(({ metadata }) => metadata['refund_key'] === key);

/** Checks that each promised refund was made, and that the promise follows the terms. */
const wrongCancellations = ({ stripe, history }: ScenarioRecordsToCompare, wrong: Wrong): void => {
  for (const cancellation of history.cancellation_requests) {
    const { id, stripe_subscription_id: subscription, refund_pence: promised, paid_until: paidUntil } = cancellation;
    const name = `the cancellation of ${cancellation.customer_email} (${cancellation.origin}, ${cancellation.created_at})`;
    if (cancellation.finished_at === null) wrong(`${name} is not carried out`);
    const made = sum(refundsUnder(stripe, id).map(({ amount }) => amount));
    const charge = history.payments.find(
      (each) =>
        subscription !== null &&
        paidUntil !== null &&
        each.stripe_subscription_id === subscription &&
        each.period_end !== null &&
        ms(each.period_end) === ms(paidUntil),
    );
    if (cancellation.payment_id !== null && cancellation.payment_id !== charge?.id) {
      wrong(`${name} refunds ${cancellation.payment_id}, and was paid until ${paidUntil}`);
    }
    const other = charge
      ? stripe.refunds.filter(
          ({ payment_intent, metadata }) =>
            payment_intent === charge.stripe_payment_intent_id && metadata['refund_key'] !== id,
        )
      : [];
    const disputed = charge !== undefined && charge.dispute !== null;
    const isPromised = made === promised || (made < promised && (disputed || other.length > 0));
    if (!isPromised) wrong(`${name} promised ${promised} pence, and ${made} went back`);
    if (cancellation.origin === 'stripe' || disputed || other.length > 0) continue;
    const allowed = expectedOf(history, cancellation, charge);
    if (!allowed.includes(promised)) {
      wrong(`${name} promised ${promised} pence, the terms ${allowed.join(' or ')}: ${JSON.stringify(charge ?? null)}`);
    }
  }
};

/**
 * The refunds that the terms allow, in pence: at the time of the cancellation, or of the deletion that brought it
 * forward.
 */
const expectedOf = (
  history: RowHistory,
  {
    user_id: userId,
    stripe_subscription_id: subscription,
    created_at,
    ends_at,
    origin,
  }: LastRowVersion<'cancellation_requests'>,
  charge: LastRowVersion<'payments'> | undefined,
): number[] => {
  if (charge?.period_start == null || charge.period_end === null) return [0];
  const { period_start: start, period_end: end } = charge;
  const ofPeriod = history.full_checks.filter(
    (check) => check.stripe_subscription_id === subscription && ms(check.period_end) === ms(end),
  );
  const at = [ms(created_at), ...(origin === 'deletion' && ends_at !== null ? [ms(ends_at)] : [])];
  return at.map((instant) =>
    promisedRefundPence(
      {
        pence: charge.amount_pence,
        fullCheckPence: charge.full_check_pence,
        paidAt: ms(charge.paid_at),
        periodStart: ms(start),
        periodEnd: ms(end),
      },
      {
        used: ofPeriod.some(({ status, requested_at }) => status !== 'failed' && ms(requested_at) <= instant),
        firstPaidAt: firstPaidAt(history, userId ?? ''),
        at: instant,
      },
    ),
  );
};

/** When the person first paid, including under deleted accounts that had the same card or address. */
const firstPaidAt = ({ users, payments, sign_ups: signUps }: RowHistory, userId: string): number => {
  const cardsOf = (id: string) => signUps.filter(({ user_id }) => user_id === id).map(({ card_hash }) => card_hash);
  const email = users.find(({ id }) => id === userId)?.email;
  const cards = new Set(cardsOf(userId));
  const same = users.filter(
    ({ id, gone, ...other }) =>
      id === userId ||
      (gone && (other.email === email || cardsOf(id).some((card) => card !== null && cards.has(card)))),
  );
  const own = new Set(same.map(({ id }) => id));
  return Math.min(
    ...payments
      .filter(({ user_id, kind }) => own.has(user_id) && kind === 'membership')
      .map(({ paid_at }) => ms(paid_at)),
  );
};

/** Checks that a membership that was refunded in full as unused has no full check, used or left. */
const wrongChecks = async ({ stack, stripe, history }: ScenarioRecordsToCompare, wrong: Wrong): Promise<void> => {
  for (const {
    id,
    refund_kind: kind,
    stripe_subscription_id: subscription,
    ...cancellation
  } of history.cancellation_requests) {
    if (kind !== 'full' || cancellation.paid_until === null) continue;
    const until = ms(cancellation.paid_until);
    const free = history.full_checks.filter(
      (check) =>
        check.stripe_subscription_id === subscription && ms(check.period_end) === until && check.status === 'done',
    );
    if (free.length > 0 && refundsUnder(stripe, id).length > 0) {
      wrong(`${cancellation.customer_email} has a check, and the whole month back`);
    }
  }
  for (const check of history.full_checks) {
    if (check.status !== 'done' && check.status !== 'failed') wrong(`the check ${check.id} is still ${check.status}`);
  }
  const given = await stack.rows<{ credit: string }>(
    `select subscription_id || ' ' || extract(epoch from period_end)::bigint as credit from credits_given`,
  );
  const credits = new Set(given.map(({ credit }) => credit));
  const spent = history.full_checks.filter(({ credit_returned_at }) => credit_returned_at === null);
  for (const [credit, checks] of Map.groupBy(
    spent,
    ({ subscription_id: id, period_end: end }) => `${id} ${Math.floor(ms(end) / 1_000)}`,
  )) {
    if (checks.length > 1) wrong(`one credit (${credit}) was spent ${checks.length} times`);
    if (!credits.has(credit)) wrong(`a credit (${credit}) was spent that was never given`);
  }
  const { ukvd } = (await stack.control('GET', 'bills')) as { ukvd: { package: string; count: number }[] };
  const billed = ukvd.find(({ package: name }) => name === 'VdiCheckFull')?.count ?? 0;
  const counted = sum(history.full_checks.map(({ vdi_lookups }) => vdi_lookups));
  if (billed > counted) wrong(`${billed} look-ups were charged, ${counted} counted`);
};

/**
 * Checks that every mail was delivered, or records why not; once, or again under the same Message-ID. A mail whose
 * worker died before it recorded the sending may have arrived and be skipped on retry.
 */
const wrongMails = ({ stack, history }: ScenarioRecordsToCompare, wrong: Wrong): void => {
  const arrived = Map.groupBy(stack.mails, ({ parsed }) => parsed.messageId ?? '');
  for (const { id, template, recipient, gone, ...mail } of history.mails) {
    const copies = arrived.get(`<${id}@vehicle-enquiry.example>`) ?? [];
    const name = `${template} to ${recipient ?? 'support'} (${mail.unique_key})`;
    if (mail.failed_at !== null) wrong(`${name} failed: ${mail.failure}`);
    if (copies.length === 0 && mail.skipped_at === null && (mail.sent_at !== null || !gone))
      wrong(`${name} did not arrive`);
    const subjects = new Set(copies.map(({ parsed }) => parsed.subject));
    if (subjects.size > 1) wrong(`${name} came as ${[...subjects].join(' and ')}`);
  }
  for (const [id, copies] of arrived) {
    const row = history.mails.some((mail) => id === `<${mail.id}@vehicle-enquiry.example>`);
    if (!row) wrong(`"${copies[0]?.parsed.subject}" to ${copies[0]?.to.join()} was sent and never written`);
  }
  for (const payment of history.payments) {
    const receipts = history.mails.filter(({ unique_key }) => unique_key === `receipt.${payment.id}`);
    if (receipts.length !== 1) wrong(`${receipts.length} receipts of the payment ${payment.id}`);
  }
};

/** Checks that no job waits, none is locked by a dead process, and there are no dead letters. */
const wrongQueues = async ({ stack }: ScenarioRecordsToCompare, wrong: Wrong): Promise<void> => {
  const waiting = await stack.waitingRows();
  if (waiting.length > 0) wrong(`the outbox has ${waiting.length} rows: ${JSON.stringify(waiting.slice(0, 5))}`);
  for (const [queue, { waiting: wait, active, delayed }] of Object.entries(await stack.queueCounts())) {
    if (wait + active + delayed > 0) wrong(`${queue}: ${wait} wait, ${active} run, ${delayed} are put off`);
  }
  const deadLetters = await stack.rows<{ job_name: string; why: string }>(
    'select job_name, last_error as why from dead_letters',
  );
  for (const { job_name: job, why } of deadLetters) wrong(`${job} was given up: ${why}`);
};

/** Returns every inconsistency between the records, once nothing is in flight. */
export const findPaymentInconsistencies = async (books: ScenarioRecordsToCompare): Promise<string[]> => {
  const found: string[] = [];
  const wrong: Wrong = (message) => {
    found.push(message);
  };
  await wrongCharges(books, wrong);
  wrongSubscriptions(books, wrong);
  wrongTrials(books, wrong);
  wrongCancellations(books, wrong);
  await wrongChecks(books, wrong);
  wrongMails(books, wrong);
  await wrongQueues(books, wrong);
  return found;
};
