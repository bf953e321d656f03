import { Migration } from '@mikro-orm/migrations';

/** What operations shows: jobs that were given up, runs of scheduled jobs, calls to vendors by the minute, budgets. */
export class Operations extends Migration {
  override up(): void {
    this.addSql('alter table outbox add column retried boolean not null default false');
    this.addSql(`
      create table given_up_jobs (
        id uuid not null primary key,
        job_name text not null,
        payload jsonb not null,
        why text not null,
        ordered_at timestamptz(3) not null,
        given_up_at timestamptz(3) not null,
        seen_at timestamptz(3),
        constraint given_up_jobs_job_name_check check (job_name ~ '^[a-z-]+[.][a-z-]+$'),
        constraint given_up_jobs_payload_check check (jsonb_typeof(payload) = 'object'),
        constraint given_up_jobs_why_check check (length(why) <= 300)
      )
    `);
    this.addSql('create index given_up_jobs_given_up_at_id_index on given_up_jobs (given_up_at desc, id desc)');
    this.addSql(`
      create table scheduled_jobs (
        name text not null primary key,
        every_ms integer not null,
        started_at timestamptz(3) not null,
        ended_at timestamptz(3) not null,
        failures integer not null,
        why text,
        constraint scheduled_jobs_name_check check (length(name) >= 1 and length(name) <= 60),
        constraint scheduled_jobs_every_ms_check check (every_ms >= 1),
        constraint scheduled_jobs_failures_check check (failures >= 0 and (failures > 0) = (why is not null)),
        constraint scheduled_jobs_why_check check (length(why) <= 300)
      )
    `);
    this.addSql(`
      create table vendor_minutes (
        vendor text not null,
        minute timestamptz(3) not null,
        calls integer not null,
        errors integer not null,
        limited integer not null,
        refused_by_breaker integer not null,
        primary key (vendor, minute),
        constraint vendor_minutes_vendor_check check (length(vendor) >= 1 and length(vendor) <= 40),
        constraint vendor_minutes_counts_check
          check (errors >= 0 and calls >= errors and limited >= 0 and refused_by_breaker >= 0)
      )
    `);
    this.addSql('create index vendor_minutes_minute_index on vendor_minutes (minute)');
    this.addSql('alter table vendor_days add column calls_limit integer, add column pence_limit integer');
  }

  override down(): void {
    this.addSql('alter table vendor_days drop column calls_limit, drop column pence_limit');
    this.addSql('drop table vendor_minutes, scheduled_jobs, given_up_jobs');
    this.addSql('alter table outbox drop column retried');
  }
}
