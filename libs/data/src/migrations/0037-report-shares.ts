import { Migration } from '@mikro-orm/migrations';

/** Links by which customers let others read a saved report. */
export class ReportShares extends Migration {
  override up(): void {
    this.addSql(`
      create table report_shares (
        id uuid not null default gen_random_uuid() primary key,
        report_id uuid not null constraint report_shares_report_id_foreign references reports (id) on delete cascade,
        token_hash text not null constraint report_shares_token_hash_unique unique,
        name text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        revoked_at timestamptz(3),
        opens integer not null default 0,
        last_opened_at timestamptz(3),
        constraint report_shares_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
        constraint report_shares_name_check check (length(name) >= 1 and length(name) <= 60),
        constraint report_shares_expires_at_check
          check (expires_at > created_at and extract(epoch from expires_at - created_at) <= 604800),
        constraint report_shares_opens_check check (opens >= 0 and (opens = 0) = (last_opened_at is null))
      )
    `);
    this.addSql('create index report_shares_report_id_created_at_index on report_shares (report_id, created_at desc)');
    this.addSql('create index report_shares_created_at_index on report_shares (created_at)');
  }

  override down(): void {
    this.addSql('drop table report_shares');
  }
}
