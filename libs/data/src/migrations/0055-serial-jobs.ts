import { Migration } from '@mikro-orm/migrations';

/** The lock of a job of which one at a time runs for what it is about. */
export class SerialJobs extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql(`
      alter table outbox
        add column serial_key text,
        add column runs_until timestamptz(3),
        add constraint outbox_serial_key_check check (length(serial_key) >= 1 and length(serial_key) <= 200),
        add constraint outbox_runs_until_check check (runs_until is null or serial_key is not null)
    `);
    this.addSql('create index outbox_serial_key_index on outbox (serial_key) where serial_key is not null');
  }

  override down(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql('alter table outbox drop column runs_until, drop column serial_key');
  }
}
