import { Migration } from '@mikro-orm/migrations';

/** Releases with their files, the channels that give them to visitors, and who moved what. */
export class ReleaseStore extends Migration {
  override up(): void {
    this.addSql(`
      create table release_files (
        hash text not null primary key,
        size int not null,
        content bytea not null,
        constraint release_files_size_check check (size = octet_length(content)),
        constraint release_files_hash_check check (hash = encode(sha256(content), 'hex'))
      )
    `);
    // What is compressed already is not compressed again.
    this.addSql('alter table release_files alter column content set storage external');
    this.addSql(`
      alter table remote_releases
        add column files jsonb not null default '[]',
        add constraint remote_releases_files_check check (jsonb_typeof(files) = 'array'),
        drop constraint remote_releases_pkey,
        drop constraint remote_releases_name_version_unique,
        drop column id,
        add primary key (name, version)
    `);
    this.addSql('alter table remote_releases alter column files drop default');
    this.addSql(`
      create table prerendered_pages (
        shell_version text not null,
        name text not null,
        version text not null,
        files jsonb not null,
        made_at timestamptz(3) not null,
        primary key (shell_version, name, version),
        constraint prerendered_pages_shell_version_check check (shell_version ~ '^[A-Za-z0-9._-]{1,64}$'),
        constraint prerendered_pages_name_check check (name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'),
        constraint prerendered_pages_version_check check (version ~ '^[A-Za-z0-9._-]{1,64}$'),
        constraint prerendered_pages_files_check check (jsonb_typeof(files) = 'array')
      )
    `);
    this.addSql(`
      create table release_channels (
        name text not null,
        channel text not null,
        version text not null,
        share int not null,
        since timestamptz(3) not null,
        "by" text not null,
        primary key (name, channel),
        constraint release_channels_name_version_foreign foreign key (name, version)
          references remote_releases (name, version) on delete no action,
        constraint release_channels_channel_check check (channel in ('stable', 'canary')),
        constraint release_channels_share_check check (share >= 1 and share <= 100),
        constraint release_channels_stable_check check (channel = 'canary' or share = 100),
        constraint release_channels_by_check check (btrim("by") <> '' and "by" !~ '@')
      )
    `);
    this.addSql(`
      create table release_moves (
        id bigint generated always as identity primary key,
        name text not null,
        action text not null,
        from_version text,
        to_version text,
        share int,
        at timestamptz(3) not null,
        "by" text not null,
        why text,
        constraint release_moves_action_check check (action in ('stable', 'canary', 'promote', 'rollback', 'stop')),
        constraint release_moves_to_version_check check ((to_version is null) = (action = 'stop')),
        constraint release_moves_from_version_check check (
          from_version is not null or action in ('stable', 'canary', 'promote')
        ),
        constraint release_moves_share_check check ((share is not null) = (action = 'canary')),
        constraint release_moves_by_check check (btrim("by") <> '' and "by" !~ '@'),
        constraint release_moves_why_check check (char_length(why) >= 1 and char_length(why) <= 500)
      )
    `);
    this.addSql('create index release_moves_name_index on release_moves (name, id)');
    this.addSql('create index release_moves_at_index on release_moves (at)');
    // Whoever published with an address is in the audit log.
    this.addSql(`
      insert into release_channels (name, channel, version, share, since, "by")
      select name, 'stable', version, 100, published_at, case when published_by ~ '@' then 'staff' else published_by end
      from remote_releases where live
    `);
    this.addSql(`
      insert into release_moves (name, action, to_version, at, "by")
      select name, 'stable', version, since, "by" from release_channels order by name
    `);
    this.addSql('alter table remote_releases drop column live');
    this.addSql(`
      create table release_tokens (
        id uuid not null default gen_random_uuid() primary key,
        name text not null,
        label text not null,
        token_hash text not null,
        created_at timestamptz(3) not null,
        created_by text not null,
        last_used_at timestamptz(3),
        revoked_at timestamptz(3),
        constraint release_tokens_token_hash_unique unique (token_hash),
        constraint release_tokens_name_check check (name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'),
        constraint release_tokens_label_check check (label ~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$'),
        constraint release_tokens_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
        constraint release_tokens_created_by_check check (btrim(created_by) <> '' and created_by !~ '@')
      )
    `);
  }

  override down(): void {
    this.addSql('drop table release_tokens');
    this.addSql(`
      alter table remote_releases add column id uuid not null default gen_random_uuid(),
        add column live boolean not null default false
    `);
    this.addSql(`
      update remote_releases release set live = true from release_channels stable
      where stable.name = release.name and stable.version = release.version and stable.channel = 'stable'
    `);
    this.addSql('drop table release_moves, release_channels, prerendered_pages');
    this.addSql(`
      alter table remote_releases drop constraint remote_releases_pkey, drop column files, add primary key (id),
        add constraint remote_releases_name_version_unique unique (name, version)
    `);
    this.addSql('create unique index remote_releases_live_unique on remote_releases (name) where live');
    this.addSql('drop table release_files');
  }
}
