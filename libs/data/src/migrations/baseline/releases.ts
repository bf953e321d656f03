/** Tables of the context, in the order in which they refer to each other. */
export const releasesTableStatements = [
  `
    create table prerendered_pages (
      shell_version text not null,
      name text not null,
      version text not null,
      files jsonb not null,
      created_at timestamptz(3) not null,
      primary key (shell_version, name, version),
      constraint prerendered_pages_shell_version_check check (shell_version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
      constraint prerendered_pages_name_check check (name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'),
      constraint prerendered_pages_version_check check (version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
      constraint prerendered_pages_files_check check (jsonb_typeof(files) = 'array')
    )
  `,
  `
    create table release_failures (
      name text not null,
      version text not null,
      visitor_hash text not null,
      kind text not null,
      day date not null,
      network_hash text not null,
      occurred_at timestamptz(3) not null,
      primary key (name, version, visitor_hash, kind, day),
      constraint release_failures_visitor_hash_check check (visitor_hash ~ '^[0-9a-f]{64}$'),
      constraint release_failures_kind_check check (kind in ('error', 'failed-load')),
      constraint release_failures_network_hash_check check (network_hash ~ '^[0-9a-f]{64}$'),
      constraint release_failures_name_check check (name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'),
      constraint release_failures_version_check check (version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$')
    )
  `,
  `create index release_failures_name_version_occurred_at_index on release_failures (name, version, occurred_at)`,
  `create index release_failures_occurred_at_index on release_failures (occurred_at)`,
  `
    create table release_files (
      hash text not null,
      size integer not null,
      content bytea not null,
      primary key (hash),
      constraint release_files_size_check check (size = octet_length(content)),
      constraint release_files_hash_check check (hash = encode(sha256(content), 'hex'))
    )
  `,
  `
    create table release_loads (
      name text not null,
      version text not null,
      channel text not null,
      hour timestamptz(3) not null,
      load_count integer not null,
      primary key (name, version, channel, hour),
      constraint release_loads_channel_check check (channel in ('stable', 'canary')),
      constraint release_loads_hour_check check (date_trunc('hour', hour, 'UTC') = hour),
      constraint release_loads_load_count_check check (load_count >= 1),
      constraint release_loads_name_check check (name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'),
      constraint release_loads_version_check check (version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$')
    )
  `,
  `create index release_loads_hour_index on release_loads (hour)`,
  `
    create table release_moves (
      id bigint generated always as identity not null primary key,
      name text not null,
      action text not null,
      from_version text,
      to_version text,
      share integer,
      created_at timestamptz(3) not null,
      created_by text not null,
      reason text,
      constraint release_moves_action_check check (action in ('stable', 'canary', 'promote', 'rollback', 'stop')),
      constraint release_moves_to_version_check check ((to_version is null) = (action = 'stop')),
      constraint release_moves_from_version_check check (from_version is not null or action in ('stable', 'canary', 'promote')),
      constraint release_moves_share_check check ((share is not null) = (action = 'canary')),
      constraint release_moves_created_by_check check (btrim(created_by) <> '' and created_by !~ '@'),
      constraint release_moves_reason_check check (char_length(reason) >= 1 and char_length(reason) <= 500)
    )
  `,
  `create index release_moves_created_at_index on release_moves (created_at)`,
  `create index release_moves_name_index on release_moves (name, id)`,
  `
    create table release_tokens (
      id uuid not null default gen_random_uuid(),
      names text[] not null,
      actions text[] not null,
      label text not null,
      token_hash text not null,
      created_at timestamptz(3) not null,
      created_by text not null,
      expires_at timestamptz(3) not null,
      last_used_at timestamptz(3),
      revoked_at timestamptz(3),
      primary key (id),
      constraint release_tokens_token_hash_unique unique (token_hash),
      constraint release_tokens_names_check check (cardinality(names) >= 1 and cardinality(names) <= 20 and array_to_string(names, ' ', '-') ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})( (shell|mfe-[a-z][a-z0-9-]{1,40}))*$'),
      constraint release_tokens_actions_check check (cardinality(actions) >= 1 and actions <@ array['release', 'canary', 'rollback', 'preview']),
      constraint release_tokens_expires_at_check check (expires_at >= created_at),
      constraint release_tokens_label_check check (label ~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$'),
      constraint release_tokens_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
      constraint release_tokens_created_by_check check (btrim(created_by) <> '' and created_by !~ '@')
    )
  `,
  `
    create table release_vitals (
      name text not null,
      version text not null,
      metric text not null,
      hour timestamptz(3) not null,
      bucket smallint not null,
      reading_count integer not null,
      primary key (name, version, metric, hour, bucket),
      constraint release_vitals_metric_check check (metric in ('LCP', 'INP', 'CLS')),
      constraint release_vitals_hour_check check (date_trunc('hour', hour, 'UTC') = hour),
      constraint release_vitals_bucket_check check (bucket >= 0 and bucket <= 99),
      constraint release_vitals_reading_count_check check (reading_count >= 1),
      constraint release_vitals_name_check check (name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'),
      constraint release_vitals_version_check check (version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$')
    )
  `,
  `create index release_vitals_hour_index on release_vitals (hour)`,
  `
    create table route_vitals (
      day date not null,
      route text not null,
      name text not null,
      version text not null,
      channel text not null,
      metric text not null,
      bucket smallint not null,
      reading_count integer not null,
      primary key (day, route, name, version, channel, metric, bucket),
      constraint route_vitals_route_check check (route ~ '^/[A-Za-z0-9_:/-]*$' and char_length(route) <= 200),
      constraint route_vitals_channel_check check (channel in ('stable', 'canary')),
      constraint route_vitals_metric_check check (metric in ('LCP', 'INP', 'CLS', 'TTFB')),
      constraint route_vitals_bucket_check check (bucket >= 0 and bucket <= 99),
      constraint route_vitals_reading_count_check check (reading_count >= 1),
      constraint route_vitals_name_check check (name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'),
      constraint route_vitals_version_check check (version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$')
    )
  `,
  `
    create table remote_releases (
      name text not null,
      version text not null,
      release jsonb not null,
      files jsonb not null,
      published_at timestamptz(3) not null,
      published_by text not null,
      built_from jsonb null,
      preview_only boolean not null default false,
      primary key (name, version),
      constraint remote_releases_name_check check (name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'),
      constraint remote_releases_version_check check (version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
      constraint remote_releases_release_check check (coalesce(release ->> 'name', '') = name and coalesce(release ->> 'version', '') = version),
      constraint remote_releases_files_check check (jsonb_typeof(files) = 'array'),
      constraint remote_releases_published_by_check check (btrim(published_by) <> ''),
      constraint remote_releases_built_from_check check (jsonb_typeof(built_from) = 'object')
    )
  `,
  `
    create table release_previews (
      preview text not null,
      id uuid not null default gen_random_uuid(),
      name text not null,
      version text not null,
      set_at timestamptz(3) not null,
      set_by text not null,
      token_id uuid not null,
      begun_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (preview),
      constraint release_previews_preview_check check (preview ~ '^(?!..--)[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$'),
      constraint release_previews_set_by_check check (btrim(set_by) <> '' and set_by !~ '@'),
      constraint release_previews_expires_at_check check (expires_at > set_at),
      constraint release_previews_name_version_foreign foreign key (name, version) references remote_releases (name, version) on update no action on delete cascade
    )
  `,
  `create index release_previews_name_version_index on release_previews (name, version)`,
  `
    create table release_channels (
      name text not null,
      channel text not null,
      version text not null,
      share integer not null,
      assigned_at timestamptz(3) not null,
      assigned_by text not null,
      primary key (name, channel),
      constraint release_channels_channel_check check (channel in ('stable', 'canary')),
      constraint release_channels_share_check check (share >= 1 and share <= 100),
      constraint release_channels_stable_check check (channel = 'canary' or share = 100),
      constraint release_channels_assigned_by_check check (btrim(assigned_by) <> '' and assigned_by !~ '@'),
      constraint release_channels_name_version_foreign foreign key (name, version) references remote_releases (name, version) on update no action on delete no action
    )
  `,
];
