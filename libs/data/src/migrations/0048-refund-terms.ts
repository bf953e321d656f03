import { Migration } from '@mikro-orm/migrations';

const reasons = `'never-charged', 'refunded', 'disputed', 'check-used', 'too-late'`;
const hashes = (column: string): string =>
  `array_position(${column}, null) is null and array_to_string(${column}, ',') ~ '^([0-9a-f]{64}(,[0-9a-f]{64})*)?$'`;

/**
 * The price of the full check within the fee, as it was agreed, and what is kept of deleted accounts against repeated trials.
 * Contracts of before name no price of the check: theirs is 0, by which a refund is what it was then.
 */
export class RefundTerms extends Migration {
  override up(): void {
    // Who waits longer for a table than this would keep all others from it; the run is then made again.
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql(`
      alter table consents
        add column full_check_pence integer not null default 0,
        add constraint consents_full_check_pence_check check (full_check_pence >= 0)
    `);
    this.addSql(`
      alter table payments
        add column full_check_pence integer not null default 0,
        add column consent_version text,
        add constraint payments_full_check_pence_check check (
          full_check_pence >= 0 and (kind = 'membership' or full_check_pence = 0)
        ),
        add constraint payments_consent_version_check check (consent_version ~ '^[0-9A-Za-z.-]{1,40}$')
    `);
    this.addSql('alter table subscriptions add column earlier_first_paid_at timestamptz(3)');
    this.addSql('alter table cancellation_requests drop constraint cancellation_requests_no_refund_check');
    this.addSql(`
      alter table cancellation_requests add constraint cancellation_requests_no_refund_check check (
        no_refund in (${reasons}, 'check-price') and (no_refund is null or refund_kind = 'none')
      )
    `);
    this.addSql(`
      create table former_members (
        id uuid not null default gen_random_uuid() primary key,
        card_hashes text[] not null,
        email_hashes text[] not null,
        trial_at timestamptz(3),
        first_paid_at timestamptz(3),
        kept_until timestamptz(3) not null,
        constraint former_members_card_hashes_check check (${hashes('card_hashes')}),
        constraint former_members_email_hashes_check check (${hashes('email_hashes')}),
        constraint former_members_known_check check (
          cardinality(card_hashes) + cardinality(email_hashes) > 0 and num_nonnulls(trial_at, first_paid_at) > 0
        )
      )
    `);
    this.addSql('create index former_members_card_hashes_index on former_members using gin (card_hashes)');
    this.addSql('create index former_members_email_hashes_index on former_members using gin (email_hashes)');
    this.addSql('create index former_members_kept_until_index on former_members (kept_until)');
  }

  override down(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql('drop table former_members');
    // Earlier releases cannot name this reason.
    this.addSql(`update cancellation_requests set no_refund = 'check-used' where no_refund = 'check-price'`);
    this.addSql('alter table cancellation_requests drop constraint cancellation_requests_no_refund_check');
    this.addSql(`
      alter table cancellation_requests add constraint cancellation_requests_no_refund_check check (
        no_refund in (${reasons}) and (no_refund is null or refund_kind = 'none')
      )
    `);
    this.addSql('alter table subscriptions drop column earlier_first_paid_at');
    this.addSql('alter table payments drop column full_check_pence, drop column consent_version');
    this.addSql('alter table consents drop column full_check_pence');
  }
}
