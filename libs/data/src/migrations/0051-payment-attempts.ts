import { Migration } from '@mikro-orm/migrations';

/** Attempts to pay a sign-up are counted before Stripe is asked, and one confirmation is made at a time. */
export class PaymentAttempts extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql('alter table sign_ups rename column failed_attempts to payment_attempts');
    this.addSql(
      'alter table sign_ups rename constraint sign_ups_failed_attempts_check to sign_ups_payment_attempts_check',
    );
    this.addSql(`
      alter table sign_ups
        add column confirmation_token text,
        add column confirmations integer not null default 0,
        add column attempted_at timestamptz(3),
        add column confirming_until timestamptz(3),
        add constraint sign_ups_confirmation_token_check check (confirmation_token ~ '^ctoken_[A-Za-z0-9_]{1,248}$'),
        add constraint sign_ups_confirmations_check check (confirmations >= 0),
        add constraint sign_ups_attempt_check
          check ((confirmation_token is null) = (attempted_at is null) and (confirming_until is null or attempted_at is not null))
    `);
  }

  override down(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql(`
      alter table sign_ups
        drop column confirmation_token, drop column confirmations, drop column attempted_at, drop column confirming_until
    `);
    this.addSql(
      'alter table sign_ups rename constraint sign_ups_payment_attempts_check to sign_ups_failed_attempts_check',
    );
    this.addSql('alter table sign_ups rename column payment_attempts to failed_attempts');
  }
}
