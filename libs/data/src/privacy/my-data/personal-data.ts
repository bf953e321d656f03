import { type ConsentKind, consents, consentVersions } from '@ve/domain/membership/consents';
import { type RawBuilder, sql } from 'kysely';
import { releaseTables } from '../../releases/registry/release-tables.ts';
import {
  confirmedNumber,
  isOfAddress,
  isRowOfPerson,
  personCte,
  textRowsOfPerson,
} from '../../membership/retained-record/rows-of-person.ts';

/** The data that one table holds about a person: a select whose columns have names that the person understands. */
interface PersonalDataSection {
  title: string;
  rows: RawBuilder<unknown>;
  /** Rows found only by the address: left out until it is confirmed. */
  matchesAddress?: true;
}

/** The text of a consent; for an earlier version, its subject. */
const consentText = sql`case ${sql.join(
  (Object.keys(consents) as ConsentKind[]).flatMap((kind) =>
    consentVersions(kind).map(
      ({ version, text }) => sql`when kind = ${kind} and text_version = ${version} then ${text}`,
    ),
  ),
  sql` `,
)} when kind = 'start-now' then 'To start the trial at once' when kind = 'rejoin' then 'To start the membership again'
  else 'The terms' end`;

/** Selects by `person` (one row: the account with its customer) and `addresses`; see `personalDataSql`. */
export const personalDataSections = {
  users: {
    title: 'Account',
    rows: sql`select id as "accountNumber", users.email as "emailAddress", email_verified_at as "addressConfirmedAt",
      password_hash is not null as "hasPassword", known_browsers_valid_from as "browsersForgottenAt", created_at as "openedAt"
      from users where id = (select user_id from person)`,
  },
  user_roles: {
    title: 'Roles of the account',
    rows: sql`select role, created_at as "givenAt" from user_roles where user_id = (select user_id from person)`,
  },
  customers: {
    title: 'Name, address and telephone',
    rows: sql`select name, email as "emailAddress", address as "postalAddress", postcode,
      phone_number as "telephone", phone_confirmed_at as "telephoneConfirmedAt", stripe_customer_id as "customerNumberAtStripe",
      stripe_subscription_id as "subscriptionNumberAtStripe", created_at as "storedAt"
      from customers where user_id = (select user_id from person)`,
  },
  email_changes: {
    title: 'Changes of the e-mail address',
    rows: sql`select old_email as "from", new_email as "to", created_at as "askedForAt",
      old_confirmed_at as "confirmedByOldAddressAt", new_confirmed_at as "confirmedByNewAddressAt",
      finished_at as "endedAt" from email_changes where user_id = (select user_id from person)`,
  },
  sign_ups: {
    title: 'Sign-ups',
    rows: sql`select email as "emailAddress", registration_number as "registration", status, case outcome when 'open-account' then 'Account opened'
        when 'add-to-account' then 'Trial added to the account' when 'return-payment' then 'Payment returned' end as "outcome",
        case return_reason when 'trial-limit' then 'Limit of trials of the card' when 'had-trial' then 'The address had its trial'
        when 'not-started' then 'The trial could not be started' end as "whyReturned",
      -- Another user may have typed the address by mistake, with their own name and address.
      case when user_id = (select user_id from person) then full_name end as "name",
      case when user_id = (select user_id from person) then address end as "postalAddress",
      case when user_id = (select user_id from person) then postcode end as "postcode",
      payment_attempts as "attemptsToPay", attempted_at as "lastAttemptAt", payment_intent_id as "paymentNumberAtStripe",
      refund_id as "refundNumberAtStripe", created_at as "begunAt", paid_at as "paidAt", finished_at as "finishedAt"
      from sign_ups where ${isRowOfPerson('sign_ups')}`,
  },
  consents: {
    title: 'Consents',
    rows: sql`select ${consentText} as "whatYouAgreedTo", text_version as "versionOfTheText",
      full_check_pence as "priceOfTheFullCheckInPence", given_at as "givenAt" from consents
      where user_id = (select user_id from person)
        or sign_up_id in (select id from sign_ups where user_id = (select user_id from person))`,
  },
  subscriptions: {
    title: 'Membership',
    rows: sql`select status, subscription_tier as "plan", registration_number as "registration",
      stripe_subscription_id as "numberAtStripe", credits_used as "fullChecksUsedInThisPeriod",
      trial_ends_at as "trialEndsAt", current_period_start as "periodFrom",
      current_period_end as "periodUntil", credited_period_end as "paidUntil",
      cancel_requested_at as "cancelledAt", ends_at as "endsAt", card, card_setup_id as "changeOfCardAtStripe",
      card_setup_at as "cardChangedAt", card_question_at as "yourBankAskedAt", payment_problem as "paymentProblem",
      earlier_first_paid_at as "firstFullChargeInAnEarlierAccount", created_at as "begunAt", updated_at as "updatedAt"
      from subscriptions where user_id = (select user_id from person)`,
  },
  watches: {
    title: 'How you want to be told of your vehicle',
    rows: sql`select email_on as "byEmail", sms_on as "byText", leads as "onWhichDays", quiet_from as "quietFromHour",
      quiet_until as "quietUntilHour", paused, paused_until as "pausedUntil", disabled_alerts as "alertsSwitchedOff", postcode,
      latitude, longitude, calendar_version > 0 as "hasCalendar", car_changed_at as "vehicleChangedAt",
      preferences_changed_at as "remindersChosenAt", created_at as "begunAt", updated_at as "updatedAt"
      from watches where user_id = (select user_id from person)`,
  },
  watch_due_dates: {
    title: 'What falls due',
    rows: sql`select kind, registration_number as "registration", due_on as "dueOn", source, why as "whyNoDate",
      read_at as "readAt", tried_at as "sourceAskedAt", noted_at as "knownSince"
      from watch_due_dates where user_id = (select user_id from person)`,
  },
  reminders: {
    title: 'Reminders',
    rows: sql`select registration_number as "registration", kind, due_on as "dueOn", lead as "daysBefore", channel, late,
      planned_at as "plannedAt", ended_at as "doneAt", skip_reason as "whyItWasNotSent"
      from reminders where user_id = (select user_id from person)`,
  },
  payments: {
    title: 'Payments',
    rows: sql`select kind, amount_pence as "amountInPence", currency, refunded_pence as "refundedInPence", refunded_at as "refundedAt",
      paid_at as "paidAt", period_start as "from", period_end as "until", receipt_url as "receipt",
      full_check_pence as "priceOfTheFullCheckInPence", consent_version as "versionOfTheConsent",
      dispute as "claimedBackAtTheBank", disputed_at as "claimedBackAt", refund_failed_at as "refundFailedAt",
      stripe_payment_intent_id as "numberAtStripe", stripe_invoice_id as "invoiceNumberAtStripe"
      from payments where user_id = (select user_id from person)`,
  },
  cancellation_requests: {
    title: 'Cancellations',
    rows: sql`select customer_email as "emailAddress", registration_number as "registration", origin as "cancelledBy",
      refund_kind as "refund", refund_pence as "refundInPence", no_refund_reason as "whyNoRefund", refund_id as "refundNumberAtStripe",
      refund_card as "refundToCard", paid_until as "paidUntil", created_at as "cancelledAt", ends_at as "endsAt", withdrawn_at as "takenBackAt", finished_at as "carriedOutAt",
      answer as "answerToOurQuestion" from cancellation_requests
      where ${isRowOfPerson('cancellation_requests')}`,
  },
  cancellation_codes: {
    title: 'Codes for the cancellation page',
    matchesAddress: true,
    rows: sql`select cancellation_codes.email as "emailAddress", created_at as "askedForAt", used_at as "usedAt",
      guesses + other_browser_attempts as "wrongCodes" from cancellation_codes where ${isOfAddress('cancellation_codes')}`,
  },
  // Includes sections that are locked until a full check: a copy contains all data held (Article 15 UK GDPR), not only
  // what is shown.
  reports: {
    title: 'Saved reports',
    rows: sql`select registration_number as "registration", vehicle_make as "make", vehicle_model as "model",
      vehicle_year as "year", vehicle_color as "colour", fuel_type as "fuel", engine_size as "engineSizeInCc",
      transmission, seats, max_speed as "maximumSpeedInMph", kerb_weight as "kerbWeightInKg", bhp,
      engine_number as "engineNumber", vin_last_5 as "lastFiveOfTheVin", euro_status as "euroStatus",
      vehicle_age as "ageInYears", mot_expiry as "motUntil", tax_expiry as "taxedUntil",
      last_vsc_date as "lastRegistrationCertificate", created_at as "savedAt", updated_at as "updatedAt",
      report_data as "data" from reports where customer_id = (select customer_id from person)`,
  },
  report_shares: {
    title: 'Links by which you share a report',
    rows: sql`select registration_number as "registration", report_shares.name as "yourNameForIt",
      report_shares.created_at as "madeAt", expires_at as "worksUntil", revoked_at as "takenBackAt", opens as "timesOpened",
      last_opened_at as "lastOpenedAt" from report_shares join reports on reports.id = report_id
      where customer_id = (select customer_id from person)`,
  },
  report_pdfs: {
    title: 'PDFs of your reports',
    rows: sql`select registration_number as "registration", status, report_pdfs.created_at as "askedForAt",
      finished_at as "finishedAt" from report_pdfs join reports on reports.id = report_id
      where customer_id = (select customer_id from person)`,
  },
  full_checks: {
    title: 'Full checks',
    rows: sql`select registration_number as "registration", status, failure, requested_at as "askedForAt",
      finished_at as "finishedAt", credit_returned_at as "creditReturnedAt", period_end as "creditOfThePeriodUntil",
      record as "freeSources", vdi as "registers", valuation
      from full_checks where user_id = (select user_id from person)`,
  },
  report_ready_mails: {
    title: 'Reports you wanted a mail about',
    rows: sql`select registration_number as "registration", requested_at as "askedForAt", sent_at as "sentAt"
      from report_ready_mails where user_id = (select user_id from person)`,
  },
  watch_events: {
    title: 'What changed about the vehicle we watch for you',
    rows: sql`select registration_number as "registration", kind, facts, at as "learnedAt",
      text_send_after as "textWaitsUntil"
      from watch_events where user_id = (select user_id from person)`,
  },
  monthly_valuations: {
    title: 'What the vehicle was worth',
    rows: sql`select registration_number as "registration", month, pence, read_at as "readAt"
      from monthly_valuations where user_id = (select user_id from person)`,
  },
  monitor_check_states: {
    title: 'What we last knew of the vehicle we watch for you',
    rows: sql`select aspect as "about", registration_number as "registration", known, read_at as "readAt",
      tried_at as "lastTriedAt", failure as "whyItFailed", next_check_at as "nextLookAt"
      from monitor_check_states where user_id = (select user_id from person)`,
  },
  disputes: {
    title: 'What you told us is wrong in a report',
    rows: sql`select registration_number as "registration", section, datum as "entry", value as "whatItSaid", source,
      read_at as "readAt", message, disputes.email as "emailAddress", created_at as "sentAt",
      answered_at as "answeredAt", answer as "ourAnswer" from disputes
      where ${isRowOfPerson('disputes')}`,
  },
  contact_messages: {
    title: 'Enquiries and complaints',
    matchesAddress: true,
    rows: sql`select kind, reference, name, contact_messages.email as "emailAddress", registration, message, state,
      received_at as "receivedAt", answered_at as "answeredAt", answer as "ourAnswer", escalated_at as "passedOnAt",
      erase_when_answered as "deletedOnceAnswered"
      from contact_messages where ${isOfAddress('contact_messages')}`,
  },
  mails: {
    title: 'Mails we sent',
    matchesAddress: true,
    rows: sql`select template as "kind", coalesce(recipient, 'our support') as "to", created_at as "writtenAt",
      sent_at as "sentAt", bounced_at as "cameBackAt", failed_at as "failedAt", failure as "whyItFailed", skipped_at as "notSentAt",
      skip_reason as "whyItWasNotSent" from mails
      where ${isOfAddress('mails')} or (recipient is null and subject_id in (
        select id from disputes where ${isRowOfPerson('disputes')}
        union all
        select id from contact_messages where ${isOfAddress('contact_messages')}
      ))`,
  },
  mail_opt_outs: {
    title: 'Mails you do not want',
    matchesAddress: true,
    rows: sql`select mail_opt_outs.email as "emailAddress", stream as "kind", stopped_at as "stoppedAt"
      from mail_opt_outs where ${isOfAddress('mail_opt_outs')}`,
  },
  mail_suppressions: {
    title: 'Addresses that our mails do not reach',
    matchesAddress: true,
    rows: sql`select mail_suppressions.email as "emailAddress", reason, suppressed_at as "since", lifted_at as "until"
      from mail_suppressions where ${isOfAddress('mail_suppressions')}`,
  },
  texts: {
    title: 'Texts we sent',
    rows: sql`select template as "kind", recipient as "to", created_at as "writtenAt", attempted_at as "triedAt",
      sent_at as "sentAt", sid as "numberAtTwilio", segments as "parts", price_micros as "priceInMillionthsOfAPound",
      delivered_at as "arrivedAt", failed_at as "failedAt", failure as "whyItFailed", skipped_at as "notSentAt",
      skip_reason as "whyItWasNotSent" from texts
      where recipient = (${confirmedNumber}) or subject_id in (${textRowsOfPerson})`,
  },
  text_opt_outs: {
    title: 'Numbers that no text goes to',
    rows: sql`select phone as "telephone", reason, stopped_at as "since" from text_opt_outs
      where phone = (${confirmedNumber})`,
  },
  inbound_texts: {
    title: 'Texts you sent us',
    rows: sql`select phone as "from", word as "asksFor", received_at as "receivedAt", sid as "numberAtTwilio"
      from inbound_texts where phone = (${confirmedNumber})`,
  },
  phone_codes: {
    title: 'Codes that confirm your number',
    rows: sql`select phone as "telephone", created_at as "askedForAt", used_at as "usedAt", tries as "wrongCodes"
      from phone_codes where user_id = (select user_id from person)`,
  },
  newsletter_subscriptions: {
    title: 'Newsletter',
    matchesAddress: true,
    rows: sql`select newsletter_subscriptions.email as "emailAddress", requested_at as "askedForAt",
      confirmed_at as "confirmedAt" from newsletter_subscriptions
      where ${isOfAddress('newsletter_subscriptions')}`,
  },
  newsletter_tokens: {
    title: 'Links in mails of the newsletter',
    matchesAddress: true,
    rows: sql`select kind, created_at as "madeAt", expires_at as "worksUntil", used_at as "usedAt" from newsletter_tokens
      where subscription_id in (select id from newsletter_subscriptions
        where ${isOfAddress('newsletter_subscriptions')})`,
  },
  sessions: {
    title: 'Browsers that signed in',
    rows: sql`select user_agent as "browser", opened_by as "signedInBy", created_at as "signedInAt",
      last_seen_at as "lastSeenAt", expires_at as "endsAt", revoked_at as "signedOutAt"
      from sessions where user_id = (select user_id from person)`,
  },
  staff_sign_ins: {
    title: 'Sign-ins to the staff area that wait for a code',
    rows: sql`select wrong_codes as "wrongCodes", created_at as "begunAt", expires_at as "endsAt"
      from staff_sign_ins where user_id = (select user_id from person)`,
  },
  second_factors: {
    title: 'Authenticator app for the staff area',
    rows: sql`select created_at as "enrolledAt" from second_factors where user_id = (select user_id from person)`,
  },
  recovery_codes: {
    title: 'Recovery codes for the staff area',
    rows: sql`select created_at as "madeAt", used_at as "usedAt"
      from recovery_codes where user_id = (select user_id from person)`,
  },
  password_resets: {
    title: 'Links that set a password',
    rows: sql`select created_at as "askedForAt", expires_at as "endsAt", used_at as "usedAt"
      from password_resets where user_id = (select user_id from person)`,
  },
  sign_in_requests: {
    title: 'Requests for a sign-in link',
    rows: sql`select registration_number as "registration", created_at as "askedForAt"
      from sign_in_requests where user_id = (select user_id from person)`,
  },
  magic_links: {
    title: 'Sign-in links',
    rows: sql`select created_at as "madeAt", expires_at as "worksUntil", used_at as "usedAt"
      from magic_links where user_id = (select user_id from person)`,
  },
  error_logs: {
    title: 'Errors in your browser',
    rows: sql`select error_type as "kind", error_message as "message", error_stack as "trace", component_name as "part",
      url as "page", user_agent as "browser", session_id as "browserSession", additional_data as "details",
      occurrences as "times", timestamp as "firstAt", last_seen as "lastAt"
      from error_logs where user_id = (select user_id from person)`,
  },
  data_exports: {
    title: 'Copies of your data',
    rows: sql`select status, created_at as "askedForAt", finished_at as "finishedAt"
      from data_exports where user_id = (select user_id from person)`,
  },
  data_requests: {
    title: 'Requests about your data without signing in',
    matchesAddress: true,
    rows: sql`select data_requests.email as "emailAddress", created_at as "askedForAt"
      from data_requests where ${isOfAddress('data_requests')}`,
  },
  account_deletions: {
    title: 'Requests to delete the account',
    rows: sql`select requested_at as "askedForAt", confirmed_at as "confirmedAt"
      from account_deletions where user_id = (select user_id from person)`,
  },
  audit_log: {
    title: 'What staff, or you as staff, did',
    rows: sql`select at, action, case when is_subject then details end as "details" from (
        select audit_log.*, subject in (select user_id::text from person union all select email from addresses)
          as is_subject from audit_log
      ) entry where is_subject or actor_user_id = (select user_id from person)`,
  },
  stripe_events: {
    title: 'Messages of Stripe about you',
    rows: sql`select type as "kind", object_id as "about", created_at as "madeAt", received_at as "receivedAt"
      from stripe_events where object_id in (
        select unnest(array[stripe_customer_id, stripe_subscription_id]) from person
        union select unnest(array[stripe_payment_intent_id, stripe_invoice_id, stripe_subscription_id])
          from payments where user_id = (select user_id from person)
      )`,
  },
} satisfies Record<string, PersonalDataSection>;

/** The tables that an export leaves out, and why they hold no personal data. */
export const tablesWithoutPersonalData = {
  dead_letters: 'Work that failed, by numbers of rows, and its error without what may identify a person.',
  error_groups: 'How often each error was seen, by anybody; who of the staff marked it as solved is in the audit log.',
  local_admin_sessions: 'Break-glass sessions of a machine, without a user.',
  retained_records: 'Of accounts that were deleted, without anything by which somebody could be found.',
  former_members:
    'Of accounts that were deleted: keyed hashes of cards and addresses, from which neither can be found, and two dates.',
  outbox:
    'Work that waits for seconds, by numbers of rows; an error on its way to the error logs is exported from there.',
  ...releaseTables,
  secrets: 'Keys of the service.',
  token_buckets: 'Counters for a few hours by a keyed hash, from which no address can be found.',
  vehicle_fetches:
    'Look-ups of vehicles, without who wanted them; the hash of the network address goes with their end.',
  vehicle_pictures: 'The vendor’s pictures of models in their colours.',
  vehicles: 'What the sources say of vehicles.',
  orphan_subscriptions: 'Subscriptions at Stripe that no account owns, by Stripe’s ids.',
  restores: 'When the database was restored from a backup.',
  scheduled_jobs: 'When the scheduled work last ran.',
  totals: 'How many rows our lists have.',
  vendor_daily_usage: 'Calls to our sources in a day.',
  vendor_call_counts: 'Calls to our sources in a minute.',
  day_figures: 'How many people did what on a day.',
  recall_campaigns: 'DVSA’s recalls, of makes and models.',
  fuel_stations: 'Petrol stations.',
  fuel_prices: 'What petrol stations ask.',
  fuel_days: 'What fuel cost on a day.',
  file_imports: 'When public files were last read.',
  mot_deltas: 'Which of DVSA’s files of changes were read.',
} as const;

/** The columns that an export leaves out of its rows. */
const withheld =
  'Left out are only the fingerprints (hashes) of passwords, links, cookies, cards and network addresses, and what an ' +
  'authenticator app is sealed with: nobody can ' +
  'read anything from them. Card numbers are with Stripe alone; we never hold one.';

const unverified =
  'This account’s e-mail address has not been confirmed by a link yet. What belongs to the address alone, such as ' +
  'enquiries and mails, is therefore not included. Confirm it under Your data, and ask for another copy.';

/** The content of an export as a SQL expression: title, time, notes and, by table, the data held about the person. */
export const personalDataSql = (userId: string, now: Date): RawBuilder<unknown> => {
  const sections = Object.entries<PersonalDataSection>(personalDataSections).map(
    ([table, { title, rows, matchesAddress = false }]) => sql`jsonb_build_object(
      'table', ${table}::text, 'title', ${title}::text,
      'rows', (select coalesce(jsonb_agg(to_jsonb(part)), '[]'::jsonb) from (${rows}) part),
      'withheld', ${matchesAddress}::boolean and (select email_verified_at from person) is null
    )`,
  );
  return sql`(
    with ${personCte(userId, { proven: false })}
    select jsonb_build_object(
      'title', 'Everything Vehicle Enquiry holds about you',
      'madeAt', ${now.toISOString()}::text,
      'notes', to_jsonb(array_remove(array[
        ${withheld}::text,
        case when (select email_verified_at from person) is null then ${unverified}::text end
      ], null)),
      'sections', jsonb_build_array(${sql.join(sections)})
    )
  )`;
};
