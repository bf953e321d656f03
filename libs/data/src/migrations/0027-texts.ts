import { Migration } from '@mikro-orm/migrations';

const e164 = (column: string): string => `${column} ~ '^[+][1-9][0-9]{6,14}$'`;
const sid = (column: string): string => `${column} ~ '^(SM|MM)[0-9a-f]{32}$'`;

/** Texts, the numbers that none goes to, what was texted to us, and the codes that confirm a number. */
export class Texts extends Migration {
  override up(): void {
    this.addSql(`
      alter table customers
        add column phone_confirmed_at timestamptz(3),
        add constraint customers_phone_confirmed_at_check
          check (phone_confirmed_at is null or phone_number is not null)
    `);
    this.addSql(`
      create index customers_phone_number_index on customers (phone_number) where phone_number is not null
    `);
    this.addSql(`
      create table texts (
        id uuid not null default gen_random_uuid() primary key,
        template text not null,
        recipient text not null,
        subject_id uuid,
        unique_key text not null,
        created_at timestamptz(3) not null,
        claimed_until timestamptz(3),
        attempted_at timestamptz(3),
        sent_at timestamptz(3),
        sid text,
        segments smallint,
        price_micros integer,
        delivered_at timestamptz(3),
        failed_at timestamptz(3),
        failure text,
        skipped_at timestamptz(3),
        skip_reason text,
        constraint texts_unique_key_unique unique (unique_key),
        constraint texts_sid_unique unique (sid),
        constraint texts_template_check check (template ~ '^[a-z]+(-[a-z]+)*$' and length(template) <= 60),
        constraint texts_recipient_check check (${e164('recipient')}),
        constraint texts_unique_key_check check (length(unique_key) >= 1 and length(unique_key) <= 200),
        constraint texts_sid_check check ((sid is null) = (sent_at is null) and ${sid('sid')}),
        constraint texts_segments_check check (segments >= 1 and segments <= 10),
        constraint texts_price_micros_check check (price_micros >= 0),
        constraint texts_delivered_at_check check (delivered_at is null or sent_at is not null),
        constraint texts_failure_check check (
          (failed_at is null) = (failure is null) and failure ~ '^[a-z]+(-[a-z]+)*( [0-9]{3,5})?$'
        ),
        constraint texts_skip_reason_check
          check ((skipped_at is null) = (skip_reason is null) and skip_reason ~ '^[a-z]+(-[a-z]+)*$'),
        constraint texts_end_check
          check (num_nonnulls(delivered_at, failed_at, skipped_at) <= 1 and num_nonnulls(sent_at, skipped_at) <= 1)
      )
    `);
    this.addSql('create index texts_recipient_template_created_at_index on texts (recipient, template, created_at)');
    this.addSql('create index texts_subject_id_index on texts (subject_id)');
    this.addSql('create index texts_created_at_id_index on texts (created_at desc, id desc)');
    this.addSql('create index texts_failed_at_id_index on texts (failed_at desc, id desc) where failed_at is not null');
    this.addSql(`
      create index texts_without_receipt_index on texts (sent_at)
        where sent_at is not null and delivered_at is null and failed_at is null
    `);
    this.addSql(`
      create table text_stops (
        phone text not null primary key,
        reason text not null,
        stopped_at timestamptz(3) not null,
        constraint text_stops_phone_check check (${e164('phone')}),
        constraint text_stops_reason_check
          check (reason in ('stop', 'unreachable', 'landline', 'unknown', 'blocked', 'carrier'))
      )
    `);
    this.addSql('create index text_stops_stopped_at_index on text_stops (stopped_at)');
    this.addSql(`
      create table phone_codes (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint phone_codes_user_id_foreign references users (id) on delete cascade,
        phone text not null,
        code_hash text,
        tries smallint not null default 0,
        created_at timestamptz(3) not null,
        used_at timestamptz(3),
        constraint phone_codes_phone_check check (${e164('phone')}),
        constraint phone_codes_code_hash_check check (code_hash ~ '^[0-9a-f]{64}$'),
        constraint phone_codes_tries_check check (tries >= 0)
      )
    `);
    this.addSql('create index phone_codes_user_id_created_at_index on phone_codes (user_id, created_at)');
    this.addSql('create index phone_codes_phone_created_at_index on phone_codes (phone, created_at)');
    this.addSql('create index phone_codes_created_at_index on phone_codes (created_at)');
    this.addSql(`
      create table inbound_texts (
        id uuid not null default gen_random_uuid() primary key,
        sid text not null,
        phone text not null,
        word text not null,
        received_at timestamptz(3) not null,
        constraint inbound_texts_sid_unique unique (sid),
        constraint inbound_texts_sid_check check (${sid('sid')}),
        constraint inbound_texts_phone_check check (${e164('phone')}),
        constraint inbound_texts_word_check check (word in ('stop', 'start', 'help', 'other'))
      )
    `);
    this.addSql('create index inbound_texts_phone_index on inbound_texts (phone)');
    this.addSql('create index inbound_texts_received_at_index on inbound_texts (received_at)');
  }

  override down(): void {
    this.addSql('drop table inbound_texts, phone_codes, text_stops, texts');
    this.addSql('drop index customers_phone_number_index');
    this.addSql('alter table customers drop column phone_confirmed_at');
  }
}
