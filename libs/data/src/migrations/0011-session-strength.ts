import { Migration } from '@mikro-orm/migrations';

export class SessionStrength extends Migration {
  override up(): void {
    // Sessions from before are of the weakest kind: whoever needs more signs in again.
    this.addSql(`
      alter table sessions
        add column opened_by text not null default 'link',
        add constraint sessions_opened_by_check check (opened_by in ('link', 'payment', 'password-totp'))
    `);
    this.addSql('alter table sessions alter column opened_by drop default');
  }

  override down(): void {
    this.addSql('alter table sessions drop column opened_by');
  }
}
