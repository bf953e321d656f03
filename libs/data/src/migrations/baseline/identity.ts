/** Tables of the context, in the order in which they refer to each other. */
export const identityTableStatements = [
  `
    create table local_admin_sessions (
      id uuid not null default gen_random_uuid(),
      token_hash text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      primary key (id),
      constraint local_admin_sessions_token_hash_unique unique (token_hash),
      constraint local_admin_sessions_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
      constraint local_admin_sessions_expires_at_check check (expires_at > created_at and expires_at <= created_at + '12:00:00'::interval)
    )
  `,
  `
    create table users (
      id uuid not null default gen_random_uuid(),
      email text not null,
      password_hash text,
      email_verified_at timestamptz(3),
      created_at timestamptz(3) not null,
      known_browsers_valid_from timestamptz(3),
      primary key (id),
      constraint users_email_unique unique (email),
      constraint users_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint users_password_hash_check check (password_hash ~ '^[$]argon2id[$]')
    )
  `,
  `create index users_created_at_id_index on users (created_at desc, id desc)`,
  `create index users_email_trigram_index on users using gin (email gin_trgm_ops) with (fastupdate = off)`,
  `
    create table audit_log (
      id uuid not null default gen_random_uuid(),
      created_at timestamptz(3) not null,
      actor text not null,
      actor_user_id uuid,
      action text not null,
      subject text,
      details jsonb not null default '{}',
      primary key (id),
      constraint audit_log_actor_check check (btrim(actor) <> ''),
      constraint audit_log_action_check check (action ~ '^[a-z-]+[.][a-z-]+$'),
      constraint audit_log_details_check check (jsonb_typeof(details) = 'object'),
      constraint audit_log_actor_user_id_foreign foreign key (actor_user_id) references users (id) on update no action on delete set null
    )
  `,
  `create index audit_log_created_at_id_index on audit_log (created_at desc, id desc)`,
  `create index audit_log_actor_created_at_id_index on audit_log (actor, created_at desc, id desc)`,
  `create index audit_log_action_created_at_id_index on audit_log (action, created_at desc, id desc)`,
  `create index audit_log_subject_created_at_id_index on audit_log (subject, created_at desc, id desc) where subject is not null`,
  `create index audit_log_actor_user_id_index on audit_log (actor_user_id) where actor_user_id is not null`,
  `
    create table email_changes (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      old_email text not null,
      new_email text not null,
      old_token_hash text,
      new_token_hash text,
      old_confirmed_at timestamptz(3),
      new_confirmed_at timestamptz(3),
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      primary key (id),
      constraint email_changes_old_token_hash_unique unique (old_token_hash),
      constraint email_changes_new_token_hash_unique unique (new_token_hash),
      constraint email_changes_old_email_check check (length(old_email) <= 254 and old_email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and old_email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint email_changes_new_email_check check (length(new_email) <= 254 and new_email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and new_email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint email_changes_old_token_hash_check check (old_token_hash ~ '^[0-9a-f]{64}$'),
      constraint email_changes_new_token_hash_check check (new_token_hash ~ '^[0-9a-f]{64}$'),
      constraint email_changes_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index email_changes_created_at_index on email_changes (created_at)`,
  `create unique index email_changes_live_unique on email_changes (user_id) where finished_at is null`,
  `
    create table password_resets (
      id uuid not null default gen_random_uuid(),
      user_id uuid,
      token_hash text,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      primary key (id),
      constraint password_resets_token_hash_unique unique (token_hash),
      constraint password_resets_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
      constraint password_resets_expires_at_check check (expires_at > created_at and expires_at <= created_at + '24:00:00'::interval),
      constraint password_resets_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index password_resets_user_id_index on password_resets (user_id)`,
  `
    create table recovery_codes (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      code_hash text not null,
      created_at timestamptz(3) not null,
      used_at timestamptz(3),
      primary key (id),
      constraint recovery_codes_user_id_code_hash_unique unique (user_id, code_hash),
      constraint recovery_codes_code_hash_check check (code_hash ~ '^[0-9a-f]{64}$'),
      constraint recovery_codes_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `
    create table second_factors (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      sealed_secret text not null,
      last_totp_step integer not null,
      next_sealed_secret text,
      created_at timestamptz(3) not null,
      primary key (id),
      constraint second_factors_user_id_unique unique (user_id),
      constraint second_factors_sealed_secret_check check (sealed_secret ~ '^v1[.]'),
      constraint second_factors_next_sealed_secret_check check (next_sealed_secret ~ '^v1[.]'),
      constraint second_factors_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `
    create table sessions (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      token_hash text not null,
      opened_by text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      user_agent text,
      last_seen_at timestamptz(3) not null,
      primary key (id),
      constraint sessions_token_hash_unique unique (token_hash),
      constraint sessions_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
      constraint sessions_expires_at_check check (expires_at > created_at),
      constraint sessions_user_agent_check check (length(user_agent) <= 400),
      constraint sessions_staff_expires_at_check check (opened_by <> 'password-totp' or expires_at <= created_at + '12:00:00'::interval),
      constraint sessions_opened_by_check check (opened_by in ('link', 'payment', 'password-totp')),
      constraint sessions_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index sessions_user_id_index on sessions (user_id)`,
  `
    create table sign_in_requests (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      registration_number text,
      browser_hash text,
      created_at timestamptz(3) not null,
      primary key (id),
      constraint sign_in_requests_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint sign_in_requests_browser_hash_check check (browser_hash ~ '^[0-9a-f]{64}$'),
      constraint sign_in_requests_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index sign_in_requests_created_at_index on sign_in_requests (created_at)`,
  `create index sign_in_requests_user_id_index on sign_in_requests (user_id)`,
  `
    create table magic_links (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      request_id uuid not null,
      token_hash text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      primary key (id),
      constraint magic_links_token_hash_unique unique (token_hash),
      constraint magic_links_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
      constraint magic_links_expires_at_check check (expires_at > created_at and expires_at <= created_at + '00:10:00'::interval),
      constraint magic_links_used_at_check check (used_at >= created_at),
      constraint magic_links_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade,
      constraint magic_links_request_id_foreign foreign key (request_id) references sign_in_requests (id) on update no action on delete cascade
    )
  `,
  `create index magic_links_user_id_created_at_index on magic_links (user_id, created_at)`,
  `create index magic_links_request_id_index on magic_links (request_id)`,
  `
    create table staff_sign_ins (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      token_hash text not null,
      sealed_secret text,
      wrong_codes integer not null default 0,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (id),
      constraint staff_sign_ins_token_hash_unique unique (token_hash),
      constraint staff_sign_ins_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
      constraint staff_sign_ins_sealed_secret_check check (sealed_secret ~ '^v1[.]'),
      constraint staff_sign_ins_wrong_codes_check check (wrong_codes >= 0 and wrong_codes <= 5),
      constraint staff_sign_ins_expires_at_check check (expires_at > created_at and expires_at <= created_at + '00:10:00'::interval),
      constraint staff_sign_ins_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index staff_sign_ins_user_id_index on staff_sign_ins (user_id)`,
  `
    create table user_roles (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      role text not null default 'user',
      created_at timestamptz(3) not null,
      primary key (id),
      constraint user_roles_user_id_role_unique unique (user_id, role),
      constraint user_roles_role_check check (role in ('user', 'moderator', 'admin')),
      constraint user_roles_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index user_roles_staff_index on user_roles (role, user_id) where role <> 'user'`,
];
