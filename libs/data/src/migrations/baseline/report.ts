/** Tables of the context, in the order in which they refer to each other. */
export const reportTableStatements = [
  `
    create table report_ready_mails (
      id uuid not null default gen_random_uuid(),
      user_id uuid,
      email text,
      registration_number text not null,
      requested_at timestamptz(3) not null,
      sent_at timestamptz(3),
      retry_until timestamptz(3),
      next_fetch_at timestamptz(3),
      fetch_count integer not null default 0,
      primary key (id),
      constraint report_ready_mails_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint report_ready_mails_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint report_ready_mails_reader_check check ((user_id is null) <> (email is null) and (email is null or retry_until is not null)),
      constraint report_ready_mails_retry_check check ((retry_until is null) = (next_fetch_at is null) and fetch_count >= 0),
      constraint report_ready_mails_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index report_ready_mails_requested_at_index on report_ready_mails (requested_at)`,
  `create index report_ready_mails_next_fetch_at_index on report_ready_mails (next_fetch_at) where sent_at is null`,
  `
    create unique index report_ready_mails_waiting_unique
      on report_ready_mails (registration_number, user_id) where sent_at is null
  `,
  `
    create unique index report_ready_mails_waiting_address_unique
      on report_ready_mails (registration_number, email) where sent_at is null
  `,
  `
    create table reports (
      id uuid not null default gen_random_uuid(),
      customer_id uuid not null,
      registration_number text not null,
      vehicle_make text,
      vehicle_model text,
      vehicle_year integer,
      vehicle_color text,
      fuel_type text,
      engine_size integer,
      transmission text,
      seats integer,
      max_speed double precision,
      kerb_weight double precision,
      bhp double precision,
      engine_number text,
      vin_last_5 text,
      euro_status text,
      vehicle_age integer,
      mot_expiry date,
      tax_expiry date,
      last_vsc_date date,
      report_data jsonb not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (id),
      constraint reports_customer_id_registration_number_unique unique (customer_id, registration_number),
      constraint reports_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint reports_vehicle_year_check check (vehicle_year >= 1885 and vehicle_year <= 2100),
      constraint reports_engine_size_check check (engine_size >= 0),
      constraint reports_seats_check check (seats >= 0 and seats <= 200),
      constraint reports_max_speed_check check (max_speed = abs(max_speed)),
      constraint reports_kerb_weight_check check (kerb_weight = abs(kerb_weight)),
      constraint reports_bhp_check check (bhp = abs(bhp)),
      constraint reports_vin_last_5_check check (vin_last_5 ~ '^[A-Z0-9]{5}$'),
      constraint reports_vehicle_age_check check (vehicle_age >= 0 and vehicle_age <= 200),
      constraint reports_report_data_check check (jsonb_typeof(report_data) = 'object'),
      constraint reports_updated_at_check check (updated_at >= created_at),
      constraint reports_customer_id_foreign foreign key (customer_id) references customers (id) on update no action on delete cascade
    )
  `,
  `create index reports_customer_id_created_at_index on reports (customer_id, created_at desc)`,
  `create index reports_registration_number_created_at_index on reports (registration_number, created_at desc)`,
  `create index reports_created_at_id_index on reports (created_at desc, id desc)`,
  `
    create index reports_registration_number_trigram_index
      on reports using gin (registration_number gin_trgm_ops) with (fastupdate = off)
  `,
  `
    create table report_pdfs (
      id uuid not null default gen_random_uuid(),
      report_id uuid not null,
      content_hash text not null,
      status text not null default 'making',
      content bytea,
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      primary key (id),
      constraint report_pdfs_report_id_content_hash_unique unique (report_id, content_hash),
      constraint report_pdfs_content_hash_check check (content_hash ~ '^[0-9a-f]{64}$'),
      constraint report_pdfs_status_check check (status in ('making', 'ready', 'failed')),
      constraint report_pdfs_finished_check check ((status = 'making') = (finished_at is null)),
      constraint report_pdfs_content_check check ((status = 'ready') = (content is not null) and octet_length(content) <= 2097152),
      constraint report_pdfs_report_id_foreign foreign key (report_id) references reports (id) on update no action on delete cascade
    )
  `,
  `create index report_pdfs_created_at_index on report_pdfs (created_at)`,
  `
    create table report_shares (
      id uuid not null default gen_random_uuid(),
      report_id uuid not null,
      token_hash text not null,
      name text,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      view_count integer not null default 0,
      last_viewed_at timestamptz(3),
      primary key (id),
      constraint report_shares_token_hash_unique unique (token_hash),
      constraint report_shares_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
      constraint report_shares_name_check check (length(name) >= 1 and length(name) <= 60),
      constraint report_shares_expires_at_check check (expires_at > created_at and extract(epoch from expires_at - created_at) <= 604800),
      constraint report_shares_view_count_check check (view_count >= 0 and (view_count = 0) = (last_viewed_at is null)),
      constraint report_shares_report_id_foreign foreign key (report_id) references reports (id) on update no action on delete cascade
    )
  `,
  `create index report_shares_report_id_created_at_index on report_shares (report_id, created_at desc)`,
  `create index report_shares_created_at_index on report_shares (created_at)`,
];
