import { Migration } from '@mikro-orm/migrations';

/** Staff sign in by password and second factor; a session with staff rights lasts twelve hours at most. */
export class StaffSignIns extends Migration {
  override up(): void {
    this.addSql(`
      create table staff_sign_ins (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint staff_sign_ins_user_id_foreign references users (id) on delete cascade,
        token_hash text not null,
        sealed_secret text,
        wrong_codes int not null default 0,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        constraint staff_sign_ins_token_hash_unique unique (token_hash),
        constraint staff_sign_ins_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
        constraint staff_sign_ins_sealed_secret_check check (sealed_secret ~ '^v1[.]'),
        constraint staff_sign_ins_wrong_codes_check check (wrong_codes >= 0 and wrong_codes <= 5),
        constraint staff_sign_ins_expires_at_check
          check (expires_at > created_at and expires_at <= created_at + interval '10 minutes')
      )
    `);
    this.addSql('create index staff_sign_ins_user_id_index on staff_sign_ins (user_id)');

    this.addSql(`
      create table second_factors (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint second_factors_user_id_foreign references users (id) on delete cascade,
        sealed_secret text not null,
        last_step int not null,
        next_sealed_secret text,
        created_at timestamptz(3) not null,
        constraint second_factors_user_id_unique unique (user_id),
        constraint second_factors_sealed_secret_check check (sealed_secret ~ '^v1[.]'),
        constraint second_factors_next_sealed_secret_check check (next_sealed_secret ~ '^v1[.]')
      )
    `);

    this.addSql(`
      create table recovery_codes (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint recovery_codes_user_id_foreign references users (id) on delete cascade,
        code_hash text not null,
        created_at timestamptz(3) not null,
        used_at timestamptz(3),
        constraint recovery_codes_user_id_code_hash_unique unique (user_id, code_hash),
        constraint recovery_codes_code_hash_check check (code_hash ~ '^[0-9a-f]{64}$')
      )
    `);

    this.addSql(`
      create table password_resets (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint password_resets_user_id_foreign references users (id) on delete cascade,
        token_hash text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        constraint password_resets_token_hash_unique unique (token_hash),
        constraint password_resets_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
        constraint password_resets_expires_at_check
          check (expires_at > created_at and expires_at <= created_at + interval '24 hours')
      )
    `);
    this.addSql('create index password_resets_user_id_index on password_resets (user_id)');

    this.addSql(`
      create table local_admin_sessions (
        id uuid not null default gen_random_uuid() primary key,
        token_hash text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        revoked_at timestamptz(3),
        constraint local_admin_sessions_token_hash_unique unique (token_hash),
        constraint local_admin_sessions_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
        constraint local_admin_sessions_expires_at_check
          check (expires_at > created_at and expires_at <= created_at + interval '12 hours')
      )
    `);

    this.addSql(`
      update sessions set expires_at = created_at + interval '12 hours'
      where opened_by = 'password-totp' and expires_at > created_at + interval '12 hours'
    `);
    this.addSql(`
      alter table sessions add constraint sessions_staff_expires_at_check
        check (opened_by <> 'password-totp' or expires_at <= created_at + interval '12 hours')
    `);
  }

  override down(): void {
    this.addSql('alter table sessions drop constraint sessions_staff_expires_at_check');
    this.addSql('drop table local_admin_sessions, password_resets, recovery_codes, second_factors, staff_sign_ins');
  }
}
