import { Migration } from '@mikro-orm/migrations';

export class Mails extends Migration {
  override up(): void {
    this.addSql(`
      create table contact_messages (
        id uuid not null default gen_random_uuid() primary key,
        name text not null,
        email text not null,
        message text not null,
        registration text,
        received_at timestamptz(3) not null default now(),
        support_mailed_at timestamptz(3),
        confirmation_mailed_at timestamptz(3),
        constraint contact_messages_name_check
          check (btrim(name) <> '' and length(name) <= 120 and name !~ '[[:cntrl:]]'),
        constraint contact_messages_email_check
          check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(email) <= 254),
        constraint contact_messages_message_check check (btrim(message) <> '' and length(message) <= 4000),
        constraint contact_messages_registration_check
          check (length(registration) <= 20 and registration !~ '[[:cntrl:]]')
      )
    `);
    this.addSql('create index contact_messages_email_received_at_index on contact_messages (email, received_at)');
    this.addSql('create index contact_messages_received_at_index on contact_messages (received_at)');

    this.addSql(`
      create table newsletter_subscriptions (
        id uuid not null default gen_random_uuid() primary key,
        email text not null,
        requested_at timestamptz(3) not null,
        confirmed_at timestamptz(3),
        unsubscribed_at timestamptz(3),
        constraint newsletter_subscriptions_email_unique unique (email),
        constraint newsletter_subscriptions_email_check
          check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(email) <= 254)
      )
    `);
    this.addSql(`
      create index newsletter_subscriptions_unconfirmed_index on newsletter_subscriptions (requested_at)
        where confirmed_at is null
    `);

    this.addSql(`
      create table newsletter_confirmations (
        id uuid not null default gen_random_uuid() primary key,
        subscription_id uuid not null constraint newsletter_confirmations_subscription_id_foreign
          references newsletter_subscriptions (id) on delete cascade,
        requested_at timestamptz(3) not null,
        mailed_at timestamptz(3)
      )
    `);
    this.addSql(`
      create index newsletter_confirmations_subscription_id_requested_at_index
        on newsletter_confirmations (subscription_id, requested_at)
    `);
    this.addSql('create index newsletter_confirmations_requested_at_index on newsletter_confirmations (requested_at)');

    this.addSql(`
      create table newsletter_tokens (
        id uuid not null default gen_random_uuid() primary key,
        subscription_id uuid not null constraint newsletter_tokens_subscription_id_foreign
          references newsletter_subscriptions (id) on delete cascade,
        kind text not null,
        token_hash text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3),
        used_at timestamptz(3),
        constraint newsletter_tokens_token_hash_unique unique (token_hash),
        constraint newsletter_tokens_kind_check check (kind in ('confirm', 'unsubscribe')),
        constraint newsletter_tokens_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
        constraint newsletter_tokens_expires_at_check check (
          (kind = 'confirm') = (expires_at is not null)
          and (expires_at is null or (expires_at > created_at and expires_at <= created_at + interval '7 days'))
        )
      )
    `);
    this.addSql('create index newsletter_tokens_subscription_id_index on newsletter_tokens (subscription_id)');
    this.addSql(
      'create index newsletter_tokens_expires_at_index on newsletter_tokens (expires_at) where expires_at is not null',
    );
  }

  override down(): void {
    this.addSql('drop table newsletter_tokens, newsletter_confirmations, newsletter_subscriptions, contact_messages');
  }
}
