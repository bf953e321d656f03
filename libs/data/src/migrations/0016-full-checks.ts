import { Migration } from '@mikro-orm/migrations';

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const address = `^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@(${label}[.])+${label}$`;
const emailCheck = `length(email) <= 254 and email ~ '${address}' and email !~ '[.][0-9]+$'`;

/** Full checks, sources' answers as they arrive, mails for those who wait, disputes, and consents without a sign-up. */
export class FullChecks extends Migration {
  override up(): void {
    this.addSql(`alter table vehicle_fetches add column sections jsonb not null default '{}'`);
    this.addSql(
      `alter table vehicle_fetches add constraint vehicle_fetches_sections_check check (jsonb_typeof(sections) = 'object')`,
    );

    this.addSql(`
      create table full_checks (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint full_checks_user_id_foreign references users (id) on delete restrict,
        subscription_id uuid not null
          constraint full_checks_subscription_id_foreign references subscriptions (id) on delete restrict,
        stripe_subscription_id text,
        period_end timestamptz(3) not null,
        registration_number text not null,
        status text not null default 'queued',
        steps jsonb not null,
        record jsonb,
        vdi jsonb,
        valuation jsonb,
        vdi_lookups integer not null default 0,
        failure text,
        requested_at timestamptz(3) not null,
        finished_at timestamptz(3),
        credit_returned_at timestamptz(3),
        ask_again_at timestamptz(3),
        asked_again integer not null default 0,
        correlation_id text not null,
        constraint full_checks_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
        constraint full_checks_status_check check (status in ('queued', 'running', 'done', 'failed')),
        constraint full_checks_finished_check check ((status in ('done', 'failed')) = (finished_at is not null)),
        constraint full_checks_done_check check (status <> 'done' or vdi is not null),
        constraint full_checks_failed_check check ((status = 'failed') = (failure is not null)),
        constraint full_checks_credit_check check (credit_returned_at is null or status = 'failed'),
        constraint full_checks_steps_check check (jsonb_typeof(steps) = 'object'),
        constraint full_checks_record_check check (jsonb_typeof(record) = 'object'),
        constraint full_checks_vdi_check check (jsonb_typeof(vdi) = 'object'),
        constraint full_checks_valuation_check check (jsonb_typeof(valuation) = 'object'),
        constraint full_checks_vdi_lookups_check check (vdi_lookups >= 0),
        constraint full_checks_asked_again_check check (asked_again >= 0),
        constraint full_checks_correlation_id_check check (length(correlation_id) <= 64)
      )
    `);
    this.addSql(`
      create unique index full_checks_period_unique on full_checks (user_id, registration_number, period_end)
      where status <> 'failed'
    `);
    this.addSql('create index full_checks_user_id_requested_at_index on full_checks (user_id, requested_at desc)');
    this.addSql(
      `create index full_checks_live_index on full_checks (requested_at) where status in ('queued', 'running')`,
    );
    this.addSql(
      'create index full_checks_ask_again_at_index on full_checks (ask_again_at) where ask_again_at is not null',
    );

    this.addSql(`
      create table ready_mails (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint ready_mails_user_id_foreign references users (id) on delete cascade,
        registration_number text not null,
        requested_at timestamptz(3) not null,
        sent_at timestamptz(3),
        constraint ready_mails_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$')
      )
    `);
    this.addSql(`
      create unique index ready_mails_waiting_unique on ready_mails (registration_number, user_id) where sent_at is null
    `);
    this.addSql('create index ready_mails_requested_at_index on ready_mails (requested_at)');

    this.addSql(`
      create table disputes (
        id uuid not null default gen_random_uuid() primary key,
        registration_number text not null,
        section text not null,
        datum text not null,
        value text,
        source text,
        read_at timestamptz(3),
        message text not null,
        email text not null,
        user_id uuid constraint disputes_user_id_foreign references users (id) on delete set null,
        created_at timestamptz(3) not null,
        constraint disputes_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
        constraint disputes_section_check check (section ~ '^[a-z-]{1,40}$'),
        constraint disputes_datum_check check (btrim(datum) <> '' and length(datum) <= 120),
        constraint disputes_value_check check (length(value) <= 500),
        constraint disputes_source_check check (source in ('DVLA', 'DVSA', 'UKVD')),
        constraint disputes_message_check check (btrim(message) <> '' and length(message) <= 4000),
        constraint disputes_email_check check (${emailCheck})
      )
    `);
    this.addSql('create index disputes_created_at_index on disputes (created_at)');

    // Somebody who joins again consents without a sign-up.
    this.addSql(`
      alter table consents
        alter column sign_up_id drop not null,
        add column user_id uuid constraint consents_user_id_foreign references users (id) on delete cascade,
        drop constraint consents_kind_check,
        add constraint consents_kind_check check (kind in ('terms', 'start-now', 'rejoin')),
        add constraint consents_owner_check check (num_nonnulls(sign_up_id, user_id) = 1)
    `);
    this.addSql('create index consents_user_id_index on consents (user_id) where user_id is not null');
  }

  override down(): void {
    this.addSql('delete from consents where sign_up_id is null');
    this.addSql(`
      alter table consents
        drop constraint consents_owner_check,
        drop constraint consents_kind_check,
        add constraint consents_kind_check check (kind in ('terms', 'start-now')),
        drop column user_id,
        alter column sign_up_id set not null
    `);
    this.addSql('drop table disputes, ready_mails, full_checks');
    this.addSql('alter table vehicle_fetches drop column sections');
  }
}
