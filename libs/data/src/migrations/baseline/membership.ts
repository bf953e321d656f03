/** Tables of the context, in the order in which they refer to each other. */
export const membershipTableStatements = [
  `
    create table cancellation_codes (
      id uuid not null default gen_random_uuid(),
      email text not null,
      code_hash text,
      browser_hash text,
      wrong_guesses integer not null default 0,
      other_browser_wrong_guesses integer not null default 0,
      grant_hash text,
      created_at timestamptz(3) not null,
      used_at timestamptz(3),
      primary key (id),
      constraint cancellation_codes_grant_hash_unique unique (grant_hash),
      constraint cancellation_codes_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint cancellation_codes_code_hash_check check (code_hash ~ '^[0-9a-f]{64}$'),
      constraint cancellation_codes_grant_hash_check check (grant_hash ~ '^[0-9a-f]{64}$'),
      constraint cancellation_codes_browser_hash_check check (browser_hash ~ '^[0-9a-f]{64}$'),
      constraint cancellation_codes_wrong_guesses_check check (wrong_guesses >= 0),
      constraint cancellation_codes_other_browser_wrong_guesses_check check (other_browser_wrong_guesses >= 0),
      constraint cancellation_codes_used_check check ((used_at is null) = (grant_hash is null))
    )
  `,
  `create index cancellation_codes_email_created_at_index on cancellation_codes (email, created_at desc)`,
  `create index cancellation_codes_created_at_index on cancellation_codes (created_at)`,
  `
    create table customers (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      name text not null,
      email text not null,
      address text,
      postcode text,
      phone_number text,
      phone_confirmed_at timestamptz(3),
      stripe_customer_id text,
      stripe_subscription_id text,
      created_at timestamptz(3) not null,
      primary key (id),
      constraint customers_user_id_unique unique (user_id),
      constraint customers_stripe_customer_id_unique unique (stripe_customer_id),
      constraint customers_stripe_subscription_id_unique unique (stripe_subscription_id),
      constraint customers_name_check check (btrim(name) <> '' and length(name) <= 200),
      constraint customers_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint customers_address_check check (length(address) <= 1000),
      constraint customers_postcode_check check (postcode ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$'),
      constraint customers_phone_number_check check (phone_number ~ '^[+][1-9][0-9]{6,14}$'),
      constraint customers_phone_confirmed_at_check check (phone_confirmed_at is null or phone_number is not null),
      constraint customers_user_id_foreign foreign key (user_id) references users (id) on update no action on delete restrict
    )
  `,
  `create index customers_email_index on customers (email)`,
  `create index customers_created_at_id_index on customers (created_at desc, id desc)`,
  `create index customers_phone_number_index on customers (phone_number) where phone_number is not null`,
  `
    create index customers_email_trigram_index
      on customers using gin (email gin_trgm_ops) with (fastupdate = off)
  `,
  `create index customers_name_trigram_index on customers using gin (name gin_trgm_ops) with (fastupdate = off)`,
  `
    create table disputes (
      id uuid not null default gen_random_uuid(),
      reference text not null,
      registration_number text not null,
      section text not null,
      datum text not null,
      value text,
      source text,
      fetched_at timestamptz(3),
      message text not null,
      email text not null,
      user_id uuid,
      idempotency_key uuid,
      created_at timestamptz(3) not null,
      answered_at timestamptz(3),
      answer text,
      closed_at timestamptz(3),
      due_at timestamptz(3) not null,
      assigned_to uuid,
      primary key (id),
      constraint disputes_reference_unique unique (reference),
      constraint disputes_email_idempotency_key_unique unique (email, idempotency_key),
      constraint disputes_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint disputes_section_check check (section ~ '^[a-z-]{1,40}$'),
      constraint disputes_datum_check check (btrim(datum) <> '' and length(datum) <= 120),
      constraint disputes_value_check check (length(value) <= 500),
      constraint disputes_source_check check (source in ('DVLA', 'DVSA', 'UKVD')),
      constraint disputes_message_check check (btrim(message) <> '' and length(message) <= 4000),
      constraint disputes_answer_check check (answer is null or (answered_at is not null and btrim(answer) <> '' and length(answer) <= 4000)),
      constraint disputes_reference_check check (reference ~ '^VE-[A-Z0-9]{8}$'),
      constraint disputes_closed_at_check check (closed_at is null or answered_at is null),
      constraint disputes_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint disputes_user_id_foreign foreign key (user_id) references users (id) on update no action on delete set null
    )
  `,
  `create index disputes_created_at_id_index on disputes (created_at desc, id desc)`,
  `create index disputes_open_index on disputes (due_at, id) where answered_at is null and closed_at is null`,
  `create index disputes_email_index on disputes (email)`,
  `create index disputes_user_id_index on disputes (user_id) where user_id is not null`,
  `
    create table former_members (
      id uuid not null default gen_random_uuid(),
      card_hashes text[] not null,
      email_hashes text[] not null,
      trial_started_at timestamptz(3),
      first_paid_at timestamptz(3),
      retained_until timestamptz(3) not null,
      primary key (id),
      constraint former_members_card_hashes_check check (array_position(card_hashes, null) is null and array_to_string(card_hashes, ',') ~ '^([0-9a-f]{64}(,[0-9a-f]{64})*)?$'),
      constraint former_members_email_hashes_check check (array_position(email_hashes, null) is null and array_to_string(email_hashes, ',') ~ '^([0-9a-f]{64}(,[0-9a-f]{64})*)?$'),
      constraint former_members_known_check check (cardinality(card_hashes) + cardinality(email_hashes) > 0 and num_nonnulls(trial_started_at, first_paid_at) > 0)
    )
  `,
  `create index former_members_card_hashes_index on former_members using gin (card_hashes)`,
  `create index former_members_email_hashes_index on former_members using gin (email_hashes)`,
  `create index former_members_retained_until_index on former_members (retained_until)`,
  `
    create table orphan_subscriptions (
      stripe_subscription_id text not null,
      stripe_customer_id text not null,
      found_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      primary key (stripe_subscription_id)
    )
  `,
  `
    create table payments (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      kind text not null,
      stripe_payment_intent_id text,
      stripe_subscription_id text,
      stripe_invoice_id text,
      amount_pence integer not null,
      currency text not null,
      refunded_pence integer not null default 0,
      refunded_at timestamptz(3),
      dispute_state text,
      disputed_at timestamptz(3),
      refund_failed_at timestamptz(3),
      paid_at timestamptz(3) not null,
      period_start timestamptz(3),
      period_end timestamptz(3),
      full_check_pence integer not null default 0,
      consent_version text,
      receipt_url text,
      created_at timestamptz(3) not null,
      primary key (id),
      constraint payments_stripe_payment_intent_id_unique unique (stripe_payment_intent_id),
      constraint payments_stripe_invoice_id_unique unique (stripe_invoice_id),
      constraint payments_kind_check check (kind in ('trial', 'membership')),
      constraint payments_stripe_check check ((kind = 'trial' and stripe_payment_intent_id is not null and stripe_invoice_id is null) or (kind = 'membership' and stripe_invoice_id is not null)),
      constraint payments_amount_pence_check check (amount_pence > 0),
      constraint payments_currency_check check (currency ~ '^[a-z]{3}$'),
      constraint payments_refunded_pence_check check (refunded_pence >= 0 and refunded_pence <= amount_pence),
      constraint payments_refunded_at_check check (refunded_at is null or refunded_pence > 0),
      constraint payments_dispute_state_check check (dispute_state in ('open', 'won', 'lost') and (dispute_state is null) = (disputed_at is null)),
      constraint payments_period_check check ((kind = 'membership') = (num_nonnulls(period_start, period_end) = 2) and period_end > period_start),
      constraint payments_full_check_pence_check check (full_check_pence >= 0 and (kind = 'membership' or full_check_pence = 0)),
      constraint payments_consent_version_check check (consent_version ~ '^[0-9A-Za-z.-]{1,40}$'),
      constraint payments_receipt_url_check check (receipt_url ~ '^https?://' and length(receipt_url) <= 2000),
      constraint payments_user_id_foreign foreign key (user_id) references users (id) on update no action on delete restrict
    )
  `,
  `create index payments_paid_at_index on payments (paid_at)`,
  `
    create index payments_refunded_at_index
      on payments (refunded_at) include (currency, refunded_pence) where refunded_at is not null
  `,
  `create index payments_lost_index on payments (disputed_at) where dispute_state = 'lost'`,
  `create index payments_open_dispute_index on payments (disputed_at) where dispute_state = 'open'`,
  `
    create index payments_refund_failed_at_index
      on payments (refund_failed_at) where refund_failed_at is not null
  `,
  `
    create index payments_stripe_subscription_id_index
      on payments (stripe_subscription_id) where stripe_subscription_id is not null
  `,
  `create index payments_user_id_paid_at_index on payments (user_id, paid_at desc)`,
  `
    create table cancellation_requests (
      id uuid not null default gen_random_uuid(),
      customer_email text not null,
      user_id uuid,
      stripe_subscription_id text,
      registration_number text,
      origin text not null default 'page',
      payment_id uuid,
      refund_kind text not null default 'none',
      refund_pence integer not null default 0,
      no_refund_reason text,
      stripe_refund_id text,
      refund_card jsonb,
      paid_until timestamptz(3),
      ends_at timestamptz(3),
      withdrawn_at timestamptz(3),
      finished_at timestamptz(3),
      cancellation_reason text,
      cancellation_reason_token_hash text,
      created_at timestamptz(3) not null,
      primary key (id),
      constraint cancellation_requests_cancellation_reason_token_hash_unique unique (cancellation_reason_token_hash),
      constraint cancellation_requests_customer_email_check check (length(customer_email) <= 254 and customer_email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and customer_email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint cancellation_requests_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint cancellation_requests_origin_check check (origin in ('page', 'account', 'link', 'deletion', 'stripe', 'staff', 'change')),
      constraint cancellation_requests_refund_check check (refund_kind in ('none', 'pro-rata', 'full') and refund_pence >= 0 and (refund_kind = 'none') = (refund_pence = 0)),
      constraint cancellation_requests_no_refund_check check (no_refund_reason in ('never-charged', 'refunded', 'disputed', 'check-used', 'too-late', 'check-price', 'not-agreed') and (no_refund_reason is null or refund_kind = 'none')),
      constraint cancellation_requests_refund_card_check check (jsonb_typeof(refund_card) = 'object'),
      constraint cancellation_requests_cancellation_reason_check check (btrim(cancellation_reason) <> '' and length(cancellation_reason) <= 500),
      constraint cancellation_requests_cancellation_reason_token_hash_check check (cancellation_reason_token_hash ~ '^[0-9a-f]{64}$'),
      constraint cancellation_requests_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade,
      constraint cancellation_requests_payment_id_foreign foreign key (payment_id) references payments (id) on update no action on delete set null
    )
  `,
  `
    create index cancellation_requests_standing_index
      on cancellation_requests (created_at) where withdrawn_at is null
  `,
  `
    create index cancellation_requests_customer_email_created_at_index
      on cancellation_requests (customer_email, created_at desc)
  `,
  `
    create index cancellation_requests_unfinished_index
      on cancellation_requests (created_at) where finished_at is null and stripe_subscription_id is not null
  `,
  `
    create index cancellation_requests_payment_id_index
      on cancellation_requests (payment_id) where payment_id is not null
  `,
  `create index cancellation_requests_user_id_index on cancellation_requests (user_id) where user_id is not null`,
  `
    create unique index cancellation_requests_live_unique
      on cancellation_requests (stripe_subscription_id) where withdrawn_at is null and stripe_subscription_id is not null
  `,
  `
    create table phone_codes (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      phone text not null,
      code_hash text,
      wrong_guesses smallint not null default 0,
      created_at timestamptz(3) not null,
      used_at timestamptz(3),
      primary key (id),
      constraint phone_codes_phone_check check (phone ~ '^[+][1-9][0-9]{6,14}$'),
      constraint phone_codes_code_hash_check check (code_hash ~ '^[0-9a-f]{64}$'),
      constraint phone_codes_wrong_guesses_check check (wrong_guesses >= 0),
      constraint phone_codes_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `create index phone_codes_created_at_index on phone_codes (created_at)`,
  `create index phone_codes_user_id_created_at_index on phone_codes (user_id, created_at)`,
  `create index phone_codes_phone_created_at_index on phone_codes (phone, created_at)`,
  `
    create table retained_records (
      id uuid not null default gen_random_uuid(),
      kind text not null,
      content jsonb not null,
      retained_until timestamptz(3) not null,
      created_at timestamptz(3) not null,
      primary key (id),
      constraint retained_records_kind_check check (kind in ('payment', 'consent', 'change-notice', 'cancellation')),
      constraint retained_records_content_check check (jsonb_typeof(content) = 'object')
    )
  `,
  `create index retained_records_retained_until_index on retained_records (retained_until)`,
  `create index retained_records_created_at_index on retained_records (created_at)`,
  `
    create table sign_ups (
      id uuid not null default gen_random_uuid(),
      idempotency_key uuid not null,
      email text not null,
      full_name text not null,
      address text not null,
      postcode text not null,
      registration_number text not null,
      browser_hash text not null,
      stripe_customer_id text,
      stripe_payment_intent_id text,
      status text not null default 'open',
      payment_outcome text,
      refund_reason text,
      user_id uuid,
      card_hash text,
      payment_attempts integer not null default 0,
      confirmation_token text,
      confirmation_count integer not null default 0,
      attempted_at timestamptz(3),
      confirmation_lease_until timestamptz(3),
      stripe_refund_id text,
      created_at timestamptz(3) not null,
      paid_at timestamptz(3),
      finished_at timestamptz(3),
      primary key (id),
      constraint sign_ups_idempotency_key_unique unique (idempotency_key),
      constraint sign_ups_stripe_payment_intent_id_unique unique (stripe_payment_intent_id),
      constraint sign_ups_email_check check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and email !~ '^[.]|[.][.]|[.]@|[.][0-9]+$'),
      constraint sign_ups_full_name_check check (btrim(full_name) <> '' and length(full_name) <= 200),
      constraint sign_ups_address_check check (btrim(address) <> '' and length(address) <= 1000),
      constraint sign_ups_postcode_check check (postcode ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$'),
      constraint sign_ups_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint sign_ups_browser_hash_check check (browser_hash ~ '^[0-9a-f]{64}$'),
      constraint sign_ups_card_hash_check check (card_hash ~ '^[0-9a-f]{64}$'),
      constraint sign_ups_payment_attempts_check check (payment_attempts >= 0),
      constraint sign_ups_confirmation_token_check check (confirmation_token ~ '^ctoken_[A-Za-z0-9_]{1,248}$'),
      constraint sign_ups_confirmation_count_check check (confirmation_count >= 0),
      constraint sign_ups_attempt_check check ((confirmation_token is null) = (attempted_at is null) and (confirmation_lease_until is null or attempted_at is not null)),
      constraint sign_ups_status_check check (status in ('open', 'completed', 'returned', 'abandoned')),
      constraint sign_ups_payment_outcome_check check (payment_outcome in ('open-account', 'add-to-account', 'return-payment')),
      constraint sign_ups_refund_reason_check check (refund_reason in ('trial-limit', 'had-trial', 'not-started')),
      constraint sign_ups_returned_check check ((coalesce(payment_outcome, '') = 'return-payment') = (refund_reason is not null)),
      constraint sign_ups_finished_check check ((status = 'open') = (finished_at is null) and (status in ('completed', 'returned')) <= (paid_at is not null and payment_outcome is not null)),
      constraint sign_ups_user_id_foreign foreign key (user_id) references users (id) on update no action on delete set null
    )
  `,
  `
    create index sign_ups_stripe_customer_id_index
      on sign_ups (stripe_customer_id) where stripe_customer_id is not null
  `,
  `create index sign_ups_email_created_at_index on sign_ups (email, created_at)`,
  `create index sign_ups_open_index on sign_ups (created_at) where status = 'open'`,
  `create index sign_ups_without_account_index on sign_ups (finished_at) where status in ('abandoned', 'returned')`,
  `
    create index sign_ups_card_hash_finished_at_index
      on sign_ups (card_hash, finished_at) where card_hash is not null
  `,
  `create index sign_ups_user_id_index on sign_ups (user_id) where user_id is not null`,
  `
    create table membership_prices (
      id uuid not null default gen_random_uuid(),
      stripe_price_id text not null,
      pence integer not null,
      currency text not null,
      announced_at timestamptz(3),
      effective_from timestamptz(3) not null,
      primary key (id),
      constraint membership_prices_stripe_price_id_unique unique (stripe_price_id),
      constraint membership_prices_stripe_price_id_check check (stripe_price_id ~ '^price_[A-Za-z0-9_]{1,248}$'),
      constraint membership_prices_pence_check check (pence > 0),
      constraint membership_prices_currency_check check (currency ~ '^[a-z]{3}$')
    )
  `,
  `
    create table announced_changes (
      id uuid not null default gen_random_uuid(),
      kind text not null,
      membership_price_id uuid,
      terms_version text,
      announced_at timestamptz(3) not null,
      effective_at timestamptz(3) not null,
      closed_at timestamptz(3),
      primary key (id),
      constraint announced_changes_kind_check check (kind in ('price', 'terms')),
      constraint announced_changes_content_check check ((kind = 'price') = (membership_price_id is not null) and (kind = 'terms') = (terms_version is not null)),
      constraint announced_changes_terms_version_check check (terms_version ~ '^[0-9A-Za-z.-]{1,40}$'),
      constraint announced_changes_effective_at_check check (effective_at >= announced_at + '720:00:00'::interval),
      constraint announced_changes_membership_price_id_foreign foreign key (membership_price_id) references membership_prices (id) on update no action on delete restrict
    )
  `,
  `create unique index announced_changes_open_unique on announced_changes (kind) where closed_at is null`,
  `
    create table change_notices (
      id uuid not null default gen_random_uuid(),
      announced_change_id uuid not null,
      user_id uuid not null,
      stripe_subscription_id text not null,
      previous_pence integer not null,
      effective_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      notified_at timestamptz(3),
      settled_at timestamptz(3),
      outcome text,
      primary key (id),
      constraint change_notices_member_unique unique (announced_change_id, stripe_subscription_id),
      constraint change_notices_previous_pence_check check (previous_pence > 0),
      constraint change_notices_effective_at_check check (effective_at >= notified_at + '720:00:00'::interval),
      constraint change_notices_outcome_check check (outcome in ('agreed', 'ended', 'lapsed') and (outcome is null) = (settled_at is null)),
      constraint change_notices_announced_change_id_foreign foreign key (announced_change_id) references announced_changes (id) on update no action on delete cascade,
      constraint change_notices_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `
    create index change_notices_open_index
      on change_notices (stripe_subscription_id, effective_at) where settled_at is null
  `,
  `create index change_notices_user_id_index on change_notices (user_id)`,
  `
    create table consents (
      id uuid not null default gen_random_uuid(),
      sign_up_id uuid,
      user_id uuid,
      change_notice_id uuid,
      kind text not null,
      text_version text not null,
      full_check_pence integer not null default 0,
      monthly_pence integer,
      client_hash text,
      given_at timestamptz(3) not null,
      primary key (id),
      constraint consents_sign_up_id_kind_unique unique (sign_up_id, kind),
      constraint consents_kind_check check (kind in ('terms', 'start-now', 'rejoin', 'new-price', 'new-terms')),
      constraint consents_owner_check check (num_nonnulls(sign_up_id, user_id) = 1),
      constraint consents_text_version_check check (text_version ~ '^[0-9A-Za-z.-]{1,40}$'),
      constraint consents_full_check_pence_check check (full_check_pence >= 0),
      constraint consents_monthly_pence_check check (monthly_pence > 0),
      constraint consents_change_check check ((kind in ('new-price', 'new-terms')) = (change_notice_id is not null) and (kind <> 'new-price' or monthly_pence is not null)),
      constraint consents_client_hash_check check (client_hash ~ '^[0-9a-f]{64}$'),
      constraint consents_sign_up_id_foreign foreign key (sign_up_id) references sign_ups (id) on update no action on delete cascade,
      constraint consents_change_notice_id_foreign foreign key (change_notice_id) references change_notices (id) on update no action on delete cascade,
      constraint consents_user_id_foreign foreign key (user_id) references users (id) on update no action on delete cascade
    )
  `,
  `
    create unique index consents_change_notice_id_unique
      on consents (change_notice_id) where change_notice_id is not null
  `,
  `create index consents_user_id_index on consents (user_id) where user_id is not null`,
  `
    create table stripe_events (
      id uuid not null default gen_random_uuid(),
      stripe_event_id text not null,
      type text not null,
      object_id text,
      created_at timestamptz(3) not null,
      received_at timestamptz(3) not null,
      processed_at timestamptz(3),
      first_processed_at timestamptz(3),
      failure text,
      primary key (id),
      constraint stripe_events_stripe_event_id_unique unique (stripe_event_id),
      constraint stripe_events_stripe_event_id_check check (length(stripe_event_id) >= 1 and length(stripe_event_id) <= 255),
      constraint stripe_events_type_check check (type ~ '^[a-z0-9_.]{1,120}$'),
      constraint stripe_events_object_id_check check (length(object_id) >= 1 and length(object_id) <= 255),
      constraint stripe_events_failure_check check (failure is null or (processed_at is null and length(failure) >= 1 and length(failure) <= 300))
    )
  `,
  `create index stripe_events_object_id_index on stripe_events (object_id) where object_id is not null`,
  `create index stripe_events_received_at_id_index on stripe_events (received_at desc, id desc)`,
  `create index stripe_events_type_received_at_id_index on stripe_events (type, received_at desc, id desc)`,
  `
    create index stripe_events_unprocessed_index
      on stripe_events (received_at desc, id desc) where processed_at is null
  `,
  `
    create table subscriptions (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null,
      status text not null,
      credits_used integer not null default 1,
      registration_number text,
      stripe_subscription_id text,
      monthly_pence integer,
      revision integer not null default 0,
      trial_ends_at timestamptz(3),
      current_period_start timestamptz(3),
      current_period_end timestamptz(3),
      credited_period_end timestamptz(3),
      cancel_requested_at timestamptz(3),
      ends_at timestamptz(3),
      card jsonb,
      payment_problem jsonb,
      card_setup_id text,
      card_setup_created_at timestamptz(3),
      card_authentication_started_at timestamptz(3),
      card_authentication_payment_method_id text,
      card_authentication_claimed_at timestamptz(3),
      card_authentication_open boolean not null default false,
      earlier_first_paid_at timestamptz(3),
      subscription_tier text not null default 'Premium',
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (id),
      constraint subscriptions_user_id_unique unique (user_id),
      constraint subscriptions_stripe_subscription_id_unique unique (stripe_subscription_id),
      constraint subscriptions_status_check check (status in ('active', 'trialing', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused')),
      constraint subscriptions_credits_used_check check (credits_used >= 0 and credits_used <= 1),
      constraint subscriptions_monthly_pence_check check (monthly_pence > 0),
      constraint subscriptions_subscription_tier_check check (btrim(subscription_tier) <> ''),
      constraint subscriptions_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint subscriptions_card_check check (jsonb_typeof(card) = 'object'),
      constraint subscriptions_payment_problem_check check (jsonb_typeof(payment_problem) = 'object'),
      constraint subscriptions_card_setup_check check (length(card_setup_id) >= 1 and length(card_setup_id) <= 255 and (card_setup_id is null) = (card_setup_created_at is null) and (card_authentication_started_at is null or card_setup_id is not null) and (not card_authentication_open or (card_authentication_started_at is not null and card_authentication_payment_method_id is not null))),
      constraint subscriptions_current_period_end_check check (status <> 'active' or current_period_end is not null),
      constraint subscriptions_user_id_foreign foreign key (user_id) references users (id) on update no action on delete restrict
    )
  `,
  `create index subscriptions_status_index on subscriptions (status)`,
  `create index subscriptions_registration_number_index on subscriptions (registration_number)`,
  `create index subscriptions_updated_at_index on subscriptions (updated_at)`,
  `
    create index subscriptions_card_setup_id_index
      on subscriptions (card_setup_id) where card_setup_id is not null
  `,
  `
    create index subscriptions_card_authentication_open_index
      on subscriptions (card_authentication_started_at) where card_authentication_open
  `,
  `
    create index subscriptions_registration_number_trigram_index
      on subscriptions using gin (registration_number gin_trgm_ops) with (fastupdate = off)
  `,
];
