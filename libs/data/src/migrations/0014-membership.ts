import { Migration } from '@mikro-orm/migrations';

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const address = `^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@(${label}[.])+${label}$`;
const emailCheck = `length(email) <= 254 and email ~ '${address}' and email !~ '[.][0-9]+$'`;

/** What is sold: sign-ups, payments, and what Stripe knows of a subscription. */
export class Membership extends Migration {
  override up(): void {
    this.addSql('alter table customers add column postcode text');
    this.addSql(
      `alter table customers add constraint customers_postcode_check check (postcode ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$')`,
    );

    this.addSql(`
      alter table subscriptions
        add column created_at timestamptz(3),
        add column registration_number text,
        add column stripe_subscription_id text,
        add column revision integer not null default 0,
        add column trial_ends_at timestamptz(3),
        add column current_period_start timestamptz(3),
        add column credited_period_end timestamptz(3),
        add column cancel_requested_at timestamptz(3),
        add column ends_at timestamptz(3),
        add column card jsonb,
        add column payment_problem jsonb,
        alter column credits_used set default 1,
        add constraint subscriptions_stripe_subscription_id_unique unique (stripe_subscription_id),
        add constraint subscriptions_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
        add constraint subscriptions_card_check check (jsonb_typeof(card) = 'object'),
        add constraint subscriptions_payment_problem_check check (jsonb_typeof(payment_problem) = 'object')
    `);
    this.addSql('update subscriptions set created_at = updated_at');
    this.addSql('alter table subscriptions alter column created_at set not null');
    this.addSql('create index subscriptions_updated_at_index on subscriptions (updated_at)');

    this.addSql(`
      create table sign_ups (
        id uuid not null default gen_random_uuid() primary key,
        idempotency_key uuid not null,
        email text not null,
        full_name text not null,
        address text not null,
        postcode text not null,
        registration_number text not null,
        browser_hash text not null,
        stripe_customer_id text,
        payment_intent_id text,
        status text not null default 'open',
        outcome text,
        user_id uuid constraint sign_ups_user_id_foreign references users (id) on delete set null,
        card_hash text,
        failed_attempts integer not null default 0,
        refund_id text,
        created_at timestamptz(3) not null,
        paid_at timestamptz(3),
        finished_at timestamptz(3),
        constraint sign_ups_idempotency_key_unique unique (idempotency_key),
        constraint sign_ups_payment_intent_id_unique unique (payment_intent_id),
        constraint sign_ups_email_check check (${emailCheck}),
        constraint sign_ups_full_name_check check (btrim(full_name) <> '' and length(full_name) <= 200),
        constraint sign_ups_address_check check (btrim(address) <> '' and length(address) <= 1000),
        constraint sign_ups_postcode_check check (postcode ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$'),
        constraint sign_ups_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
        constraint sign_ups_browser_hash_check check (browser_hash ~ '^[0-9a-f]{64}$'),
        constraint sign_ups_card_hash_check check (card_hash ~ '^[0-9a-f]{64}$'),
        constraint sign_ups_failed_attempts_check check (failed_attempts >= 0),
        constraint sign_ups_status_check check (status in ('open', 'completed', 'returned', 'abandoned')),
        constraint sign_ups_outcome_check
          check (outcome in ('open-account', 'add-to-account', 'return-payment')),
        constraint sign_ups_finished_check
          check ((status = 'open') = (finished_at is null) and (status in ('completed', 'returned')) <= (paid_at is not null and outcome is not null))
      )
    `);
    this.addSql('create index sign_ups_email_created_at_index on sign_ups (email, created_at)');
    this.addSql(`create index sign_ups_open_index on sign_ups (created_at) where status = 'open'`);
    this.addSql(
      'create index sign_ups_card_hash_finished_at_index on sign_ups (card_hash, finished_at) where card_hash is not null',
    );
    this.addSql('create index sign_ups_user_id_index on sign_ups (user_id) where user_id is not null');

    this.addSql(`
      create table consents (
        id uuid not null default gen_random_uuid() primary key,
        sign_up_id uuid not null constraint consents_sign_up_id_foreign references sign_ups (id) on delete cascade,
        kind text not null,
        text_version text not null,
        client_hash text,
        given_at timestamptz(3) not null,
        constraint consents_sign_up_id_kind_unique unique (sign_up_id, kind),
        constraint consents_kind_check check (kind in ('terms', 'start-now')),
        constraint consents_text_version_check check (text_version ~ '^[0-9A-Za-z.-]{1,40}$'),
        constraint consents_client_hash_check check (client_hash ~ '^[0-9a-f]{64}$')
      )
    `);

    this.addSql(`
      create table payments (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint payments_user_id_foreign references users (id) on delete restrict,
        kind text not null,
        stripe_payment_intent_id text,
        stripe_invoice_id text,
        amount_pence integer not null,
        currency text not null,
        refunded_pence integer not null default 0,
        paid_at timestamptz(3) not null,
        period_start timestamptz(3),
        period_end timestamptz(3),
        receipt_url text,
        created_at timestamptz(3) not null,
        constraint payments_stripe_payment_intent_id_unique unique (stripe_payment_intent_id),
        constraint payments_stripe_invoice_id_unique unique (stripe_invoice_id),
        constraint payments_kind_check check (kind in ('trial', 'membership')),
        constraint payments_stripe_check check (
          (kind = 'trial' and stripe_payment_intent_id is not null and stripe_invoice_id is null)
          or (kind = 'membership' and stripe_invoice_id is not null)
        ),
        constraint payments_amount_pence_check check (amount_pence > 0),
        constraint payments_currency_check check (currency ~ '^[a-z]{3}$'),
        constraint payments_refunded_pence_check check (refunded_pence between 0 and amount_pence),
        constraint payments_period_check check ((kind = 'membership') = (num_nonnulls(period_start, period_end) = 2) and period_end > period_start),
        constraint payments_receipt_url_check check (receipt_url ~ '^https?://' and length(receipt_url) <= 2000)
      )
    `);
    this.addSql('create index payments_user_id_paid_at_index on payments (user_id, paid_at desc)');

    this.addSql(`
      create table stripe_events (
        id uuid not null default gen_random_uuid() primary key,
        stripe_event_id text not null,
        type text not null,
        object_id text,
        created_at timestamptz(3) not null,
        received_at timestamptz(3) not null,
        processed_at timestamptz(3),
        constraint stripe_events_stripe_event_id_unique unique (stripe_event_id),
        constraint stripe_events_stripe_event_id_check check (length(stripe_event_id) between 1 and 255),
        constraint stripe_events_type_check check (type ~ '^[a-z0-9_.]{1,120}$'),
        constraint stripe_events_object_id_check check (length(object_id) between 1 and 255)
      )
    `);
    this.addSql('create index stripe_events_received_at_index on stripe_events (received_at)');

    this.addSql(`
      create table membership_links (
        id uuid not null default gen_random_uuid() primary key,
        subscription_id uuid not null
          constraint membership_links_subscription_id_foreign references subscriptions (id) on delete cascade,
        stripe_subscription_id text not null,
        token_hash text not null,
        created_at timestamptz(3) not null,
        constraint membership_links_token_hash_unique unique (token_hash),
        constraint membership_links_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$')
      )
    `);
    this.addSql('create index membership_links_subscription_id_index on membership_links (subscription_id)');
  }

  override down(): void {
    this.addSql('drop table membership_links, stripe_events, payments, consents, sign_ups');
    this.addSql('drop index subscriptions_updated_at_index');
    this.addSql(`
      alter table subscriptions
        drop column created_at, drop column registration_number, drop column stripe_subscription_id,
        drop column revision, drop column trial_ends_at, drop column current_period_start,
        drop column credited_period_end, drop column cancel_requested_at, drop column ends_at, drop column card,
        drop column payment_problem, alter column credits_used set default 0
    `);
    this.addSql('alter table customers drop column postcode');
  }
}
