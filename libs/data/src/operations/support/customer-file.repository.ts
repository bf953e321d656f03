import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerSupportFile } from '@ve/contracts/http/operations/admin-customers';
import { type TextMessageTimestamps, textMessageStateOf } from '@ve/domain/messaging/texts/text-state';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { accountIdentifiersOf } from '../../privacy/my-data/erase-account.ts';
import { personCteSql } from '../../kernel/rows-of-person.ts';
import { tablePrivacy } from '../../table-privacy.ts';
import { payloadContainsAnySql } from '../../jobs/outbox/outbox-payload-index.ts';
import { readPhoneState } from '../../membership/phone/phone.repository.ts';
import { findWatch } from '../../monitoring/watch/watch.repository.ts';

/*
 * A customer's data for support. Each query reads one section, newest first and at most `limit` rows of each list; rows
 * without a user belong to a person by their addresses, as in an export (`table-privacy.ts`).
 */

type Section<Name extends keyof CustomerSupportFile> = NonNullable<CustomerSupportFile[Name]>;

/** Returns the account itself, or null when there is none with this id. */
export const findCustomerFilePerson = async (
  em: EntityManager,
  userId: string,
): Promise<CustomerSupportFile['person'] | null> => {
  const [row] = await read<CustomerSupportFile['person']>(
    em,
    sql`
      select users.id as "userId", users.email, ${iso('users.email_verified_at')} as "emailVerifiedAt",
        ${iso('users.created_at')} as "openedAt",
        array(select role from user_roles where user_id = users.id order by role) as roles,
        nullif(customers.name, left(users.email, 200)) as name, customers.address, customers.postcode,
        customers.phone_number as phone, customers.stripe_customer_id,
        (
          select min(${iso('confirmed_at')}) from account_deletions
          where user_id = users.id and confirmed_at is not null
        ) as "deletingSince"
      from users left join customers on customers.user_id = users.id where users.id = ${userId}
    `,
  );
  return row ?? null;
};

/** Every recorded charge, with its refunds and disputes. */
export const listCustomerFileCharges = (
  em: EntityManager,
  userId: string,
  limit: number,
): Promise<Section<'charges'>> =>
  read(
    em,
    sql`
      select id, kind, amount_pence as pence, currency, ${iso('paid_at')} as "paidAt",
        refunded_pence, ${iso('refunded_at')} as "refundedAt",
        ${iso('refund_failed_at')} as "refundFailedAt", dispute_state as dispute, ${iso('disputed_at')} as "disputedAt",
        ${iso('period_end')} as "periodEnd", receipt_url,
        stripe_payment_intent_id as "paymentIntentId", stripe_invoice_id as "invoiceId"
      from payments where user_id = ${userId} order by payments.paid_at desc, id desc limit ${limit}
    `,
  );

/** Full checks and saved reports. */
export const listCustomerFileVehicles = async (
  em: EntityManager,
  userId: string,
  limit: number,
): Promise<Section<'vehicles'>> => ({
  checks: await read(
    em,
    sql`
      select id, registration_number as registration, status, failure, ${iso('requested_at')} as "requestedAt",
        ${iso('finished_at')} as "finishedAt", ${iso('credit_returned_at')} as "creditReturnedAt",
        ${iso('period_end')} as "periodEnd"
      from full_checks where user_id = ${userId} order by full_checks.requested_at desc, id desc limit ${limit}
    `,
  ),
  reports: await read(
    em,
    sql`
      select reports.id, reports.registration_number as registration, ${iso('reports.updated_at')} as "savedAt"
      from reports join customers on customers.id = reports.customer_id
      where customers.user_id = ${userId} order by reports.updated_at desc, reports.id desc limit ${limit}
    `,
  ),
});

/** Mails to the person's addresses, with their outcome, and the streams they unsubscribed from. */
export const listCustomerFileMails = async (
  em: EntityManager,
  userId: string,
  limit: number,
): Promise<Section<'mails'>> => {
  const stops = await read<{ stream: Section<'mails'>['stopped'][number] }>(
    em,
    sql`with ${person(userId)}
      select distinct stream from mail_opt_outs where email = (select email from person) order by stream`,
  );
  const mails = await read<Section<'mails'>['mails'][number]>(
    em,
    sql`with ${person(userId)}
      select id, template, recipient, ${iso('created_at')} as "writtenAt",
        case when bounced_at is not null then 'returned' when sent_at is not null then 'sent' when failed_at is not null then 'failed'
          when skipped_at is not null then 'skipped' else 'queued' end as state,
        ${iso(sql`coalesce(bounced_at, sent_at, failed_at, skipped_at)`)} as "endedAt", coalesce(failure, skip_reason) as why
      from mails where ${tablePrivacy.mails.rows} order by mails.created_at desc, id desc limit ${limit}`,
  );
  return { mails, stopped: stops.map(({ stream }) => stream) };
};

type TextRow = Omit<Section<'texts'>['texts'][number], 'state' | 'endedAt'> & {
  [End in keyof TextMessageTimestamps]: string | null;
};

/**
 * Texts to the person's confirmed number and about their rows, with their receipts, and whether the number is opted
 * out.
 */
export const listCustomerFileTexts = async (
  em: EntityManager,
  userId: string,
  { limit, now }: { limit: number; now: Date },
): Promise<Section<'texts'>> => {
  const rows = await read<TextRow>(
    em,
    sql`with ${person(userId)}
      select id, template, recipient, ${iso('created_at')} as "writtenAt", coalesce(failure, skip_reason) as why,
        ${iso('attempted_at')} as "attemptedAt", ${iso('sent_at')} as "sentAt", ${iso('delivered_at')} as "deliveredAt",
        ${iso('failed_at')} as "failedAt", ${iso('skipped_at')} as "skippedAt"
      from texts where ${tablePrivacy.texts.rows}
      order by texts.created_at desc, id desc limit ${limit}`,
  );
  return {
    texts: rows.map(({ attemptedAt, sentAt, deliveredAt, failedAt, skippedAt, ...text }) => ({
      ...text,
      state: textMessageStateOf(parseInstantColumns({ attemptedAt, sentAt, deliveredAt, failedAt, skippedAt }), now),
      endedAt: deliveredAt ?? failedAt ?? skippedAt ?? sentAt,
    })),
    on: (await findWatch(em, userId))?.smsOn ?? false,
    phone: await readPhoneState(em, userId),
  };
};

const parseInstantColumns = (ends: { [End in keyof TextMessageTimestamps]: string | null }): TextMessageTimestamps => {
  const instant = (at: string | null) => (at === null ? null : new Date(at));
  return {
    attemptedAt: instant(ends.attemptedAt),
    sentAt: instant(ends.sentAt),
    deliveredAt: instant(ends.deliveredAt),
    failedAt: instant(ends.failedAt),
    skippedAt: instant(ends.skippedAt),
  };
};

/** Unfinished jobs and dead letters whose payload names the person. */
export const listCustomerFileJobs = async (
  em: EntityManager,
  userId: string,
  limit: number,
): Promise<Section<'jobs'>> => {
  const { all } = await accountIdentifiersOf(em, userId);
  const namesThem = payloadContainsAnySql(all);
  return read(
    em,
    sql`
      select id, name, ${iso('at')} as "addedAt", ${iso('relayed_at')} as "relayedAt",
        ${iso('failed_at')} as "failedAt", why
      from (
        select id, job_name as name, created_at as at, relayed_at, null::timestamptz as failed_at, null as why
        from outbox where ${namesThem}
        union all
        select id, job_name, enqueued_at, null, failed_at, last_error from dead_letters where ${namesThem}
      ) job order by job.at desc, id desc limit ${limit}
    `,
  );
};

/** The person's requests: enquiries, complaints, disputes and requests about their data. */
export const listCustomerFileRequests = async (
  em: EntityManager,
  userId: string,
  limit: number,
): Promise<Section<'requests'>> => ({
  cancellations: await read(
    em,
    sql`with ${person(userId)}
      select id, registration_number as registration, origin, ${iso('created_at')} as "requestedAt",
        ${iso('ends_at')} as "endsAt", refund_pence, no_refund_reason, stripe_refund_id as refund_id,
        ${iso('withdrawn_at')} as "withdrawnAt", ${iso('finished_at')} as "finishedAt"
      from cancellation_requests where ${tablePrivacy.cancellation_requests.rows}
      order by cancellation_requests.created_at desc, id desc limit ${limit}`,
  ),
  others: await read(
    em,
    sql`with ${person(userId)}
      select id, kind, ${iso('at')} as at, state, reference, left(text, 1000) as text from (
        select id, kind, received_at as at,
          case state when 'answered' then 'done' when 'closed' then 'done' when 'escalated' then 'escalated' else 'open' end as state,
          reference, message as text
        from contact_messages where ${tablePrivacy.contact_messages.rows}
        union all select id, 'dispute', created_at, case when answered_at is null and closed_at is null then 'open' else 'done' end,
          reference, datum || ': ' || message
          from disputes where ${tablePrivacy.disputes.rows}
        union all select id, 'data-request', created_at, 'done', null, null
          from data_requests where ${tablePrivacy.data_requests.rows}
        union all select id, 'data-export', created_at,
          case status when 'ready' then 'done' when 'failed' then 'failed' else 'open' end, null, null
          from data_exports where user_id = ${userId}
        union all select id, 'email-change', created_at, case when finished_at is null then 'open' else 'done' end,
          null, null from email_changes where user_id = ${userId}
        union all select id, 'deletion', requested_at, case when confirmed_at is null then 'open' else 'done' end,
          null, null from account_deletions where user_id = ${userId}
      ) request order by request.at desc, id desc limit ${limit}`,
  ),
});

/** Ticked boxes, by the version of their text. */
export const listCustomerFileConsents = (
  em: EntityManager,
  userId: string,
  limit: number,
): Promise<Section<'consents'>> =>
  read(
    em,
    sql`
      select kind, text_version as version, ${iso('given_at')} as "givenAt" from consents
      where user_id = ${userId} or sign_up_id in (select id from sign_ups where user_id = ${userId})
      order by consents.given_at desc, kind limit ${limit}
    `,
  );

/** Includes an unconfirmed address, because support has to see what was sent to it. */
const person = (userId: string): RawBuilder<unknown> => personCteSql(userId, { proven: true });

/** An instant in the format of the contract. */
const iso = (at: string | RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${typeof at === 'string' ? sql.ref(at) : at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const read = async <Row>(em: EntityManager, query: RawBuilder<unknown>): Promise<Row[]> =>
  (await sql<Row>`${query}`.execute(tables(em))).rows;
