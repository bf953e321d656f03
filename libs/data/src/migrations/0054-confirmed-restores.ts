import { Migration } from '@mikro-orm/migrations';

/** How many lost accounts were confirmed when a restore began, so that running it again needs no other number. */
export class ConfirmedRestores extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql(`
      alter table restores
        add column confirmed_lost integer,
        add constraint restores_confirmed_lost_check check (confirmed_lost >= 0)
    `);
  }

  override down(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql('alter table restores drop column confirmed_lost');
  }
}
