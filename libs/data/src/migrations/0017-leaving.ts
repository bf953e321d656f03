import { Migration } from '@mikro-orm/migrations';

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const address = `^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@(${label}[.])+${label}$`;
const emailCheck = (column: string): string =>
  `length(${column}) <= 254 and ${column} ~ '${address}' and ${column} !~ '[.][0-9]+$'`;

/** For what is looked for by something else than the key. */
const indexes = [
  ['payments_paid_at_index', 'payments (paid_at)'],
  [
    'payments_stripe_subscription_id_index',
    'payments (stripe_subscription_id) where stripe_subscription_id is not null',
  ],
  ['cancellation_requests_payment_id_index', 'cancellation_requests (payment_id) where payment_id is not null'],
  ['membership_links_created_at_index', 'membership_links (created_at)'],
  ['disputes_email_index', 'disputes (email)'],
  ['disputes_user_id_index', 'disputes (user_id) where user_id is not null'],
  ['stripe_events_object_id_index', 'stripe_events (object_id) where object_id is not null'],
  ['vehicles_fetched_at_index', 'vehicles (fetched_at)'],
] as const;

/** Cancelling with a refund, codes for it, disputed charges, data rights, and enquiries that are complaints. */
export class Leaving extends Migration {
  override up(): void {
    this.addSql(`
      alter table cancellation_requests
        add column user_id uuid constraint cancellation_requests_user_id_foreign references users (id) on delete cascade,
        add column stripe_subscription_id text,
        add column registration_number text,
        add column origin text not null default 'page',
        add column payment_id uuid
          constraint cancellation_requests_payment_id_foreign references payments (id) on delete set null,
        add column refund_kind text not null default 'none',
        add column refund_pence integer not null default 0,
        add column no_refund text,
        add column refund_id text,
        add column refund_card jsonb,
        add column paid_until timestamptz(3),
        add column ends_at timestamptz(3),
        add column kept_at timestamptz(3),
        add column finished_at timestamptz(3),
        add column answer text,
        add column answer_token_hash text,
        add constraint cancellation_requests_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
        add constraint cancellation_requests_origin_check
          check (origin in ('page', 'account', 'link', 'deletion', 'stripe', 'staff')),
        add constraint cancellation_requests_refund_check check (
          refund_kind in ('none', 'pro-rata', 'full') and refund_pence >= 0
          and (refund_kind = 'none') = (refund_pence = 0)
        ),
        add constraint cancellation_requests_no_refund_check check (
          no_refund in ('never-charged', 'refunded', 'disputed', 'check-used', 'too-late') and (no_refund is null or refund_kind = 'none')
        ),
        add constraint cancellation_requests_refund_card_check check (jsonb_typeof(refund_card) = 'object'),
        add constraint cancellation_requests_answer_check check (btrim(answer) <> '' and length(answer) <= 500),
        add constraint cancellation_requests_answer_token_hash_check check (answer_token_hash ~ '^[0-9a-f]{64}$'),
        add constraint cancellation_requests_answer_token_hash_unique unique (answer_token_hash)
    `);
    this.addSql(`
      create unique index cancellation_requests_live_unique on cancellation_requests (stripe_subscription_id)
        where kept_at is null and stripe_subscription_id is not null
    `);
    this.addSql(`
      create index cancellation_requests_unfinished_index on cancellation_requests (created_at)
        where finished_at is null and stripe_subscription_id is not null
    `);
    this.addSql(
      'create index cancellation_requests_user_id_index on cancellation_requests (user_id) where user_id is not null',
    );

    this.addSql(`
      create table cancellation_codes (
        id uuid not null default gen_random_uuid() primary key,
        email text not null,
        code_hash text,
        guesses integer not null default 0,
        grant_hash text,
        created_at timestamptz(3) not null,
        used_at timestamptz(3),
        constraint cancellation_codes_email_check check (${emailCheck('email')}),
        constraint cancellation_codes_code_hash_check check (code_hash ~ '^[0-9a-f]{64}$'),
        constraint cancellation_codes_grant_hash_check check (grant_hash ~ '^[0-9a-f]{64}$'),
        constraint cancellation_codes_grant_hash_unique unique (grant_hash),
        constraint cancellation_codes_guesses_check check (guesses >= 0),
        constraint cancellation_codes_used_check check ((used_at is null) = (grant_hash is null))
      )
    `);
    this.addSql(
      'create index cancellation_codes_email_created_at_index on cancellation_codes (email, created_at desc)',
    );
    this.addSql('create index cancellation_codes_created_at_index on cancellation_codes (created_at)');

    this.addSql(`
      alter table payments
        add column stripe_subscription_id text,
        add column dispute text,
        add column disputed_at timestamptz(3),
        add column refund_failed_at timestamptz(3),
        add column refunded_at timestamptz(3),
        add constraint payments_refunded_at_check check (refunded_at is null or refunded_pence > 0),
        add constraint payments_dispute_check
          check (dispute in ('open', 'won', 'lost') and (dispute is null) = (disputed_at is null))
    `);

    // Of those who joined again, an earlier contract's charges count as this one's: it only shortens the fourteen days.
    this.addSql(`
      update payments set stripe_subscription_id = subscriptions.stripe_subscription_id from subscriptions
      where subscriptions.user_id = payments.user_id and payments.kind = 'membership'
    `);

    for (const [name, on] of indexes) this.addSql(`create index ${name} on ${on}`);

    this.addSql(`
      create table email_changes (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint email_changes_user_id_foreign references users (id) on delete cascade,
        old_email text not null,
        new_email text not null,
        old_token_hash text,
        new_token_hash text,
        old_confirmed_at timestamptz(3),
        new_confirmed_at timestamptz(3),
        created_at timestamptz(3) not null,
        finished_at timestamptz(3),
        constraint email_changes_old_email_check check (${emailCheck('old_email')}),
        constraint email_changes_new_email_check check (${emailCheck('new_email')}),
        constraint email_changes_old_token_hash_check check (old_token_hash ~ '^[0-9a-f]{64}$'),
        constraint email_changes_new_token_hash_check check (new_token_hash ~ '^[0-9a-f]{64}$'),
        constraint email_changes_old_token_hash_unique unique (old_token_hash),
        constraint email_changes_new_token_hash_unique unique (new_token_hash)
      )
    `);
    this.addSql('create unique index email_changes_live_unique on email_changes (user_id) where finished_at is null');
    this.addSql('create index email_changes_created_at_index on email_changes (created_at)');

    this.addSql(`
      create table data_exports (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint data_exports_user_id_foreign references users (id) on delete cascade,
        status text not null default 'making',
        content jsonb,
        created_at timestamptz(3) not null,
        finished_at timestamptz(3),
        constraint data_exports_status_check check (status in ('making', 'ready', 'failed')),
        constraint data_exports_finished_check check ((status = 'making') = (finished_at is null)),
        constraint data_exports_content_check
          check (jsonb_typeof(content) = 'object' and (status = 'ready') = (content is not null))
      )
    `);
    this.addSql(`create unique index data_exports_live_unique on data_exports (user_id) where status = 'making'`);
    this.addSql('create index data_exports_user_id_created_at_index on data_exports (user_id, created_at desc)');
    this.addSql('create index data_exports_created_at_index on data_exports (created_at)');

    this.addSql(`
      create table account_deletions (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint account_deletions_user_id_foreign references users (id) on delete cascade,
        token_hash text,
        requested_at timestamptz(3) not null,
        confirmed_at timestamptz(3),
        constraint account_deletions_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
        constraint account_deletions_token_hash_unique unique (token_hash)
      )
    `);
    this.addSql('create index account_deletions_user_id_index on account_deletions (user_id)');
    this.addSql('create index account_deletions_requested_at_index on account_deletions (requested_at)');

    this.addSql(`
      create table data_requests (
        id uuid not null default gen_random_uuid() primary key,
        email text not null,
        token_hash text,
        created_at timestamptz(3) not null,
        constraint data_requests_email_check check (${emailCheck('email')}),
        constraint data_requests_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
        constraint data_requests_token_hash_unique unique (token_hash)
      )
    `);
    this.addSql('create index data_requests_created_at_index on data_requests (created_at)');

    // Apart from everything else, and without a name: what the law makes us keep of somebody who was deleted.
    this.addSql(`
      create table kept_records (
        id uuid not null default gen_random_uuid() primary key,
        kind text not null,
        content jsonb not null,
        kept_until timestamptz(3) not null,
        created_at timestamptz(3) not null,
        constraint kept_records_kind_check check (kind in ('payment', 'consent', 'cancellation')),
        constraint kept_records_content_check check (jsonb_typeof(content) = 'object')
      )
    `);
    this.addSql('create index kept_records_kept_until_index on kept_records (kept_until)');

    this.addSql(`
      alter table contact_messages
        add column kind text not null default 'enquiry',
        add column reference text,
        add column state text not null default 'received',
        add column answered_at timestamptz(3),
        add column escalated_at timestamptz(3),
        add column erase_when_answered boolean not null default false,
        add column status_token_hash text,
        add constraint contact_messages_kind_check check (kind in ('enquiry', 'complaint')),
        add constraint contact_messages_state_check check (state in ('received', 'answered', 'escalated')),
        add constraint contact_messages_reference_check check (reference ~ '^VE-[A-Z0-9]{8}$'),
        add constraint contact_messages_reference_unique unique (reference),
        add constraint contact_messages_complaint_check check ((kind = 'complaint') = (reference is not null)),
        add constraint contact_messages_erase_when_answered_check
          check (not erase_when_answered or (kind = 'complaint' and state <> 'answered')),
        add constraint contact_messages_status_token_hash_check check (status_token_hash ~ '^[0-9a-f]{64}$'),
        add constraint contact_messages_status_token_hash_unique unique (status_token_hash)
    `);
    this.addSql(`
      create index contact_messages_complaints_index on contact_messages (received_at)
        where kind = 'complaint' and state = 'received'
    `);
  }

  override down(): void {
    this.addSql(`
      alter table contact_messages
        drop column kind, drop column reference, drop column state, drop column answered_at,
        drop column escalated_at, drop column erase_when_answered, drop column status_token_hash
    `);
    this.addSql(
      `drop index payments_paid_at_index, membership_links_created_at_index, disputes_email_index, disputes_user_id_index,
         stripe_events_object_id_index, vehicles_fetched_at_index`,
    );
    this.addSql('drop table kept_records, data_requests, account_deletions, data_exports, email_changes');
    this.addSql(
      'alter table payments drop column stripe_subscription_id, drop column dispute, drop column disputed_at, drop column refund_failed_at, drop column refunded_at',
    );
    this.addSql('drop table cancellation_codes');
    this.addSql('drop index cancellation_requests_unfinished_index, cancellation_requests_live_unique');
    this.addSql(`
      alter table cancellation_requests
        drop column user_id, drop column stripe_subscription_id, drop column registration_number, drop column origin,
        drop column payment_id, drop column refund_kind, drop column refund_pence, drop column refund_id,
        drop column refund_card, drop column paid_until, drop column ends_at, drop column kept_at, drop column finished_at, drop column answer,
        drop column answer_token_hash
    `);
  }
}
