import { Migration } from '@mikro-orm/migrations';

const oldJobs = `'mails.contact-message', 'mails.contact-confirmation', 'mails.newsletter-confirm'`;

/** One table for the mails of every kind; what was still to be sent goes on under it. */
export class MailRows extends Migration {
  override up(): void {
    this.addSql(`
      create table mails (
        id uuid not null default gen_random_uuid() primary key,
        template text not null,
        stream text not null,
        recipient text,
        subject_id uuid,
        unique_key text not null,
        created_at timestamptz(3) not null,
        claimed_until timestamptz(3),
        sent_at timestamptz(3),
        failed_at timestamptz(3),
        failure text,
        skipped_at timestamptz(3),
        skip_reason text,
        constraint mails_unique_key_unique unique (unique_key),
        constraint mails_template_check check (template ~ '^[a-z]+(-[a-z]+)*$' and length(template) <= 60),
        constraint mails_stream_check check (stream in ('service', 'reminder', 'newsletter')),
        constraint mails_recipient_check
          check (recipient = lower(recipient) and recipient ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(recipient) <= 254),
        constraint mails_unique_key_check check (length(unique_key) >= 1 and length(unique_key) <= 200),
        constraint mails_failure_check
          check ((failed_at is null) = (failure is null) and failure ~ '^[a-z]+(-[a-z]+)*( [0-9]{3})?$'),
        constraint mails_skip_reason_check
          check ((skipped_at is null) = (skip_reason is null) and skip_reason ~ '^[a-z]+(-[a-z]+)*$'),
        constraint mails_end_check check (num_nonnulls(sent_at, failed_at, skipped_at) <= 1)
      )
    `);
    this.addSql('create index mails_recipient_template_created_at_index on mails (recipient, template, created_at)');
    this.addSql('create index mails_subject_id_index on mails (subject_id)');
    this.addSql('create index mails_created_at_index on mails (created_at)');
    this.addSql('create index mails_failed_at_index on mails (failed_at) where failed_at is not null');
    this.addSql(`
      create table mail_stops (
        email text not null,
        stream text not null,
        stopped_at timestamptz(3) not null,
        constraint mail_stops_pkey primary key (email, stream),
        constraint mail_stops_email_check
          check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(email) <= 254),
        constraint mail_stops_stream_check check (stream in ('reminder', 'newsletter'))
      )
    `);

    this.addSql(`
      insert into mails (template, stream, subject_id, unique_key, created_at)
      select 'contact-message', 'service', id, 'contact-message.' || id, received_at
      from contact_messages where support_mailed_at is null
    `);
    // A promise to answer within a day is not confirmed after it.
    this.addSql(`
      insert into mails (template, stream, recipient, subject_id, unique_key, created_at)
      select 'contact-confirmation', 'service', email, id, 'contact-confirmation.' || id, received_at
      from contact_messages where confirmation_mailed_at is null and received_at > now() - interval '1 day'
    `);
    this.addSql(`
      insert into mails (template, stream, recipient, subject_id, unique_key, created_at)
      select 'newsletter-confirm', 'service', subscription.email, subscription.id,
        'newsletter-confirm.' || confirmation.id, confirmation.requested_at
      from newsletter_confirmations confirmation
      join newsletter_subscriptions subscription on subscription.id = confirmation.subscription_id
      where confirmation.mailed_at is null
        and (subscription.confirmed_at is null or subscription.unsubscribed_at is not null)
    `);
    this.addSql(`delete from outbox where job_name in (${oldJobs})`);
    this.addSql(`
      insert into outbox (job_name, payload, created_at)
      select 'mails.send', jsonb_build_object('mailId', id, 'correlationId', '0009-mail-rows'), now() from mails
    `);
    this.addSql(`
      insert into mail_stops (email, stream, stopped_at)
      select email, 'newsletter', unsubscribed_at from newsletter_subscriptions where unsubscribed_at is not null
    `);

    this.addSql('alter table contact_messages drop column support_mailed_at, drop column confirmation_mailed_at');
    this.addSql('alter table newsletter_subscriptions drop column unsubscribed_at');
    this.addSql('drop table newsletter_confirmations');
  }

  override down(): void {
    this.addSql(`
      alter table contact_messages
        add column support_mailed_at timestamptz(3), add column confirmation_mailed_at timestamptz(3)
    `);
    for (const [template, column] of [
      ['contact-message', 'support_mailed_at'],
      ['contact-confirmation', 'confirmation_mailed_at'],
    ]) {
      this.addSql(`
        update contact_messages set ${column} = received_at where not exists (
          select from mails where subject_id = contact_messages.id and template = '${template}' and sent_at is null
        )
      `);
    }
    this.addSql('alter table newsletter_subscriptions add column unsubscribed_at timestamptz(3)');
    this.addSql(`
      update newsletter_subscriptions subscription set unsubscribed_at = stopped_at
      from mail_stops stop where stop.email = subscription.email and stop.stream = 'newsletter'
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
    this.addSql(`delete from outbox where job_name = 'mails.send'`);
    this.addSql('drop table mail_stops, mails');
  }
}
