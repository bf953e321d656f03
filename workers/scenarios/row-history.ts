import type { ScenarioStack } from './scenario-stack.ts';

/** The last version of each row, in the columns that are compared. */
interface Rows {
  users: { id: string; email: string };
  sign_ups: {
    id: string;
    email: string;
    status: 'open' | 'completed' | 'returned' | 'abandoned';
    user_id: string | null;
    payment_intent_id: string | null;
    stripe_customer_id: string | null;
    card_hash: string | null;
    finished_at: string | null;
  };
  subscriptions: {
    id: string;
    user_id: string;
    status: string;
    stripe_subscription_id: string | null;
    stripe_customer_id: string | null;
    credits_used: number;
    credited_period_end: string | null;
    current_period_end: string | null;
    ends_at: string | null;
  };
  payments: {
    id: string;
    user_id: string;
    kind: 'trial' | 'membership';
    stripe_payment_intent_id: string | null;
    stripe_subscription_id: string | null;
    amount_pence: number;
    full_check_pence: number;
    refunded_pence: number;
    dispute: 'open' | 'won' | 'lost' | null;
    refund_failed_at: string | null;
    paid_at: string;
    period_start: string | null;
    period_end: string | null;
  };
  cancellation_requests: {
    id: string;
    user_id: string | null;
    customer_email: string;
    stripe_subscription_id: string | null;
    origin: 'page' | 'account' | 'link' | 'deletion' | 'stripe' | 'staff' | 'change';
    payment_id: string | null;
    refund_kind: 'none' | 'pro-rata' | 'full';
    refund_pence: number;
    no_refund_reason: string | null;
    paid_until: string | null;
    ends_at: string | null;
    withdrawn_at: string | null;
    finished_at: string | null;
    created_at: string;
  };
  full_checks: {
    id: string;
    user_id: string;
    subscription_id: string;
    stripe_subscription_id: string | null;
    period_end: string;
    status: 'queued' | 'running' | 'done' | 'failed';
    vdi_lookups: number;
    requested_at: string;
    finished_at: string | null;
    credit_returned_at: string | null;
  };
  mails: {
    id: string;
    template: string;
    recipient: string | null;
    unique_key: string;
    sent_at: string | null;
    failed_at: string | null;
    failure: string | null;
    skipped_at: string | null;
    skip_reason: string | null;
  };
}

export type LastRowVersion<Kind extends keyof Rows> = Rows[Kind] & {
  gone: boolean;
};

export type RowHistory = { readonly [Kind in keyof Rows]: LastRowVersion<Kind>[] };

/** Reads the last version of every row that ever existed in the watched tables. */
export const readLastRowVersions = async (stack: ScenarioStack): Promise<RowHistory> => {
  const found = await stack.rows<{ kind: keyof Rows; content: object; gone: boolean }>(
    'select kind, content, gone from history',
  );
  const of = <Kind extends keyof Rows>(kind: Kind): LastRowVersion<Kind>[] =>
    found.filter((row) => row.kind === kind).map(({ content, gone }) => ({ ...content, gone }) as LastRowVersion<Kind>);
  return {
    users: of('users'),
    sign_ups: of('sign_ups'),
    subscriptions: of('subscriptions'),
    payments: of('payments'),
    cancellation_requests: of('cancellation_requests'),
    full_checks: of('full_checks'),
    mails: of('mails'),
  };
};
