import { Migration } from '@mikro-orm/migrations';

export class RemoteReleases extends Migration {
  override up(): void {
    this.addSql(`
      create table remote_releases (
        id uuid not null default gen_random_uuid() primary key,
        name text not null,
        version text not null,
        release jsonb not null,
        live boolean not null default false,
        published_at timestamptz(3) not null default now(),
        published_by text not null,
        constraint remote_releases_name_version_unique unique (name, version),
        constraint remote_releases_name_check check (name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'),
        constraint remote_releases_version_check check (version ~ '^[A-Za-z0-9._-]{1,64}$'),
        constraint remote_releases_release_check check (
          coalesce(release ->> 'name', '') = name and coalesce(release ->> 'version', '') = version
        ),
        constraint remote_releases_published_by_check check (btrim(published_by) <> '')
      )
    `);
    this.addSql('create unique index remote_releases_live_unique on remote_releases (name) where live');
  }

  override down(): void {
    this.addSql('drop table remote_releases');
  }
}
