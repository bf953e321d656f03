import { Migration } from '@mikro-orm/migrations';

const registration = `check (registration_number ~ '^[A-Z0-9]{2,7}$')`;
const user = (table: string) =>
  `constraint ${table}_user_id_foreign foreign key (user_id) references users (id) on delete cascade`;

/** What is known of the cars that are watched, what changed about them, their values, and DVSA's files of changes. */
export class Alerts extends Migration {
  override up(): void {
    this.addSql(`
      create table watch_states (
        user_id uuid not null,
        aspect text not null,
        registration_number text not null,
        known jsonb,
        read_at timestamptz(3),
        tried_at timestamptz(3),
        failure text,
        next_at timestamptz(3) not null,
        primary key (user_id, aspect),
        ${user('watch_states')},
        constraint watch_states_aspect_check
          check (aspect in ('licensing', 'testing', 'specification', 'recalls', 'value', 'finance', 'petrol')),
        constraint watch_states_registration_number_check ${registration},
        constraint watch_states_known_check
          check ((known is null) = (read_at is null) and jsonb_typeof(known) = 'object'),
        constraint watch_states_failure_check
          check (failure ~ '^[a-z]+(-[a-z]+)*$' and length(failure) <= 60)
      )
    `);
    this.addSql('create index watch_states_aspect_next_at_index on watch_states (aspect, next_at)');
    this.addSql(`
      create table watch_events (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null,
        registration_number text not null,
        kind text not null,
        facts jsonb not null,
        unique_key text not null,
        at timestamptz(3) not null,
        text_after timestamptz(3),
        ${user('watch_events')},
        constraint watch_events_unique_key_unique unique (unique_key),
        constraint watch_events_registration_number_check ${registration},
        constraint watch_events_kind_check check (kind in (
          'tax-status', 'mot-result', 'recall', 'value', 'finance', 'keeper-change', 'plate-change', 'petrol', 'date-moved'
        )),
        constraint watch_events_facts_check check (jsonb_typeof(facts) = 'object' and facts ->> 'kind' = kind),
        constraint watch_events_unique_key_check check (length(unique_key) >= 1 and length(unique_key) <= 200)
      )
    `);
    this.addSql('create index watch_events_user_id_at_index on watch_events (user_id, at desc)');
    this.addSql('create index watch_events_text_after_index on watch_events (text_after) where text_after is not null');
    this.addSql(`
      create table watch_values (
        user_id uuid not null,
        registration_number text not null,
        month text not null,
        pence integer not null,
        read_at timestamptz(3) not null,
        primary key (user_id, registration_number, month),
        ${user('watch_values')},
        constraint watch_values_registration_number_check ${registration},
        constraint watch_values_month_check check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
        constraint watch_values_pence_check check (pence >= 0)
      )
    `);
    this.addSql(`
      create table mot_deltas (
        filename text not null primary key,
        made_at timestamptz(3) not null,
        started_at timestamptz(3) not null,
        records integer not null default 0,
        matched integer not null default 0,
        finished_at timestamptz(3),
        constraint mot_deltas_filename_check check (length(filename) >= 1 and length(filename) <= 200),
        constraint mot_deltas_records_check check (matched >= 0 and records >= matched)
      )
    `);
    this.addSql('create index mot_deltas_made_at_index on mot_deltas (made_at)');
    // A file of half a million registrations is held against those that are watched.
    this.addSql('create index subscriptions_registration_number_index on subscriptions (registration_number)');
  }

  override down(): void {
    this.addSql('drop index subscriptions_registration_number_index');
    this.addSql('drop table mot_deltas, watch_values, watch_events, watch_states');
  }
}
