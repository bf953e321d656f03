import { Migration } from '@mikro-orm/migrations';

export class Vehicles extends Migration {
  override up(): void {
    this.addSql(`
      create table vehicles (
        registration text not null primary key,
        record jsonb not null,
        fetched_at timestamptz(3) not null,
        constraint vehicles_registration_check check (registration ~ '^[A-Z0-9]{2,7}$'),
        constraint vehicles_record_check check (coalesce(record ->> 'registration', '') = registration)
      )
    `);

    this.addSql(`
      create table vehicle_fetches (
        id uuid not null default gen_random_uuid() primary key,
        registration text not null,
        status text not null default 'queued',
        outcome text,
        steps jsonb not null,
        requested_at timestamptz(3) not null,
        finished_at timestamptz(3),
        correlation_id text not null,
        constraint vehicle_fetches_registration_check check (registration ~ '^[A-Z0-9]{2,7}$'),
        constraint vehicle_fetches_status_check check (status in ('queued', 'running', 'done')),
        constraint vehicle_fetches_outcome_check check (outcome in ('found', 'not-found', 'unavailable')),
        constraint vehicle_fetches_done_check
          check ((status = 'done') = (outcome is not null) and (status = 'done') = (finished_at is not null)),
        constraint vehicle_fetches_steps_check check (jsonb_typeof(steps) = 'object'),
        constraint vehicle_fetches_correlation_id_check check (length(correlation_id) <= 64)
      )
    `);
    this.addSql(`
      create unique index vehicle_fetches_live_unique on vehicle_fetches (registration)
        where status in ('queued', 'running')
    `);
    this.addSql('create index vehicle_fetches_requested_at_index on vehicle_fetches (requested_at)');
  }

  override down(): void {
    this.addSql('drop table vehicle_fetches, vehicles');
  }
}
