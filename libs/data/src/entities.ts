import type { EntityManager, InferKyselyDB } from '@mikro-orm/postgresql';
import { CamelCasePlugin, type ColumnType, type Generated, type Kysely } from 'kysely';
import { motDeltaSchema } from './monitoring/alerts/mot-delta.entity.ts';
import { watchEventSchema } from './monitoring/alerts/watch-event.entity.ts';
import { monitorCheckStateSchema } from './monitoring/alerts/monitor-check-state.entity.ts';
import { monthlyValuationSchema } from './monitoring/alerts/monthly-valuation.entity.ts';
import { dayFigureSchema } from './operations/analytics/day-figure.entity.ts';
import { auditEntrySchema } from './identity/audit-log/audit-log.entity.ts';
import { announcedChangeSchema } from './membership/announced-change/announced-change.entity.ts';
import { changeNoticeSchema } from './membership/announced-change/change-notice.entity.ts';
import { membershipPriceSchema } from './membership/announced-change/membership-price.entity.ts';
import { cancellationCodeSchema } from './membership/cancellation-request/cancellation-code.entity.ts';
import { cancellationRequestSchema } from './membership/cancellation-request/cancellation-request.entity.ts';
import { contactMessageSchema } from './messaging/contact/contact-message.entity.ts';
import { customerSchema } from './membership/customer/customer.entity.ts';
import { disputeRowSchema } from './membership/dispute/dispute.entity.ts';
import { errorGroupSchema } from './operations/error-log/error-group.entity.ts';
import { errorLogRowSchema } from './operations/error-log/error-log.entity.ts';
import { fullCheckRowSchema } from './full-check/full-check.entity.ts';
import { secretSchema } from './jobs/limit/secret.entity.ts';
import { tokenBucketSchema } from './jobs/limit/token-bucket.entity.ts';
import { vendorDailyUsageSchema } from './jobs/limit/vendor-daily-usage.entity.ts';
import { vendorCallCountSchema } from './jobs/limit/vendor-call-count.entity.ts';
import { listTotalSchema } from './operations/lists/list-total.entity.ts';
import { mailOptOutSchema } from './messaging/mails/mail-opt-out.entity.ts';
import { mailSuppressionSchema } from './messaging/mails/mail-suppression.entity.ts';
import { mailSchema } from './messaging/mails/mail.entity.ts';
import { accountDeletionSchema } from './privacy/my-data/account-deletion.entity.ts';
import { dataExportSchema } from './privacy/my-data/data-export.entity.ts';
import { dataRequestSchema } from './privacy/my-data/data-request.entity.ts';
import { emailChangeSchema } from './identity/email-change/email-change.entity.ts';
import { retainedRecordSchema } from './membership/retained-record/retained-record.entity.ts';
import { newsletterIssueSchema } from './messaging/newsletter/newsletter-issue.entity.ts';
import { newsletterSubscriptionSchema } from './messaging/newsletter/newsletter-subscription.entity.ts';
import { newsletterTokenSchema } from './messaging/newsletter/newsletter-token.entity.ts';
import { scheduledJobSchema } from './jobs/scheduled-job/scheduled-job.entity.ts';
import { deadLetterSchema } from './jobs/outbox/dead-letter.entity.ts';
import { outboxMessageSchema } from './jobs/outbox/outbox.entity.ts';
import { fileImportSchema } from './vehicle/places/file-import.entity.ts';
import { fuelDaySchema, fuelPriceSchema } from './vehicle/places/fuel-price.entity.ts';
import { fuelStationSchema } from './vehicle/places/fuel-station.entity.ts';
import { recallCampaignSchema } from './vehicle/places/recall-campaign.entity.ts';
import { prerenderedPagesSchema } from './releases/registry/prerendered-pages.entity.ts';
import { releaseChannelSchema } from './releases/registry/release-channel.entity.ts';
import { releaseFileSchema } from './releases/registry/release-file.entity.ts';
import { releaseMoveSchema } from './releases/registry/release-move.entity.ts';
import { releaseTokenSchema } from './releases/registry/release-token.entity.ts';
import { remoteReleaseSchema } from './releases/registry/remote-release.entity.ts';
import { paymentSchema } from './membership/payment/payment.entity.ts';
import { vehiclePictureSchema } from './vehicle/picture/vehicle-picture.entity.ts';
import { releaseFailureSchema } from './releases/release-health/release-failure.entity.ts';
import { releaseLoadSchema } from './releases/release-health/release-load.entity.ts';
import { releaseVitalSchema } from './releases/release-health/release-vital.entity.ts';
import { reportReadyMailSchema } from './report/report-ready-mail.entity.ts';
import { reportShareSchema } from './report/report-share.entity.ts';
import { reportPdfSchema } from './report/report-pdf.entity.ts';
import { reportSchema } from './report/report.entity.ts';
import { restoreSchema } from './operations/restore/restore.entity.ts';
import { magicLinkSchema } from './identity/session/magic-link.entity.ts';
import { sessionSchema } from './identity/session/session.entity.ts';
import { signInRequestSchema } from './identity/session/sign-in-request.entity.ts';
import { consentSchema } from './membership/sign-up/consent.entity.ts';
import { formerMemberSchema } from './membership/sign-up/former-member.entity.ts';
import { signUpSchema } from './membership/sign-up/sign-up.entity.ts';
import { localAdminSessionSchema } from './identity/staff/local-admin-session.entity.ts';
import { passwordResetSchema } from './identity/staff/password-reset.entity.ts';
import { recoveryCodeSchema } from './identity/staff/recovery-code.entity.ts';
import { secondFactorSchema } from './identity/staff/second-factor.entity.ts';
import { staffSignInSchema } from './identity/staff/staff-sign-in.entity.ts';
import { stripeEventSchema } from './membership/stripe-event/stripe-event.entity.ts';
import { orphanSubscriptionSchema } from './membership/subscription/orphan-subscription.entity.ts';
import { subscriptionSchema } from './membership/subscription/subscription.entity.ts';
import { inboundTextSchema } from './messaging/texts/inbound-text.entity.ts';
import { phoneCodeSchema } from './membership/phone/phone-code.entity.ts';
import { textOptOutSchema } from './messaging/texts/text-opt-out.entity.ts';
import { textSchema } from './messaging/texts/text.entity.ts';
import { userRoleSchema } from './identity/user/user-role.entity.ts';
import { userSchema } from './identity/user/user.entity.ts';
import { vehicleFetchRowSchema } from './vehicle/vehicle-fetch/vehicle-fetch.entity.ts';
import { vehicleSchema } from './vehicle/vehicle.entity.ts';
import { reminderRowSchema } from './monitoring/watch/reminder.entity.ts';
import { watchDueDateSchema } from './monitoring/watch/watch-due-date.entity.ts';
import { watchRowSchema } from './monitoring/watch/watch.entity.ts';

export const entitySchemas = [
  accountDeletionSchema,
  announcedChangeSchema,
  auditEntrySchema,
  cancellationCodeSchema,
  cancellationRequestSchema,
  changeNoticeSchema,
  consentSchema,
  contactMessageSchema,
  customerSchema,
  dataExportSchema,
  dataRequestSchema,
  dayFigureSchema,
  disputeRowSchema,
  emailChangeSchema,
  errorGroupSchema,
  errorLogRowSchema,
  fileImportSchema,
  formerMemberSchema,
  fuelDaySchema,
  fuelPriceSchema,
  fuelStationSchema,
  fullCheckRowSchema,
  deadLetterSchema,
  inboundTextSchema,
  retainedRecordSchema,
  localAdminSessionSchema,
  magicLinkSchema,
  mailSchema,
  mailOptOutSchema,
  mailSuppressionSchema,
  membershipPriceSchema,
  motDeltaSchema,
  newsletterIssueSchema,
  newsletterSubscriptionSchema,
  newsletterTokenSchema,
  orphanSubscriptionSchema,
  outboxMessageSchema,
  passwordResetSchema,
  paymentSchema,
  phoneCodeSchema,
  prerenderedPagesSchema,
  reportReadyMailSchema,
  recallCampaignSchema,
  recoveryCodeSchema,
  releaseChannelSchema,
  releaseFileSchema,
  releaseMoveSchema,
  releaseTokenSchema,
  reminderRowSchema,
  releaseFailureSchema,
  releaseLoadSchema,
  releaseVitalSchema,
  remoteReleaseSchema,
  reportPdfSchema,
  reportSchema,
  reportShareSchema,
  restoreSchema,
  scheduledJobSchema,
  secondFactorSchema,
  secretSchema,
  sessionSchema,
  signInRequestSchema,
  signUpSchema,
  staffSignInSchema,
  stripeEventSchema,
  subscriptionSchema,
  textSchema,
  textOptOutSchema,
  tokenBucketSchema,
  listTotalSchema,
  userRoleSchema,
  userSchema,
  vehicleFetchRowSchema,
  vehiclePictureSchema,
  vehicleSchema,
  vendorDailyUsageSchema,
  vendorCallCountSchema,
  watchEventSchema,
  monitorCheckStateSchema,
  monthlyValuationSchema,
  watchDueDateSchema,
  watchRowSchema,
] as const;

type Stored = InferKyselyDB<(typeof entitySchemas)[number]>;

type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

/**
 * The type to write to a JSON column. The driver sends an array as a PostgreSQL array and a string as is, so values of
 * both types have to be passed as JSON text.
 */
type Written<Value> = unknown extends Value
  ? ColumnType<Value, string | null, string | null>
  : Value extends Generated<infer Known>
    ? IsJsonArray<Known> extends true
      ? ColumnType<Known, string | undefined, string>
      : Value
    : IsJsonArray<Value> extends true
      ? ColumnType<Value, string, string>
      : Value;
/** True for arrays stored as JSON: arrays of arbitrary text are PostgreSQL arrays. */
type IsJsonArray<Value> = Value extends readonly (infer Element)[] ? (string extends Element ? false : true) : false;

/** Every table by its name, with its columns in camel case. */
export type Tables = {
  [Table in keyof Stored]: { [Column in keyof Stored[Table] as Camel<Column>]: Written<Stored[Table][Column]> };
};

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true, underscoreBeforeDigits: true });

/**
 * Kysely on the entity manager's connection, inside its transaction if it has one. Columns are in camel case, also
 * those that raw SQL returns; inside raw SQL they keep their database names.
 */
export const tables = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>().withPlugin(camelCase);
