import { Migration } from '@mikro-orm/migrations';

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const address = `^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@(${label}[.])+${label}$`;

/** Alerts have a stream of their own, and addresses that mail does not reach are left alone. */
export class MailSuppressions extends Migration {
  override up(): void {
    this.addSql(`
      alter table mails
        drop constraint mails_stream_check,
        add constraint mails_stream_check check (stream in ('service', 'reminder', 'alert', 'newsletter')),
        add column bounced_at timestamptz(3),
        add constraint mails_bounced_at_check check (bounced_at is null or sent_at is not null)
    `);
    this.addSql(`
      alter table mail_stops
        drop constraint mail_stops_stream_check,
        add constraint mail_stops_stream_check check (stream in ('reminder', 'alert', 'newsletter'))
    `);
    this.addSql(`
      create table mail_suppressions (
        email text not null,
        reason text not null,
        suppressed_at timestamptz(3) not null,
        lifted_at timestamptz(3),
        constraint mail_suppressions_pkey primary key (email),
        constraint mail_suppressions_email_check
          check (length(email) <= 254 and email ~ '${address}' and email !~ '[.][0-9]+$'),
        constraint mail_suppressions_reason_check check (reason in ('bounce', 'complaint', 'refused'))
      )
    `);
    this.addSql('create index mail_suppressions_suppressed_at_index on mail_suppressions (suppressed_at)');
  }

  override down(): void {
    this.addSql('drop table mail_suppressions');
    this.addSql(`delete from mail_stops where stream = 'alert'`);
    this.addSql(`delete from mails where stream = 'alert'`);
    this.addSql(`
      alter table mail_stops
        drop constraint mail_stops_stream_check,
        add constraint mail_stops_stream_check check (stream in ('reminder', 'newsletter'))
    `);
    this.addSql(`
      alter table mails
        drop column bounced_at,
        drop constraint mails_stream_check,
        add constraint mails_stream_check check (stream in ('service', 'reminder', 'newsletter'))
    `);
  }
}
