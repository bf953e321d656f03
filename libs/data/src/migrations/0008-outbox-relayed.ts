import { Migration } from '@mikro-orm/migrations';

export class OutboxRelayed extends Migration {
  override up(): void {
    this.addSql('drop index outbox_created_at_index');
    this.addSql('alter table outbox drop constraint outbox_delay_ms_check');
    this.addSql('alter table outbox drop column delay_ms');
    this.addSql('alter table outbox alter column created_at drop default');
    this.addSql('alter table outbox add column relayed_at timestamptz(3)');
    this.addSql('alter table outbox add column position bigint generated always as identity');
    // Until now the queue was what let one job stand for the next of the same id.
    this.addSql(`
      delete from outbox later using outbox earlier
        where later.dedupe_id = earlier.dedupe_id and later.position > earlier.position
    `);
    this.addSql('create unique index outbox_dedupe_id_unique on outbox (dedupe_id) where dedupe_id is not null');
    this.addSql('create index outbox_unrelayed_index on outbox (position) where relayed_at is null');
    this.addSql('create index outbox_relayed_at_index on outbox (relayed_at) where relayed_at is not null');
  }

  override down(): void {
    this.addSql('drop index outbox_relayed_at_index, outbox_unrelayed_index, outbox_dedupe_id_unique');
    this.addSql('alter table outbox drop column position, drop column relayed_at');
    this.addSql('alter table outbox alter column created_at set default clock_timestamp()');
    this.addSql('alter table outbox add column delay_ms integer not null default 0');
    this.addSql('alter table outbox add constraint outbox_delay_ms_check check (delay_ms >= 0)');
    this.addSql('create index outbox_created_at_index on outbox (created_at)');
  }
}
