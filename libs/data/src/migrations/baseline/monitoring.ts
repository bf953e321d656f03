/** Tables of the context, in the order in which they refer to each other. */
export const monitoringTableStatements = [
  `
    create table monitor_check_states (
      user_id uuid not null,
      aspect text not null,
      registration_number text not null,
      last_result jsonb,
      last_result_requested_at timestamptz(3),
      attempted_at timestamptz(3),
      failure text,
      next_check_at timestamptz(3),
      queued_at timestamptz(3),
      primary key (user_id, aspect),
      constraint monitor_check_states_aspect_check check (aspect in ('licensing', 'testing', 'specification', 'recalls', 'value', 'finance', 'petrol')),
      constraint monitor_check_states_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint monitor_check_states_last_result_check check ((last_result is null) = (last_result_requested_at is null) and jsonb_typeof(last_result) = 'object'),
      constraint monitor_check_states_failure_check check (failure ~ '^[a-z]+(-[a-z]+)*$' and length(failure) <= 60),
      constraint monitor_check_states_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `
    create index monitor_check_states_due_index
      on monitor_check_states (aspect, next_check_at) where queued_at is null
  `,
  `
    create index monitor_check_states_queued_index
      on monitor_check_states (aspect, queued_at) where queued_at is not null
  `,
  `
    create index monitor_check_states_recalled_make_index
      on monitor_check_states ((last_result #>> '{car,make}')) where aspect = 'recalls' and next_check_at is null
  `,
  `
    create index monitor_check_states_waiting_index
      on monitor_check_states (user_id, aspect) where next_check_at is null and failure in ('not-member', 'in-trial', 'payment-due')
  `,
  `
    create table monthly_valuations (
      user_id uuid not null,
      registration_number text not null,
      month text not null,
      value_pence integer not null,
      fetched_at timestamptz(3) not null,
      primary key (user_id, registration_number, month),
      constraint monthly_valuations_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint monthly_valuations_month_check check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
      constraint monthly_valuations_value_pence_check check (value_pence >= 0),
      constraint monthly_valuations_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `
    create table mot_deltas (
      filename text not null,
      source_created_at timestamptz(3) not null,
      started_at timestamptz(3) not null,
      processed_records integer not null default 0,
      matched_records integer not null default 0,
      finished_at timestamptz(3),
      failure_count integer not null default 0,
      failed_at timestamptz(3),
      failure text,
      primary key (filename),
      constraint mot_deltas_filename_check check (length(filename) >= 1 and length(filename) <= 200),
      constraint mot_deltas_processed_records_check check (matched_records >= 0 and processed_records >= matched_records),
      constraint mot_deltas_failure_check check (failure_count >= 0 and (failure_count > 0) = (failed_at is not null) and (failure_count > 0) = (failure is not null) and length(failure) <= 300)
    )
  `,
  `create index mot_deltas_source_created_at_index on mot_deltas (source_created_at)`,
  `
    create table reminders (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      registration_number text not null,
      kind text not null,
      due_on date not null,
      lead_days smallint not null,
      channel text not null,
      late boolean not null default false,
      planned_at timestamptz(3) not null,
      enqueue_count integer not null default 0,
      finished_at timestamptz(3),
      skip_reason text,
      primary key (id),
      constraint reminders_once_unique unique (user_id, registration_number, kind, due_on, lead_days, channel),
      constraint reminders_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint reminders_kind_check check (kind in ('tax', 'mot', 'insurance', 'servicing')),
      constraint reminders_lead_days_check check (lead_days + 1 in (29, 15, 8, 2, 0)),
      constraint reminders_enqueue_count_check check (enqueue_count >= 0),
      constraint reminders_channel_check check (channel in ('email', 'sms')),
      constraint reminders_skip_reason_check check (skip_reason is null or (finished_at is not null and skip_reason ~ '^[a-z]+(-[a-z]+)*$')),
      constraint reminders_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index reminders_user_id_planned_at_index on reminders (user_id, planned_at, id)`,
  `create index reminders_open_index on reminders (planned_at, id) where finished_at is null`,
  `create index reminders_planned_at_index on reminders (planned_at)`,
  `
    create table watch_due_dates (
      user_id uuid not null,
      kind text not null,
      registration_number text not null,
      due_on date,
      source text,
      no_date_reason text,
      fetched_at timestamptz(3),
      attempted_at timestamptz(3),
      date_known_since timestamptz(3) not null,
      in_reminder_scan boolean not null default true,
      primary key (user_id, kind),
      constraint watch_due_dates_kind_check check (kind in ('tax', 'mot', 'insurance', 'servicing')),
      constraint watch_due_dates_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint watch_due_dates_source_check check (source in ('DVLA', 'DVSA', 'UKVD', 'member')),
      constraint watch_due_dates_no_date_reason_check check (no_date_reason is null or (due_on is null and no_date_reason ~ '^[a-z]+(-[a-z]+)*$')),
      constraint watch_due_dates_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index watch_due_dates_scan_index on watch_due_dates (due_on, user_id, kind) where in_reminder_scan`,
  `create index watch_due_dates_fetched_at_index on watch_due_dates (kind, fetched_at) where kind in ('tax', 'mot')`,
  `create index watch_due_dates_registration_number_index on watch_due_dates (registration_number)`,
  `
    create table watch_events (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      registration_number text not null,
      kind text not null,
      facts jsonb not null,
      unique_key text not null,
      detected_at timestamptz(3) not null,
      text_send_after timestamptz(3),
      primary key (id),
      constraint watch_events_unique_key_unique unique (unique_key),
      constraint watch_events_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint watch_events_kind_check check (kind in ('tax-status', 'mot-result', 'recall', 'value', 'finance', 'keeper-change', 'plate-change', 'petrol', 'date-moved', 'scrapped-or-exported')),
      constraint watch_events_facts_check check (jsonb_typeof(facts) = 'object' and facts ->> 'kind' = kind),
      constraint watch_events_unique_key_check check (length(unique_key) >= 1 and length(unique_key) <= 200),
      constraint watch_events_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index watch_events_user_id_detected_at_index on watch_events (user_id, detected_at desc)`,
  `
    create index watch_events_text_after_index
      on watch_events (text_send_after) where text_send_after is not null
  `,
  `
    create table watches (
      user_id uuid not null,
      email_on boolean not null default true,
      sms_on boolean not null default false,
      leads jsonb not null,
      quiet_from smallint not null default 21,
      quiet_until smallint not null default 8,
      paused boolean not null default false,
      paused_until date,
      disabled_alerts jsonb not null default '[]',
      postcode text,
      latitude double precision,
      longitude double precision,
      calendar_version integer not null default 0,
      car_changed_at timestamptz(3),
      preferences_changed_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (user_id),
      constraint watches_leads_check check (jsonb_typeof(leads) = 'object'),
      constraint watches_quiet_check check (quiet_from >= 0 and quiet_from <= 23 and quiet_until >= 0 and quiet_until <= 23),
      constraint watches_paused_until_check check (paused or paused_until is null),
      constraint watches_alerts_off_check check (jsonb_typeof(disabled_alerts) = 'array'),
      constraint watches_postcode_check check (postcode ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$'),
      constraint watches_place_check check (num_nonnulls(latitude, longitude) <> 1 and (latitude is null or postcode is not null)),
      constraint watches_calendar_version_check check (calendar_version >= 0),
      constraint watches_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
];
