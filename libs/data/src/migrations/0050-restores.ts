import { Migration } from '@mikro-orm/migrations';

/** Subscriptions at Stripe that no account owns, for staff; and which backups the database was restored from. */
export class Restores extends Migration {
  override up(): void {
    this.addSql(`
      create table orphan_subscriptions (
        stripe_subscription_id text not null primary key,
        stripe_customer_id text not null,
        found_at timestamptz(3) not null,
        seen_at timestamptz(3) not null
      )
    `);
    this.addSql(`
      create table restores (
        backup_taken_at timestamptz(3) not null primary key,
        began_at timestamptz(3) not null,
        finished_at timestamptz(3) null,
        constraint restores_finished_at_check check (finished_at >= began_at)
      )
    `);
  }

  override down(): void {
    this.addSql('drop table restores');
    this.addSql('drop table orphan_subscriptions');
  }
}
