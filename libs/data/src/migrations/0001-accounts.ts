import { Migration } from '@mikro-orm/migrations';

export class Accounts extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        id uuid not null default gen_random_uuid() primary key,
        email text not null,
        password_hash text,
        email_verified_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        constraint users_email_unique unique (email),
        constraint users_email_check
          check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(email) <= 254),
        constraint users_password_hash_check check (password_hash ~ '^[$]argon2id[$]')
      )
    `);

    this.addSql(`
      create table user_roles (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint user_roles_user_id_foreign references users (id) on delete cascade,
        role text not null default 'user',
        created_at timestamptz(3) not null default now(),
        constraint user_roles_user_id_role_unique unique (user_id, role),
        constraint user_roles_role_check check (role in ('user', 'moderator', 'admin'))
      )
    `);

    this.addSql(`
      create table sessions (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint sessions_user_id_foreign references users (id) on delete cascade,
        token_hash text not null,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        revoked_at timestamptz(3),
        constraint sessions_token_hash_unique unique (token_hash),
        constraint sessions_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
        constraint sessions_expires_at_check check (expires_at > created_at)
      )
    `);
    this.addSql('create index sessions_user_id_index on sessions (user_id)');

    this.addSql(`
      create table magic_links (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint magic_links_user_id_foreign references users (id) on delete cascade,
        token_hash text not null,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        constraint magic_links_token_hash_unique unique (token_hash),
        constraint magic_links_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
        constraint magic_links_expires_at_check
          check (expires_at > created_at and expires_at <= created_at + interval '10 minutes'),
        constraint magic_links_used_at_check check (used_at >= created_at)
      )
    `);
    this.addSql('create index magic_links_user_id_created_at_index on magic_links (user_id, created_at)');

    this.addSql(`
      create table audit_log (
        id uuid not null default gen_random_uuid() primary key,
        at timestamptz(3) not null default now(),
        actor text not null,
        actor_user_id uuid constraint audit_log_actor_user_id_foreign references users (id) on delete set null,
        action text not null,
        subject text,
        details jsonb not null default '{}',
        constraint audit_log_actor_check check (btrim(actor) <> ''),
        constraint audit_log_action_check check (action ~ '^[a-z-]+[.][a-z-]+$'),
        constraint audit_log_details_check check (jsonb_typeof(details) = 'object')
      )
    `);
    this.addSql('create index audit_log_at_id_index on audit_log (at desc, id desc)');
    this.addSql(
      'create index audit_log_actor_user_id_index on audit_log (actor_user_id) where actor_user_id is not null',
    );
  }

  override down(): void {
    this.addSql('drop table audit_log, magic_links, sessions, user_roles, users');
  }
}
