/** Tables of the context, in the order in which they refer to each other. */
export const jobsTableStatements = [
  `
    create table dead_letters (
      id uuid not null,
      job_name text not null,
      payload jsonb not null,
      dedupe_id text,
      last_error text not null,
      enqueued_at timestamptz(3) not null,
      failed_at timestamptz(3) not null,
      dismissed_at timestamptz(3),
      primary key (id),
      constraint dead_letters_job_name_check check (job_name ~ '^[a-z-]+[.][a-z-]+$'),
      constraint dead_letters_payload_check check (jsonb_typeof(payload) = 'object'),
      constraint dead_letters_dedupe_id_check check (length(dedupe_id) >= 1 and length(dedupe_id) <= 200),
      constraint dead_letters_last_error_check check (length(last_error) <= 300)
    )
  `,
  `create index dead_letters_failed_at_id_index on dead_letters (failed_at desc, id desc)`,
  `
    create index dead_letters_payload_parts_index
      on dead_letters using gin (jsonb_path_query_array(payload, '$.**'))
  `,
  `
    create table outbox (
      id uuid not null default gen_random_uuid(),
      job_name text not null,
      payload jsonb not null,
      dedupe_id text,
      serial_key text,
      locked_until timestamptz(3),
      created_at timestamptz(3) not null,
      relayed_at timestamptz(3),
      retried boolean not null default false,
      traceparent text,
      position bigint generated always as identity not null,
      primary key (id),
      constraint outbox_job_name_check check (job_name ~ '^[a-z-]+[.][a-z-]+$'),
      constraint outbox_payload_check check (jsonb_typeof(payload) = 'object'),
      constraint outbox_dedupe_id_check check (length(dedupe_id) >= 1 and length(dedupe_id) <= 200),
      constraint outbox_serial_key_check check (length(serial_key) >= 1 and length(serial_key) <= 200),
      constraint outbox_traceparent_check check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
      constraint outbox_runs_until_check check (locked_until is null or serial_key is not null)
    )
  `,
  `create index outbox_unrelayed_index on outbox (position) where relayed_at is null`,
  `create index outbox_serial_key_index on outbox (serial_key) where serial_key is not null`,
  `create index outbox_relayed_at_index on outbox (relayed_at) where relayed_at is not null`,
  `create index outbox_payload_parts_index on outbox using gin (jsonb_path_query_array(payload, '$.**'))`,
  `create unique index outbox_dedupe_id_unique on outbox (dedupe_id) where dedupe_id is not null`,
  `
    create table scheduled_jobs (
      name text not null,
      interval_ms integer not null,
      started_at timestamptz(3) not null,
      finished_at timestamptz(3),
      failure_count integer not null,
      last_error text,
      claimed_at timestamptz(3),
      primary key (name),
      constraint scheduled_jobs_name_check check (length(name) >= 1 and length(name) <= 60),
      constraint scheduled_jobs_interval_ms_check check (interval_ms >= 1),
      constraint scheduled_jobs_failure_count_check check (failure_count >= 0 and (failure_count > 0) = (last_error is not null)),
      constraint scheduled_jobs_last_error_check check (length(last_error) <= 300)
    )
  `,
  `
    create table secrets (
      name text not null,
      value text not null,
      primary key (name),
      constraint secrets_value_check check (value ~ '^[0-9a-f]{64}$')
    )
  `,
  `
    create table token_buckets (
      key text not null,
      full_at timestamptz(3) not null,
      primary key (key),
      constraint token_buckets_key_check check (length(key) >= 1 and length(key) <= 200)
    )
  `,
  `
    create table vendor_call_counts (
      vendor text not null,
      minute timestamptz(3) not null,
      calls integer not null,
      error_count integer not null,
      rate_limited_calls integer not null,
      refused_by_breaker integer not null,
      primary key (vendor, minute),
      constraint vendor_call_counts_vendor_check check (length(vendor) >= 1 and length(vendor) <= 40),
      constraint vendor_call_counts_counts_check check (error_count >= 0 and calls >= error_count and rate_limited_calls >= 0 and refused_by_breaker >= 0)
    )
  `,
  `create index vendor_call_counts_minute_index on vendor_call_counts (minute)`,
  `
    create table vendor_daily_usage (
      vendor text not null,
      day date not null,
      calls integer not null,
      cost_pence integer not null,
      calls_limit integer,
      pence_limit integer,
      primary key (vendor, day),
      constraint vendor_daily_usage_vendor_check check (length(vendor) >= 1 and length(vendor) <= 40),
      constraint vendor_daily_usage_calls_check check (calls >= 0),
      constraint vendor_daily_usage_cost_pence_check check (cost_pence >= 0)
    )
  `,
];
