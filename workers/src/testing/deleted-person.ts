import type { MikroORM } from '@mikro-orm/postgresql';
import { addWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import {
  lockMonitorCheckState,
  storeMonitorCheckState,
} from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { storeMonthlyValuation } from '@ve/data/monitoring/alerts/monthly-valuation.repository';
import { cancelMembership } from '@ve/app/membership/cancellation/cancel-membership';
import { addContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { lockOrCreateCustomer } from '@ve/data/membership/customer/customer.repository';
import { addDataDispute } from '@ve/data/membership/dispute/dispute.repository';
import { databaseEntities } from '@ve/data/entities';
import { writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import { writeErrorLog } from '@ve/data/operations/error-log/error-log.repository';
import { consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import { clientAddressHashKey } from '@ve/data/jobs/limit/secret.repository';
import { recordMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { suppressMailAddress } from '@ve/data/messaging/mails/mail-suppression.repository';
import { queueMail, queueText } from '@ve/app/messaging/queue-message';
import { addAccountDeletion, confirmAccountDeletion } from '@ve/data/privacy/my-data/account-deletion.repository';
import { addPersonalDataRequest } from '@ve/data/privacy/my-data/data-request.repository';
import { addNewsletterToken, recordNewsletterRequest } from '@ve/data/messaging/newsletter/newsletter.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addReportReadyMail } from '@ve/data/report/report-ready-mail.repository';
import { addReportShare } from '@ve/data/report/report-share.repository';
import { addReport } from '@ve/data/report/report.repository';
import { openSession } from '@ve/data/identity/session/session.repository';
import { addSignInLink, addSignInRequest } from '@ve/data/identity/session/sign-in.repository';
import { addSecondFactor, replaceRecoveryCodes } from '@ve/data/identity/staff/second-factor.repository';
import { beginStaffSignIn } from '@ve/data/identity/staff/staff-sign-in.repository';
import { addStripeEvent } from '@ve/data/membership/stripe-event/stripe-event.repository';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { testRows } from '@ve/data/testing/test-rows';
import { finishTestVehicleFetch, requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { vehicleRecordWithoutData } from '@ve/data/testing/vehicle-records';
import { addInboundText } from '@ve/data/messaging/texts/inbound-text.repository';
import { addPhoneCode } from '@ve/data/membership/phone/phone-code.repository';
import { recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { setMemberDueDate } from '@ve/data/monitoring/watch/watch.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { createHmac } from 'node:crypto';

export interface DeletedPerson {
  userId: string;
  email: string;
  subscriptionId: string;
  stripeSubscriptionId: string;
  stripeCustomerId: string;
  customerId: string;
}

const words = { name: 'Dana Driver', phone: '+447700900123', street: '1 High Street', postcode: 'LS1 1AA' } as const;
const registration = 'AB12CDE';

/** Reads the member whose sign-up was completed. */
export const readPersonRows = async (orm: MikroORM, email: string): Promise<DeletedPerson> => {
  const data = testRows(() => orm.em.fork());
  const { id: userId } = await data.one('users', { email });
  const subscription = await data.one('subscriptions', { userId });
  const customer = await data.one('customers', { userId });
  return {
    userId,
    email,
    subscriptionId: subscription.id,
    stripeSubscriptionId: subscription.stripeSubscriptionId!,
    stripeCustomerId: customer.stripeCustomerId!,
    customerId: customer.id,
  };
};

/** Adds everything else that we may store about a person, so that every table has rows of theirs. */
export const addRowsToEveryTable = async (orm: MikroORM, person: DeletedPerson, now: Date): Promise<void> => {
  const { userId, email, subscriptionId, stripeSubscriptionId, stripeCustomerId } = person;
  const em = orm.em.fork();
  const queued = { now, correlationId: 'request-1' };
  const data = testRows(() => em);
  await data.set('customers', { phoneNumber: words.phone, phoneConfirmedAt: now }, { userId });
  await openSession(em, {
    userId,
    openedBy: 'link',
    tokenHash: newSecretToken().hash,
    userAgent: 'Firefox',
    replaces: null,
    now,
  });
  const requestId = await addSignInRequest(em, { userId, registration, browserHash: null }, now);
  await addSignInLink(em, { requestId, userId, tokenHash: newSecretToken().hash }, now);
  const newsletter = await recordNewsletterRequest(em, email, now);
  const token = { subscriptionId: newsletter, kind: 'unsubscribe', tokenHash: newSecretToken().hash } as const;
  await addNewsletterToken(em, { ...token, now, expiresAt: null });
  await recordMailOptOut(em, { email, stream: 'newsletter' }, now);
  await suppressMailAddress(em, { email, reason: 'bounce', at: now });
  const message = { email, name: words.name, message: `Call me at ${words.phone}`, registration };
  const { id: messageId } = await addContactMessage(em, message, now);
  await addDataDispute(
    em,
    { registration, section: 'tax', datum: 'Tax', value: null, source: null, at: null, message: 'No', email, userId },
    now,
  );
  await em.transactional(async (transaction) => {
    for (const recipient of [null, email]) {
      const mail = { template: 'contact-message', recipient, subjectId: messageId } as const;
      await queueMail(transaction, { ...mail, occasion: `${messageId}.${recipient}` }, queued);
    }
    await addToOutbox(
      transaction,
      { jobName: 'subscriptions.sync', payload: { subscriptionId, correlationId: 'request-1' } },
      { now },
    );
  });
  await addReportReadyMail(em, { userId, registration }, now);
  await fillWatch(orm, userId, now);
  await fillTexts(em, userId, now);
  await writeErrorLog(
    em,
    {
      timestamp: now.toISOString(),
      error_message: 'x is undefined',
      error_stack: null,
      user_agent: 'Firefox',
      url: '/report',
      session_id: null,
      error_type: 'JavaScript Error',
      component_name: null,
      additional_data: {},
    },
    { fingerprint: 'f', userId, receivedAt: now },
  );
  for (const [stripeEventId, objectId] of [
    ['evt_customer', stripeCustomerId],
    ['evt_subscription', stripeSubscriptionId],
  ] as const) {
    const event = { stripeEventId, type: 'customer.subscription.updated', objectId, createdAt: now };
    await addStripeEvent(em, event, now);
  }
  const address = createHmac('sha256', await clientAddressHashKey(em))
    .update(email)
    .digest('hex');
  for (const who of [address, userId]) {
    await consumeToken(em, { key: `sign-in-address:${who}`, capacity: 5, refillMs: 60_000 }, now);
  }
  const fetch = await requestTestVehicleFetch(em, { registration, now });
  const record = vehicleRecordWithoutData(registration, now.toISOString());
  await finishTestVehicleFetch(em, fetch.id, { outcome: 'found', record, now });
  await data.remove('outbox', { jobName: 'vehicle-fetches.run' });
  await addPersonalDataRequest(em, email, now);
  const membership = { subscriptionId, stripeSubscriptionId };
  const failed = { status: 'failed', failure: 'timeout', finishedAt: now } as const;
  await data.add('full_checks', { userId, ...membership, ...failed }, now);
  const customerId = await em.transactional((transaction) => lockOrCreateCustomer(transaction, userId, now));
  const reportId = await addReport(em, { customerId, registration, record }, now);
  await addReportShare(em, { reportId, tokenHash: newSecretToken().hash, name: `For ${words.name}`, days: 7 }, now);
  await setMemberDueDate(em, { userId, kind: 'insurance', on: '2027-06-01' }, now);
  await data.add('reminders', { userId, dueOn: '2027-06-01', finishedAt: now }, now);
  await data.add('cancellation_codes', { email }, now);
  const effectiveAt = new Date(now.getTime() + 31 * 86_400_000);
  const change = { kind: 'terms', termsVersion: '2027-04-01', effectiveAt } as const;
  const { id: announcedChangeId } = await data.add('announced_changes', { ...change, announcedAt: now }, now);
  await data.add(
    'change_notices',
    { announcedChangeId, userId, previousPence: 890, effectiveAt, stripeSubscriptionId, createdAt: now },
    now,
  );
  const cancelled = { registrationNumber: registration, endsAt: now, finishedAt: now };
  await data.add('cancellation_requests', { customerEmail: email, userId, ...cancelled }, now);
  await data.add('email_changes', { userId, oldEmail: email, newEmail: `new.${email}` }, now);
  await addRowsUnderFormerAddress(orm, person, now);
  const ready = { status: 'ready', createdAt: now, finishedAt: now } as const;
  await data.add('data_exports', { userId, content: { customers: [{ email, ...words }] }, ...ready });
  const pdf = { contentHash: 'a'.repeat(64), content: Buffer.from(email) };
  await data.add('report_pdfs', { reportId, ...pdf, ...ready });
  await writeAuditEntry(
    em,
    { actor: 'staff@example.com', actorUserId: userId, action: 'user.read', subject: userId },
    now,
  );
  await fillStaffTables(em, userId, now);
};

/** Adds due dates, an event and a value of their car. */
const fillWatch = (orm: MikroORM, userId: string, now: Date): Promise<void> =>
  orm.em.fork().transactional(async (em) => {
    const watched = { userId, aspect: 'licensing', registration } as const;
    await lockMonitorCheckState(em, watched, now);
    await storeMonitorCheckState(em, watched, {
      known: { taxStatus: 'Taxed' },
      readAt: now,
      triedAt: now,
      nextCheckAt: now,
    });
    const facts = { kind: 'tax-status', from: 'Taxed', to: 'SORN', dueOn: null } as const;
    await addWatchEvent(em, { userId, registration, facts, key: 'tax-status' }, now);
    await storeMonthlyValuation(
      em,
      { userId, registration },
      { month: '2027-03', valuePence: 900_000, fetchedAt: now },
    );
  });

/** Adds a number that was confirmed and then stopped, with texts from and to it. */
const fillTexts = async (em: MikroORM['em'], userId: string, now: Date): Promise<void> => {
  const inboundId = await addInboundText(em, { sid: `SM${'b'.repeat(32)}`, phone: words.phone, word: 'help' }, now);
  await em.transactional(async (transaction) => {
    const codeId = await addPhoneCode(transaction, { userId, phone: words.phone }, now);
    const queued = { now, correlationId: 'request-1' };
    for (const [template, subjectId] of [
      ['number-code', codeId],
      ['help', inboundId],
      ['reminder', null],
    ] as const) {
      const text = { template, recipient: words.phone, subjectId, occasion: String(subjectId) };
      await queueText(transaction, text, queued);
    }
  });
  await recordTextOptOut(em, { phone: words.phone, reason: 'stop' }, now);
};

/** Adds the rows of a former member of staff. */
const fillStaffTables = async (em: MikroORM['em'], userId: string, now: Date): Promise<void> => {
  const sealedSecret = 'v1.sealed';
  await beginStaffSignIn(em, { userId, tokenHash: newSecretToken().hash, sealedSecret }, now);
  await addSecondFactor(em, { userId, sealedSecret, step: 1 }, now);
  await replaceRecoveryCodes(em, { userId, hashes: [newSecretToken().hash] }, now);
  const reset = { userId, createdAt: now, expiresAt: new Date(now.getTime() + 60_000) };
  await testRows(() => em).add('password_resets', reset);
};

/** Adds a completed change of address, and rows that only name the earlier address. */
export const addRowsUnderFormerAddress = async (
  orm: MikroORM,
  { userId, email }: Pick<DeletedPerson, 'userId' | 'email'>,
  sourceChangedAt: Date,
  former = `former.${email}`,
): Promise<void> => {
  const em = orm.em.fork();
  const before = new Date(sourceChangedAt.getTime() - 60_000);
  const message = { email: former, name: words.name, message: 'Where is my report?', registration };
  const { id: subjectId } = await addContactMessage(em, message, before);
  const disputed = { registration, section: 'tax', datum: 'Tax', value: null, source: null, at: null } as const;
  await addDataDispute(em, { ...disputed, message: 'No', email: former, userId: null }, before);
  await recordNewsletterRequest(em, former, before);
  await recordMailOptOut(em, { email: former, stream: 'newsletter' }, before);
  await suppressMailAddress(em, { email: former, reason: 'refused', at: before });
  await addPersonalDataRequest(em, former, before);
  await em.transactional(async (transaction) => {
    for (const recipient of [null, former]) {
      const mail = { template: 'contact-message', recipient, subjectId } as const;
      const occasion = `${subjectId}.${recipient}`;
      await queueMail(transaction, { ...mail, occasion }, { now: before, correlationId: 'request-1' });
    }
  });
  const data = testRows(() => em);
  await data.add('cancellation_codes', { email: former }, before);
  const confirmed = { oldConfirmedAt: before, newConfirmedAt: sourceChangedAt, finishedAt: sourceChangedAt };
  await data.add('email_changes', { userId, oldEmail: former, newEmail: email, ...confirmed }, before);
};

/** Acts as the BFF: requests the deletion and confirms it. */
export const requestAndConfirmDeletion = async (orm: MikroORM, person: DeletedPerson, now: Date): Promise<string> => {
  const { userId, subscriptionId, stripeSubscriptionId } = person;
  return orm.em.fork().transactional(async (em) => {
    const { id } = await addAccountDeletion(em, userId, now);
    await confirmAccountDeletion(em, { id, userId }, now);
    const row = await findSubscriptionOfUser(em, userId);
    if (row !== null) {
      const cancel = { subscriptionId, stripeSubscriptionId, origin: 'deletion' } as const;
      await cancelMembership(em, cancel, { now, correlationId: 'c' });
    }
    await addToOutbox(em, { jobName: 'accounts.delete', payload: { deletionId: id, correlationId: 'c' } }, { now });
    return id;
  });
};

export const identifyingValuesOf = ({ email, userId, customerId, stripeCustomerId }: DeletedPerson): string[] => [
  email,
  words.name,
  words.phone,
  words.street,
  words.postcode,
  registration,
  userId,
  customerId,
  stripeCustomerId,
];

/** Returns the tables that contain one of these texts in any column: the product's, or those of its queues. */
export const tablesContainingValue = async (
  orm: MikroORM,
  traces: string[],
  schema: 'public' | 'bullmq' = 'public',
): Promise<string[]> => {
  const found: string[] = [];
  for (const name of await tableNames(orm, schema)) {
    const [row] = await orm.em
      .fork()
      .execute<{ count: string }[]>(
        `select count(*) from "${schema}"."${name}" as entry where exists (select from unnest(?::text[]) as trace where strpos(lower(to_jsonb(entry)::text), lower(trace)) > 0)`,
        [`{${traces.map((trace) => JSON.stringify(trace)).join(',')}}`],
      );
    if (Number(row?.count) > 0) found.push(name);
  }
  return found;
};

export const tablesWithoutRows = async (orm: MikroORM): Promise<string[]> => {
  const empty: string[] = [];
  for (const name of databaseEntities.map(({ meta }) => meta.tableName)) {
    const [row] = await orm.em.fork().execute<{ any: boolean }[]>(`select exists (select from "${name}") as any`);
    if (row?.any !== true) empty.push(name);
  }
  return empty.toSorted();
};

/** Returns every table of a schema; those of the product are compared with its entities. */
const tableNames = async (orm: MikroORM, schema: 'public' | 'bullmq'): Promise<string[]> => {
  const rows = await orm.em
    .fork()
    .execute<{ name: string }[]>('select tablename as name from pg_tables where schemaname = ?', [schema]);
  const names = rows.map(({ name }) => name);
  if (schema === 'bullmq' && names.length > 0) return names;
  const missing = databaseEntities.map(({ meta }) => meta.tableName).filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`tables that were not searched: ${missing.join(', ')}`);
  return names;
};
