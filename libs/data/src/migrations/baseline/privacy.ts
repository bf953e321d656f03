/** Tables of the context, in the order in which they refer to each other. */
export const privacyTableStatements = [
  `
    create table account_deletions (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      token_hash text,
      requested_at timestamptz(3) not null,
      confirmed_at timestamptz(3),
      primary key (id),
      constraint account_deletions_token_hash_unique unique (token_hash),
      constraint account_deletions_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
      constraint account_deletions_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index account_deletions_user_id_index on account_deletions (user_id)`,
  `create index account_deletions_requested_at_index on account_deletions (requested_at)`,
  `
    create table data_exports (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      status text not null default 'making',
      content jsonb,
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      primary key (id),
      constraint data_exports_status_check check (status in ('making', 'ready', 'failed')),
      constraint data_exports_finished_check check ((status = 'making') = (finished_at is null)),
      constraint data_exports_content_check check (jsonb_typeof(content) = 'object' and (status = 'ready') = (content is not null)),
      constraint data_exports_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index data_exports_user_id_created_at_index on data_exports (user_id, created_at desc)`,
  `create index data_exports_created_at_index on data_exports (created_at)`,
  `create unique index data_exports_live_unique on data_exports (user_id) where status = 'making'`,
  `
    create table data_requests (
      id uuid not null default gen_random_uuid(),
      email text not null,
      token_hash text,
      created_at timestamptz(3) not null,
      primary key (id),
      constraint data_requests_token_hash_unique unique (token_hash),
      constraint data_requests_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint data_requests_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$')
    )
  `,
  `create index data_requests_created_at_index on data_requests (created_at)`,
];
