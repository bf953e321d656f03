/** Tables of the context, in the order in which they refer to each other. */
export const messagingTableStatements = [
  `
    create table contact_messages (
      id uuid not null default gen_random_uuid(),
      name text not null,
      email text not null,
      message text not null,
      registration text,
      kind text not null default 'enquiry',
      reference text not null,
      state text not null default 'received',
      answered_at timestamptz(3),
      answer text,
      escalated_at timestamptz(3),
      closed_at timestamptz(3),
      due_at timestamptz(3) not null,
      assigned_to uuid,
      website text,
      content text,
      erase_when_answered boolean not null default false,
      status_token_hash text,
      idempotency_key uuid,
      received_at timestamptz(3) not null,
      primary key (id),
      constraint contact_messages_email_idempotency_key_unique unique (email, idempotency_key),
      constraint contact_messages_reference_unique unique (reference),
      constraint contact_messages_status_token_hash_unique unique (status_token_hash),
      constraint contact_messages_kind_check check (kind in ('enquiry', 'complaint', 'affiliate')),
      constraint contact_messages_state_check check (state in ('received', 'answered', 'escalated', 'closed')),
      constraint contact_messages_closed_at_check check ((state = 'closed') = (closed_at is not null)),
      constraint contact_messages_reference_check check (reference ~ '^VE-[A-Z0-9]{8}$'),
      constraint contact_messages_affiliate_check check ((kind = 'affiliate') = (website is not null) and (kind = 'affiliate') = (content is not null)),
      constraint contact_messages_website_check check (website ~* '^https?://[^[:space:][:cntrl:]]+$' and length(website) <= 300),
      constraint contact_messages_content_check check (content in ('automotive', 'finance', 'consumer')),
      constraint contact_messages_erase_when_answered_check check (not erase_when_answered or (kind = 'complaint' and state in ('received', 'escalated'))),
      constraint contact_messages_status_token_hash_check check (status_token_hash ~ '^[0-9a-f]{64}$'),
      constraint contact_messages_name_check check (btrim(name) <> '' and length(name) <= 120 and name !~ '[[:cntrl:]]'),
      constraint contact_messages_answer_check check (answer is null or (state = 'answered' and btrim(answer) <> '' and length(answer) <= 4000)),
      constraint contact_messages_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint contact_messages_message_check check (btrim(message) <> '' and length(message) <= 4000),
      constraint contact_messages_registration_check check (length(registration) <= 20 and registration !~ '[[:cntrl:]]')
    )
  `,
  `create index contact_messages_email_received_at_index on contact_messages (email, received_at)`,
  `create index contact_messages_received_at_id_index on contact_messages (received_at desc, id desc)`,
  `
    create index contact_messages_complaints_received_at_id_index
      on contact_messages (received_at desc, id desc) where kind = 'complaint'
  `,
  `
    create index contact_messages_complaints_index
      on contact_messages (received_at) where kind = 'complaint' and state = 'received'
  `,
  `
    create index contact_messages_open_index
      on contact_messages (due_at, id) where state in ('received', 'escalated')
  `,
  `
    create table inbound_texts (
      id uuid not null default gen_random_uuid(),
      vendor_message_id text not null,
      phone text not null,
      keyword text not null,
      received_at timestamptz(3) not null,
      primary key (id),
      constraint inbound_texts_vendor_message_id_unique unique (vendor_message_id),
      constraint inbound_texts_vendor_message_id_check check (vendor_message_id ~ '^(SM|MM)[0-9a-f]{32}$'),
      constraint inbound_texts_phone_check check (phone ~ '^[+][1-9][0-9]{6,14}$'),
      constraint inbound_texts_keyword_check check (keyword in ('stop', 'start', 'help', 'other'))
    )
  `,
  `create index inbound_texts_phone_index on inbound_texts (phone)`,
  `create index inbound_texts_received_at_index on inbound_texts (received_at)`,
  `
    create table mail_opt_outs (
      email text not null,
      stream text not null,
      opted_out_at timestamptz(3) not null,
      primary key (email, stream),
      constraint mail_opt_outs_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint mail_opt_outs_stream_check check (stream in ('reminder', 'alert', 'newsletter'))
    )
  `,
  `
    create table mail_suppressions (
      email text not null,
      reason text not null,
      suppressed_at timestamptz(3) not null,
      lifted_at timestamptz(3),
      primary key (email),
      constraint mail_suppressions_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint mail_suppressions_reason_check check (reason in ('bounce', 'complaint', 'refused'))
    )
  `,
  `create index mail_suppressions_suppressed_at_index on mail_suppressions (suppressed_at)`,
  `
    create table mails (
      id uuid not null default gen_random_uuid(),
      template text not null,
      stream text not null,
      recipient text,
      subject_id uuid,
      unique_key text not null,
      created_at timestamptz(3) not null,
      claimed_until timestamptz(3),
      sent_at timestamptz(3),
      bounced_at timestamptz(3),
      failed_at timestamptz(3),
      failure text,
      skipped_at timestamptz(3),
      skip_reason text,
      primary key (id),
      constraint mails_unique_key_unique unique (unique_key),
      constraint mails_template_check check (template ~ '^[a-z]+(-[a-z]+)*$' and length(template) <= 60),
      constraint mails_stream_check check (stream in ('service', 'reminder', 'alert', 'newsletter')),
      constraint mails_recipient_check check (length(recipient) <= 254 and recipient ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and recipient !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint mails_unique_key_check check (length(unique_key) >= 1 and length(unique_key) <= 200),
      constraint mails_failure_check check ((failed_at is null) = (failure is null) and failure ~ '^[a-z]+(-[a-z]+)*( [0-9]{3})?$'),
      constraint mails_skip_reason_check check ((skipped_at is null) = (skip_reason is null) and skip_reason ~ '^[a-z]+(-[a-z]+)*$'),
      constraint mails_bounced_at_check check (bounced_at is null or sent_at is not null),
      constraint mails_end_check check (num_nonnulls(sent_at, failed_at, skipped_at) <= 1)
    )
  `,
  `create index mails_recipient_template_created_at_index on mails (recipient, template, created_at)`,
  `create index mails_subject_id_index on mails (subject_id)`,
  `create index mails_created_at_id_index on mails (created_at desc, id desc)`,
  `create index mails_failed_at_id_index on mails (failed_at desc, id desc) where failed_at is not null`,
  `create index mails_skipped_at_id_index on mails (skipped_at desc, id desc) where skipped_at is not null`,
  `
    create index mails_waiting_index
      on mails (created_at desc, id desc) where sent_at is null and failed_at is null and skipped_at is null
  `,
  `
    create table newsletter_issues (
      id uuid not null default gen_random_uuid(),
      state text not null,
      subject text not null,
      opening text not null,
      article_ids jsonb not null,
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      previewed_version int,
      preview_html text,
      preview_text text,
      started_at timestamptz(3),
      last_queued_id uuid,
      next_batch_at timestamptz(3),
      queued_at timestamptz(3),
      sent_at timestamptz(3),
      primary key (id),
      constraint newsletter_issues_state_check check (state in ('draft', 'sending', 'sent')),
      constraint newsletter_issues_article_ids_check check (jsonb_typeof(article_ids) = 'array'),
      constraint newsletter_issues_preview_check check (num_nulls(previewed_version, preview_html, preview_text) in (0, 3)),
      constraint newsletter_issues_started_at_check check ((state = 'draft') = (started_at is null) and (state = 'draft') = (next_batch_at is null)),
      constraint newsletter_issues_sent_at_check check ((state = 'sent') = (sent_at is not null) and (sent_at is null or queued_at is not null))
    )
  `,
  `create index newsletter_issues_created_at_index on newsletter_issues (created_at)`,
  `create unique index newsletter_issues_sending_unique on newsletter_issues (state) where state = 'sending'`,
  `
    create table newsletter_subscriptions (
      id uuid not null default gen_random_uuid(),
      email text not null,
      requested_at timestamptz(3) not null,
      confirmed_at timestamptz(3),
      primary key (id),
      constraint newsletter_subscriptions_email_unique unique (email),
      constraint newsletter_subscriptions_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$')
    )
  `,
  `
    create index newsletter_subscriptions_unconfirmed_index
      on newsletter_subscriptions (requested_at) where confirmed_at is null
  `,
  `
    create table newsletter_tokens (
      id uuid not null default gen_random_uuid(),
      subscription_id uuid not null,
      kind text not null,
      token_hash text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3),
      used_at timestamptz(3),
      primary key (id),
      constraint newsletter_tokens_token_hash_unique unique (token_hash),
      constraint newsletter_tokens_kind_check check (kind in ('confirm', 'unsubscribe')),
      constraint newsletter_tokens_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
      constraint newsletter_tokens_expires_at_check check ((kind = 'confirm') = (expires_at is not null) and (expires_at is null or (expires_at > created_at and expires_at <= created_at + '7 days'::interval))),
      constraint newsletter_tokens_subscription_id_foreign foreign key (subscription_id) references newsletter_subscriptions (id) on update no action on delete cascade
    )
  `,
  `create index newsletter_tokens_subscription_id_index on newsletter_tokens (subscription_id)`,
  `
    create index newsletter_tokens_expires_at_index
      on newsletter_tokens (expires_at) where expires_at is not null
  `,
  `
    create table text_opt_outs (
      phone text not null,
      reason text not null,
      opted_out_at timestamptz(3) not null,
      primary key (phone),
      constraint text_opt_outs_phone_check check (phone ~ '^[+][1-9][0-9]{6,14}$'),
      constraint text_opt_outs_reason_check check (reason in ('stop', 'unreachable', 'landline', 'unknown', 'blocked', 'carrier'))
    )
  `,
  `create index text_opt_outs_opted_out_at_index on text_opt_outs (opted_out_at)`,
  `
    create table texts (
      id uuid not null default gen_random_uuid(),
      template text not null,
      recipient text not null,
      subject_id uuid,
      unique_key text not null,
      created_at timestamptz(3) not null,
      claimed_until timestamptz(3),
      attempted_at timestamptz(3),
      last_attempt_at timestamptz(3),
      sent_at timestamptz(3),
      vendor_message_id text,
      segments smallint,
      price_micros integer,
      delivered_at timestamptz(3),
      status_requested_at timestamptz(3),
      failed_at timestamptz(3),
      failure text,
      skipped_at timestamptz(3),
      skip_reason text,
      primary key (id),
      constraint texts_unique_key_unique unique (unique_key),
      constraint texts_vendor_message_id_unique unique (vendor_message_id),
      constraint texts_template_check check (template ~ '^[a-z]+(-[a-z]+)*$' and length(template) <= 60),
      constraint texts_recipient_check check (recipient ~ '^[+][1-9][0-9]{6,14}$'),
      constraint texts_unique_key_check check (length(unique_key) >= 1 and length(unique_key) <= 200),
      constraint texts_vendor_message_id_check check ((vendor_message_id is null) = (sent_at is null) and vendor_message_id ~ '^(SM|MM)[0-9a-f]{32}$'),
      constraint texts_segments_check check (segments >= 1 and segments <= 10),
      constraint texts_price_micros_check check (price_micros >= 0),
      constraint texts_delivered_at_check check (delivered_at is null or sent_at is not null),
      constraint texts_failure_check check ((failed_at is null) = (failure is null) and failure ~ '^[a-z]+(-[a-z]+)*( [0-9]{3,5})?$'),
      constraint texts_skip_reason_check check ((skipped_at is null) = (skip_reason is null) and skip_reason ~ '^[a-z]+(-[a-z]+)*$'),
      constraint texts_end_check check (num_nonnulls(delivered_at, failed_at, skipped_at) <= 1 and num_nonnulls(sent_at, skipped_at) <= 1)
    )
  `,
  `create index texts_recipient_template_created_at_index on texts (recipient, template, created_at)`,
  `create index texts_subject_id_index on texts (subject_id)`,
  `create index texts_created_at_id_index on texts (created_at desc, id desc)`,
  `create index texts_failed_at_id_index on texts (failed_at desc, id desc) where failed_at is not null`,
  `
    create index texts_without_receipt_index
      on texts (sent_at) where sent_at is not null and delivered_at is null and failed_at is null
  `,
];
