import { Migration } from '@mikro-orm/migrations';

export class Outbox extends Migration {
  override up(): void {
    this.addSql(`
      create table outbox (
        id uuid not null default gen_random_uuid() primary key,
        job_name text not null,
        payload jsonb not null,
        delay_ms integer not null default 0,
        dedupe_id text,
        created_at timestamptz(3) not null default clock_timestamp(),
        constraint outbox_job_name_check check (job_name ~ '^[a-z-]+[.][a-z-]+$'),
        constraint outbox_payload_check check (jsonb_typeof(payload) = 'object'),
        constraint outbox_delay_ms_check check (delay_ms >= 0),
        constraint outbox_dedupe_id_check check (length(dedupe_id) between 1 and 200)
      )
    `);
    this.addSql('create index outbox_created_at_index on outbox (created_at)');
  }

  override down(): void {
    this.addSql('drop table outbox');
  }
}
