import type { Subscription } from '@ve/contracts/http/membership/subscription';
import type { ScenarioRecordsToCompare } from './check-payments.ts';
import type { ScenarioRun } from './run-scenarios.ts';

const sum = (pence: readonly number[]): number => pence.reduce((total, each) => total + each, 0);

/** Tables that contain the text in any row. */
const tablesNaming = async ({ stack }: ScenarioRecordsToCompare, text: string): Promise<string[]> => {
  const tables = await stack.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('history', 'credits_given')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await stack.rows<{ count: number }>(
      `select count(*)::int as count from "${name}" each where each::text ilike ?`,
      [`%${text}%`],
    );
    if ((row?.count ?? 0) > 0) found.push(name);
  }
  return found;
};

/** Checks that nothing identifying a deleted person is left, here or at Stripe, except what must be retained. */
const leftOf = async (books: ScenarioRecordsToCompare, { person }: ScenarioRun): Promise<string[]> => {
  const wrong = (await tablesNaming(books, person.email)).map((table) => `${person.email} is deleted, and in ${table}`);
  for (const { id, deleted, email } of books.stripe.customers) {
    if (deleted !== true && email === person.email) wrong.push(`${person.email} is deleted, and ${id} at Stripe`);
  }
  return wrong;
};

/** Checks that members see exactly what they paid for. */
const wrongAccess = async (
  { stack, stripe, history }: ScenarioRecordsToCompare,
  { person }: ScenarioRun,
): Promise<string[]> => {
  const now = stack.now().getTime();
  const user = history.users.find(({ email, gone }) => email === person.email && !gone);
  const row = history.subscriptions.find(({ user_id, gone }) => user_id === user?.id && !gone);
  if (user === undefined || row === undefined) return [];
  const shown = (await person.membership()) as Subscription | null;
  if (shown === null) return [`${person.email} has an account, and cannot sign in`];
  const running = stripe.subscriptions.find(({ id }) => id === row.stripe_subscription_id);
  const paid = history.payments.filter(
    (each) =>
      each.user_id === user.id &&
      each.stripe_subscription_id === row.stripe_subscription_id &&
      each.period_end !== null &&
      Date.parse(each.period_end) > now,
  );
  const last = paid.at(-1);
  const isBack = last !== undefined && (last.dispute === 'lost' || last.refunded_pence > 0);
  const ended = row.ends_at !== null && Date.parse(row.ends_at) <= now;
  const wrong: string[] = [];
  const words = `${person.email}: ${shown.state}, subscribed ${shown.subscribed}, ${shown.credits} checks; ${running?.status ?? 'none'} at Stripe`;
  if (running?.status === 'active' && last !== undefined && !isBack && !ended && !shown.subscribed) {
    wrong.push(`${words}: has paid, and has no access`);
  }
  if ((last === undefined || isBack) && shown.credits > 0) wrong.push(`${words}: has a check without having paid`);
  if (isBack && last.refunded_pence === last.amount_pence && shown.subscribed) {
    wrong.push(`${words}: has the money back, and access`);
  }
  const used = history.full_checks.some(
    (check) => check.user_id === user.id && check.period_end === last?.period_end && check.status === 'done',
  );
  if (shown.subscribed && last !== undefined && !isBack && shown.credits !== (used ? 0 : 1)) {
    wrong.push(`${words}: used ${used}`);
  }
  return wrong;
};

/**
 * Checks that every refund shown to a person was made: under its cancellation, or, for a charge that crossed with it,
 * under the invoice.
 */
const wrongPromises = ({ stripe, history }: ScenarioRecordsToCompare, { person }: ScenarioRun): string[] => {
  const charges = stripe.paymentIntents.filter(({ customer }) => customer !== null && person.customers.has(customer));
  const own = new Set(charges.map(({ id }) => id));
  const disputed = stripe.disputes.some(({ payment_intent }) => own.has(payment_intent));
  const cancellations = new Set(history.cancellation_requests.map(({ id }) => id));
  const refunds = stripe.refunds.filter(({ payment_intent }) => own.has(payment_intent));
  const byHand = refunds.some(({ metadata }) => metadata['refund_key'] === 'by-hand');
  const ofCancellation = (key: string) => cancellations.has(key) || key.startsWith('refund.in_');
  const made = sum(
    refunds.filter(({ metadata }) => ofCancellation(metadata['refund_key'] ?? '')).map(({ amount }) => amount),
  );
  const promised = sum([...new Map(person.promised.map(({ requestedAt, pence }) => [requestedAt, pence])).values()]);
  if (made >= promised || disputed || byHand) return [];
  return [`${person.email} was told of ${promised} pence, and got ${made}: ${JSON.stringify(person.promised)}`];
};

/** Returns every inconsistency for one person of the run. */
export const findPeopleInconsistencies = async (
  books: ScenarioRecordsToCompare,
  played: readonly ScenarioRun[],
): Promise<string[]> => {
  const found: string[] = [];
  for (const one of played) {
    found.push(...wrongPromises(books, one));
    found.push(...(one.person.isDeleted() ? await leftOf(books, one) : await wrongAccess(books, one)));
  }
  return found;
};
