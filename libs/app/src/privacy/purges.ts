import type { EntityManager } from '@mikro-orm/postgresql';
import { purgeMotDeltas } from '@ve/data/monitoring/alerts/mot-delta.repository';
import { purgeContactMessages } from '@ve/data/messaging/contact/contact-message.repository';
import { purgeDisputes } from '@ve/data/membership/dispute/dispute.repository';
import { purgeFailedChecks } from '@ve/data/full-check/full-check.repository';
import { pruneRefilledBuckets } from '@ve/data/jobs/limit/token-bucket.repository';
import { purgeVendorCallCounts } from '@ve/data/jobs/limit/vendor-call-count.repository';
import { purgeMailSuppressions } from '@ve/data/messaging/mails/mail-suppression.repository';
import { purgeMails } from '@ve/data/messaging/mails/mail.repository';
import { purgeEmailChanges } from '@ve/data/identity/email-change/email-change.repository';
import { purgeNewsletterAddresses } from '@ve/data/messaging/newsletter/newsletter.repository';
import { purgePictures } from '@ve/data/vehicle/picture/vehicle-picture.repository';
import { purgeReleaseFailures, purgeReleaseFigures } from '@ve/data/releases/release-health/purge-release-health';
import { type AgedTable, purgeByAge } from '@ve/data/privacy/retention/purge-by-age';
import {
  purgeDeletions,
  purgeFormerMembers,
  purgeRetainedRecords,
  purgeCancellationAnswers,
} from './purge-after-cancellation.ts';
import { purgeSessions } from '@ve/data/identity/session/session.repository';
import { purgeAbandonedSignUps } from '@ve/data/membership/sign-up/sign-up.repository';
import { purgeTextOptOuts } from '@ve/data/messaging/texts/text-opt-out.repository';
import { purgeTexts } from '@ve/data/messaging/texts/text.repository';
import { purgeVehicles } from '@ve/data/vehicle/purge-vehicles';
import { purgeVehicleFetches } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import {
  paymentsRetainedFrom,
  purgeCutoff,
  type PurgedRetentionName,
  type Retention,
  retention,
} from '@ve/domain/privacy/retention';

/**
 * Deletes one batch older than `before`; returns the number of rows. For entries with dates of their own, `before` is now.
 */
export type Purge = (em: EntityManager, before: Date, now: Date) => Promise<number>;

const byAge =
  (table: AgedTable): Purge =>
  (em, before) =>
    purgeByAge(em, table, before);

/** The purge of each entry of the retention table that needs one; the type requires all of them. */
export const purges: { readonly [Name in PurgedRetentionName]: Purge } = {
  vehicles: purgeVehicles,
  fetches: purgeVehicleFetches,
  pictures: (em, now) => purgePictures(em, now),
  networkHashes: pruneRefilledBuckets,
  errorLogs: async (em, before) =>
    (await purgeByAge(em, 'error_logs', before)) + (await purgeByAge(em, 'error_groups', before)),
  enquiries: purgeContactMessages,
  disputes: purgeDisputes,
  newsletter: purgeNewsletterAddresses,
  mails: purgeMails,
  undeliverable: purgeMailSuppressions,
  texts: async (em, before) => (await purgeTexts(em, before)) + (await purgeByAge(em, 'inbound_texts', before)),
  textOptOuts: purgeTextOptOuts,
  phoneCodes: byAge('phone_codes'),
  reportReadyMails: byAge('report_ready_mails'),
  reportShares: byAge('report_shares'),
  reminders: byAge('reminders'),
  failedChecks: purgeFailedChecks,
  signIns: byAge('sign_in_requests'),
  staffSignIns: async (em, before) =>
    (await purgeByAge(em, 'staff_sign_ins', before)) +
    (await purgeByAge(em, 'password_resets', before)) +
    (await purgeByAge(em, 'local_admin_sessions', before)),
  signUps: (em, before, now) => em.transactional((transaction) => purgeAbandonedSignUps(transaction, before, now)),
  sessions: purgeSessions,
  stripeEvents: byAge('stripe_events'),
  cancellationCodes: byAge('cancellation_codes'),
  cancellationAnswers: purgeCancellationAnswers,
  emailChanges: purgeEmailChanges,
  exports: byAge('data_exports'),
  reportPdfs: byAge('report_pdfs'),
  dataRequests: byAge('data_requests'),
  deletions: purgeDeletions,
  payments: async (em, now) =>
    (await purgeByAge(em, 'payments', paymentsRetainedFrom(now))) + (await purgeRetainedRecords(em, now)),
  formerMembers: (em, now) => purgeFormerMembers(em, now),
  auditLog: byAge('audit_log'),
  failedTasks: byAge('dead_letters'),
  sourceCalls: purgeVendorCallCounts,
  releaseFailures: purgeReleaseFailures,
  releaseFigures: purgeReleaseFigures,
  motDeltas: purgeMotDeltas,
};

/** The instant passed to a purge: now minus the retention age, or now. */
const beforeOf = (entry: Retention, now: Date): Date =>
  entry.days === undefined ? now : purgeCutoff({ ...entry, days: entry.days }, now);

/**
 * Runs every purge in batches until nothing is left: with one batch per run, a fast-growing table would retain too much.
 * Stops between two batches when `isClosed`. Returns the number of deleted rows by entry.
 */
export const runAllPurges = async (
  fork: () => EntityManager,
  { now, isClosed }: { now: Date; isClosed: () => boolean },
): Promise<Record<PurgedRetentionName, number>> => {
  const purged: Partial<Record<PurgedRetentionName, number>> = {};
  for (const name of Object.keys(purges) as PurgedRetentionName[]) {
    let all = 0;
    for (let batch = 1; batch > 0 && !isClosed(); all += batch) {
      batch = await purges[name](fork(), beforeOf(retention[name], now), now);
    }
    purged[name] = all;
  }
  return purged as Record<PurgedRetentionName, number>;
};
