import { Migration } from '@mikro-orm/migrations';

/** Cancel links are signed and no longer stored (docs/adr/0033); a returned payment says why (docs/adr/0018). */
export class SignedLinksAndReturns extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql('drop table membership_links');
    this.addSql('alter table sign_ups add column return_reason text');
    this.addSql(`update sign_ups set return_reason = 'had-trial' where outcome = 'return-payment'`);
    this.addSql(`
      alter table sign_ups
        add constraint sign_ups_return_reason_check check (return_reason in ('trial-limit', 'had-trial', 'not-started')),
        add constraint sign_ups_returned_check
          check ((coalesce(outcome, '') = 'return-payment') = (return_reason is not null))
    `);
  }

  override down(): void {
    this.addSql('alter table sign_ups drop column return_reason');
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
