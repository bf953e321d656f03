import { Migration } from '@mikro-orm/migrations';

/** Cancel links are signed (docs/adr/0033), so none is stored any more. */
export class MembershipLinks extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql('drop table membership_links');
  }

  override down(): void {
    this.addSql(`
      create table membership_links (
        id uuid not null default gen_random_uuid() primary key,
        subscription_id uuid not null
          constraint membership_links_subscription_id_foreign references subscriptions (id) on delete cascade,
        stripe_subscription_id text not null,
        token_hash text not null,
        created_at timestamptz(3) not null,
        constraint membership_links_token_hash_unique unique (token_hash),
        constraint membership_links_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$')
      )
    `);
    this.addSql('create index membership_links_subscription_id_index on membership_links (subscription_id)');
    this.addSql('create index membership_links_created_at_index on membership_links (created_at)');
  }
}
