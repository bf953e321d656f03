/** Tables of the context, in the order in which they refer to each other. */
export const fullCheckTableStatements = [
  `
    create table full_checks (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      subscription_id uuid not null,
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
      retry_at timestamptz(3),
      retry_count integer not null default 0,
      correlation_id text not null,
      primary key (id),
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
      constraint full_checks_asked_again_check check (retry_count >= 0),
      constraint full_checks_correlation_id_check check (length(correlation_id) <= 64),
      constraint full_checks_user_id_foreign foreign key (user_id) references users (id) on update no action on delete restrict,
      constraint full_checks_subscription_id_foreign foreign key (subscription_id) references subscriptions (id) on update no action on delete restrict
    )
  `,
  `create index full_checks_user_id_requested_at_index on full_checks (user_id, requested_at desc)`,
  `create index full_checks_live_index on full_checks (requested_at) where status in ('queued', 'running')`,
  `create index full_checks_ask_again_at_index on full_checks (retry_at) where retry_at is not null`,
  `
    create unique index full_checks_period_unique
      on full_checks (user_id, registration_number, period_end) where status <> 'failed'
  `,
];
