import { Migration } from '@mikro-orm/migrations';

const registration = `registration_number ~ '^[A-Z0-9]{2,7}$'`;
const everyLead = '{"email": [28, 14, 7, 1, -1], "sms": [28, 14, 7, 1, -1]}';
const leads = `{"tax": ${everyLead}, "mot": ${everyLead}, "insurance": ${everyLead}, "servicing": ${everyLead}}`;

/** A member's car is watched: how they want to be told, what falls due when, and the ledger of reminders. */
export class Watches extends Migration {
  override up(): void {
    this.addSql(`
      create table watches (
        user_id uuid not null primary key
          constraint watches_user_id_foreign references users (id) on delete cascade,
        email_on boolean not null default true,
        sms_on boolean not null default false,
        leads jsonb not null,
        quiet_from smallint not null default 21,
        quiet_until smallint not null default 8,
        paused boolean not null default false,
        paused_until date,
        alerts_off jsonb not null default '[]',
        postcode text,
        latitude double precision,
        longitude double precision,
        calendar_version int not null default 0,
        car_changed_at timestamptz(3),
        chosen_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint watches_leads_check check (jsonb_typeof(leads) = 'object'),
        constraint watches_quiet_check
          check (quiet_from >= 0 and quiet_from <= 23 and quiet_until >= 0 and quiet_until <= 23),
        constraint watches_paused_until_check check (paused or paused_until is null),
        constraint watches_alerts_off_check check (jsonb_typeof(alerts_off) = 'array'),
        constraint watches_postcode_check check (postcode ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$'),
        constraint watches_place_check
          check (num_nonnulls(latitude, longitude) <> 1 and (latitude is null or postcode is not null)),
        constraint watches_calendar_version_check check (calendar_version >= 0)
      )
    `);
    this.addSql(`
      create table watch_dues (
        user_id uuid not null
          constraint watch_dues_user_id_foreign references users (id) on delete cascade,
        kind text not null,
        registration_number text not null,
        due_on date,
        source text,
        why text,
        read_at timestamptz(3),
        tried_at timestamptz(3),
        noted_at timestamptz(3) not null,
        primary key (user_id, kind),
        constraint watch_dues_kind_check check (kind in ('tax', 'mot', 'insurance', 'servicing')),
        constraint watch_dues_registration_number_check check (${registration}),
        constraint watch_dues_source_check check (source in ('DVLA', 'DVSA', 'UKVD', 'member')),
        constraint watch_dues_why_check check (why is null or (due_on is null and why ~ '^[a-z]+(-[a-z]+)*$'))
      )
    `);
    this.addSql('create index watch_dues_due_on_index on watch_dues (due_on, user_id, kind)');
    this.addSql(`create index watch_dues_tried_at_index on watch_dues (tried_at) where kind in ('tax', 'mot')`);
    this.addSql('create index watch_dues_registration_number_index on watch_dues (registration_number)');
    this.addSql(`
      create table reminders (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint reminders_user_id_foreign references users (id) on delete cascade,
        registration_number text not null,
        kind text not null,
        due_on date not null,
        lead smallint not null,
        channel text not null,
        late boolean not null default false,
        planned_at timestamptz(3) not null,
        ended_at timestamptz(3),
        skip_reason text,
        constraint reminders_once_unique unique (user_id, registration_number, kind, due_on, lead, channel),
        constraint reminders_registration_number_check check (${registration}),
        constraint reminders_kind_check check (kind in ('tax', 'mot', 'insurance', 'servicing')),
        constraint reminders_lead_check check (lead + 1 in (29, 15, 8, 2, 0)),
        constraint reminders_channel_check check (channel in ('email', 'sms')),
        constraint reminders_skip_reason_check
          check (skip_reason is null or (ended_at is not null and skip_reason ~ '^[a-z]+(-[a-z]+)*$'))
      )
    `);
    this.addSql('create index reminders_user_id_planned_at_index on reminders (user_id, planned_at, id)');
    this.addSql('create index reminders_open_index on reminders (planned_at, id) where ended_at is null');
    this.addSql('create index reminders_planned_at_index on reminders (planned_at)');
    // A time from a row, as every write is given one: the database's own clock is not asked.
    this.addSql(`
      insert into watches (user_id, leads, chosen_at, created_at, updated_at)
      select user_id, '${leads}'::jsonb, created_at, created_at, created_at from subscriptions
    `);
    this.addSql(`
      insert into watch_dues (user_id, kind, registration_number, why, noted_at)
      select user_id, kind, registration_number, 'not-read', created_at
      from subscriptions, unnest(array['tax', 'mot']) as kind where registration_number is not null
    `);
  }

  override down(): void {
    this.addSql('drop table reminders, watch_dues, watches');
  }
}
