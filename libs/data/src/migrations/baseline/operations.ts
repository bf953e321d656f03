/** Tables of the context, in the order in which they refer to each other. */
export const operationsTableStatements = [
  `
    create table day_figures (
      day date not null,
      sign_ups integer not null,
      new_members integer not null,
      cancellations integer not null,
      refunds integer not null,
      gross_pence integer not null,
      returned_pence integer not null,
      counted_at timestamptz(3) not null,
      primary key (day),
      constraint day_figures_check check (least(sign_ups, new_members, cancellations, refunds, gross_pence, returned_pence) >= 0)
    )
  `,
  `
    create table error_groups (
      id uuid not null default gen_random_uuid(),
      fingerprint text not null,
      error_type text not null,
      error_message text not null,
      occurrences integer not null default 1,
      first_seen timestamptz(3) not null,
      last_seen timestamptz(3) not null,
      releases text[] not null default '{}',
      solved_at timestamptz(3),
      solved_by_id uuid,
      reopened_at timestamptz(3),
      primary key (id),
      constraint error_groups_fingerprint_unique unique (fingerprint),
      constraint error_groups_fingerprint_check check (length(fingerprint) >= 1 and length(fingerprint) <= 400),
      constraint error_groups_error_type_check check (error_type in ('JavaScript Error', 'React Error', 'Payment Error', 'Payment Component Error', 'Unhandled Promise Rejection')),
      constraint error_groups_error_message_check check (length(error_message) >= 1 and length(error_message) <= 1000),
      constraint error_groups_occurrences_check check (occurrences >= 1),
      constraint error_groups_first_seen_check check (first_seen <= last_seen),
      constraint error_groups_releases_check check (cardinality(releases) <= 10),
      constraint error_groups_solved_by_id_check check (solved_by_id is null or solved_at is not null),
      constraint error_groups_reopened_at_check check (reopened_at is null or solved_at is null),
      constraint error_groups_solved_by_id_foreign foreign key (solved_by_id) references users (id) on update no action on delete set null
    )
  `,
  `create index error_groups_last_seen_id_index on error_groups (last_seen desc, id desc)`,
  `
    create index error_groups_open_last_seen_id_index
      on error_groups (last_seen desc, id desc) where solved_at is null
  `,
  `create index error_groups_solved_by_id_index on error_groups (solved_by_id) where solved_by_id is not null`,
  `
    create index error_groups_error_message_trigram_index
      on error_groups using gin (error_message gin_trgm_ops) with (fastupdate = off)
  `,
  `
    create table error_logs (
      id uuid not null default gen_random_uuid(),
      timestamp timestamptz(3) not null,
      error_message text not null,
      error_stack text,
      user_agent text not null,
      url text not null,
      user_id uuid,
      session_id text,
      error_type text not null,
      component_name text,
      additional_data jsonb not null,
      fingerprint text not null,
      occurrences integer not null default 1,
      last_seen timestamptz(3) not null,
      primary key (id),
      constraint error_logs_error_message_check check (length(error_message) >= 1 and length(error_message) <= 1000),
      constraint error_logs_error_stack_check check (length(error_stack) <= 8000),
      constraint error_logs_user_agent_check check (length(user_agent) <= 400),
      constraint error_logs_url_check check (length(url) <= 400),
      constraint error_logs_session_id_check check (length(session_id) <= 64),
      constraint error_logs_error_type_check check (error_type in ('JavaScript Error', 'React Error', 'Payment Error', 'Payment Component Error', 'Unhandled Promise Rejection')),
      constraint error_logs_component_name_check check (length(component_name) <= 120),
      constraint error_logs_additional_data_check check (jsonb_typeof(additional_data) = 'object'),
      constraint error_logs_fingerprint_check check (length(fingerprint) >= 1 and length(fingerprint) <= 400),
      constraint error_logs_occurrences_check check (occurrences >= 1),
      constraint error_logs_user_id_foreign foreign key (user_id) references users (id) on update no action on delete set null
    )
  `,
  `create index error_logs_timestamp_id_index on error_logs (timestamp desc, id desc)`,
  `create index error_logs_fingerprint_last_seen_index on error_logs (fingerprint, last_seen desc)`,
  `create index error_logs_user_id_index on error_logs (user_id) where user_id is not null`,
  `create index error_logs_error_message_trigram_index on error_logs using gin (error_message gin_trgm_ops)`,
  `
    create table restores (
      backup_taken_at timestamptz(3) not null,
      started_at timestamptz(3) not null,
      finished_at timestamptz(3),
      confirmed_lost_accounts integer,
      primary key (backup_taken_at),
      constraint restores_finished_at_check check (finished_at >= started_at),
      constraint restores_confirmed_lost_check check (confirmed_lost_accounts >= 0)
    )
  `,
  `
    create table service_faults (
      id uuid not null default gen_random_uuid(),
      subject text not null,
      summary text not null,
      began_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      announced_at timestamptz(3),
      ended_at timestamptz(3),
      began_posted_at timestamptz(3),
      ended_posted_at timestamptz(3),
      next_post_at timestamptz(3) not null,
      primary key (id),
      constraint service_faults_subject_check check (length(subject) >= 1 and length(subject) <= 120),
      constraint service_faults_summary_check check (length(summary) >= 1 and length(summary) <= 300),
      constraint service_faults_ended_at_check check (ended_at is null or announced_at is not null),
      constraint service_faults_began_posted_at_check check (began_posted_at is null or announced_at is not null),
      constraint service_faults_ended_posted_at_check check (ended_posted_at is null or ended_at is not null)
    )
  `,
  `create unique index service_faults_open_unique on service_faults (subject) where ended_at is null`,
  `create index service_faults_next_post_at_index on service_faults (next_post_at)`,
  `
    create table totals (
      name text not null,
      row_count integer not null,
      counted_at timestamptz(3) not null,
      primary key (name),
      constraint totals_name_check check (name ~ '^[a-z]+(-[a-z]+)*$' and length(name) <= 40),
      constraint totals_row_count_check check (row_count >= 0)
    )
  `,
];
