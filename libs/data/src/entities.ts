import type { EntityManager, InferKyselyDB } from '@mikro-orm/postgresql';
import { CamelCasePlugin, type ColumnType, type Generated, type Kysely } from 'kysely';
import { motDeltaFileEntity } from './monitoring/alerts/mot-delta.entity.ts';
import { watchEventEntity } from './monitoring/alerts/watch-event.entity.ts';
import { monitorCheckStateEntity } from './monitoring/alerts/monitor-check-state.entity.ts';
import { monthlyValuationEntity } from './monitoring/alerts/monthly-valuation.entity.ts';
import { dayFigureEntity } from './operations/analytics/day-figure.entity.ts';
import { auditLogEntryEntity } from './identity/audit-log/audit-log.entity.ts';
import { announcedChangeEntity } from './membership/announced-change/announced-change.entity.ts';
import { changeNoticeEntity } from './membership/announced-change/change-notice.entity.ts';
import { membershipPriceEntity } from './membership/announced-change/membership-price.entity.ts';
import { cancellationCodeEntity } from './membership/cancellation-request/cancellation-code.entity.ts';
import { cancellationRequestEntity } from './membership/cancellation-request/cancellation-request.entity.ts';
import { contactMessageEntity } from './messaging/contact/contact-message.entity.ts';
import { customerEntity } from './membership/customer/customer.entity.ts';
import { dataDisputeEntity } from './membership/dispute/dispute.entity.ts';
import { errorGroupEntity } from './operations/error-log/error-group.entity.ts';
import { errorLogEntity } from './operations/error-log/error-log.entity.ts';
import { fullCheckEntity } from './full-check/full-check.entity.ts';
import { sharedSecretEntity } from './jobs/limit/secret.entity.ts';
import { tokenBucketEntity } from './jobs/limit/token-bucket.entity.ts';
import { vendorDailyUsageEntity } from './jobs/limit/vendor-daily-usage.entity.ts';
import { vendorCallCountEntity } from './jobs/limit/vendor-call-count.entity.ts';
import { listTotalEntity } from './operations/lists/list-total.entity.ts';
import { mailOptOutEntity } from './messaging/mails/mail-opt-out.entity.ts';
import { mailSuppressionEntity } from './messaging/mails/mail-suppression.entity.ts';
import { mailEntity } from './messaging/mails/mail.entity.ts';
import { accountDeletionEntity } from './privacy/my-data/account-deletion.entity.ts';
import { dataExportEntity } from './privacy/my-data/data-export.entity.ts';
import { personalDataRequestEntity } from './privacy/my-data/data-request.entity.ts';
import { emailChangeEntity } from './identity/email-change/email-change.entity.ts';
import { retainedRecordEntity } from './membership/retained-record/retained-record.entity.ts';
import { newsletterIssueEntity } from './messaging/newsletter/newsletter-issue.entity.ts';
import { newsletterSubscriptionEntity } from './messaging/newsletter/newsletter-subscription.entity.ts';
import { newsletterTokenEntity } from './messaging/newsletter/newsletter-token.entity.ts';
import { scheduledJobEntity } from './jobs/scheduled-job/scheduled-job.entity.ts';
import { deadLetterEntity } from './jobs/outbox/dead-letter.entity.ts';
import { outboxMessageEntity } from './jobs/outbox/outbox.entity.ts';
import { fileImportEntity } from './vehicle/places/file-import.entity.ts';
import { fuelDailyPriceEntity, fuelPriceEntity } from './vehicle/places/fuel-price.entity.ts';
import { fuelStationEntity } from './vehicle/places/fuel-station.entity.ts';
import { recallCampaignEntity } from './vehicle/places/recall-campaign.entity.ts';
import { prerenderedPagesEntity } from './releases/registry/prerendered-pages.entity.ts';
import { releaseChannelEntity } from './releases/registry/release-channel.entity.ts';
import { releaseFileEntity } from './releases/registry/release-file.entity.ts';
import { releaseMoveEntity } from './releases/registry/release-move.entity.ts';
import { releasePreviewEntity } from './releases/preview/release-preview.entity.ts';
import { releaseTokenEntity } from './releases/registry/release-token.entity.ts';
import { remoteReleaseEntity } from './releases/registry/remote-release.entity.ts';
import { paymentEntity } from './membership/payment/payment.entity.ts';
import { vehiclePictureEntity } from './vehicle/picture/vehicle-picture.entity.ts';
import { releaseFailureEntity } from './releases/release-health/release-failure.entity.ts';
import { releasePageLoadEntity } from './releases/release-health/release-load.entity.ts';
import { releaseWebVitalEntity } from './releases/release-health/release-vital.entity.ts';
import { routeWebVitalEntity } from './releases/release-health/route-vital.entity.ts';
import { reportReadyMailEntity } from './report/report-ready-mail.entity.ts';
import { reportShareEntity } from './report/report-share.entity.ts';
import { reportPdfEntity } from './report/report-pdf.entity.ts';
import { reportEntity } from './report/report.entity.ts';
import { databaseRestoreEntity } from './operations/restore/restore.entity.ts';
import { serviceFaultEntity } from './operations/service-fault/service-fault.entity.ts';
import { signInLinkEntity } from './identity/session/magic-link.entity.ts';
import { sessionEntity } from './identity/session/session.entity.ts';
import { signInRequestEntity } from './identity/session/sign-in-request.entity.ts';
import { consentEntity } from './membership/sign-up/consent.entity.ts';
import { formerMemberEntity } from './membership/sign-up/former-member.entity.ts';
import { signUpEntity } from './membership/sign-up/sign-up.entity.ts';
import { breakGlassSessionEntity } from './identity/staff/local-admin-session.entity.ts';
import { staffPasswordLinkEntity } from './identity/staff/password-reset.entity.ts';
import { recoveryCodeEntity } from './identity/staff/recovery-code.entity.ts';
import { secondFactorEntity } from './identity/staff/second-factor.entity.ts';
import { staffSignInEntity } from './identity/staff/staff-sign-in.entity.ts';
import { stripeEventEntity } from './membership/stripe-event/stripe-event.entity.ts';
import { orphanSubscriptionEntity } from './membership/subscription/orphan-subscription.entity.ts';
import { subscriptionEntity } from './membership/subscription/subscription.entity.ts';
import { inboundTextEntity } from './messaging/texts/inbound-text.entity.ts';
import { phoneCodeEntity } from './membership/phone/phone-code.entity.ts';
import { textOptOutEntity } from './messaging/texts/text-opt-out.entity.ts';
import { textEntity } from './messaging/texts/text.entity.ts';
import { userRoleEntity } from './identity/user/user-role.entity.ts';
import { userEntity } from './identity/user/user.entity.ts';
import { vehicleFetchEntity } from './vehicle/vehicle-fetch/vehicle-fetch.entity.ts';
import { vehicleEntity } from './vehicle/vehicle.entity.ts';
import { reminderEntity } from './monitoring/watch/reminder.entity.ts';
import { watchDueDateEntity } from './monitoring/watch/watch-due-date.entity.ts';
import { watchEntity } from './monitoring/watch/watch.entity.ts';

export const databaseEntities = [
  accountDeletionEntity,
  announcedChangeEntity,
  auditLogEntryEntity,
  cancellationCodeEntity,
  cancellationRequestEntity,
  changeNoticeEntity,
  consentEntity,
  contactMessageEntity,
  customerEntity,
  dataExportEntity,
  personalDataRequestEntity,
  dayFigureEntity,
  dataDisputeEntity,
  emailChangeEntity,
  errorGroupEntity,
  errorLogEntity,
  fileImportEntity,
  formerMemberEntity,
  fuelDailyPriceEntity,
  fuelPriceEntity,
  fuelStationEntity,
  fullCheckEntity,
  deadLetterEntity,
  inboundTextEntity,
  retainedRecordEntity,
  breakGlassSessionEntity,
  signInLinkEntity,
  mailEntity,
  mailOptOutEntity,
  mailSuppressionEntity,
  membershipPriceEntity,
  motDeltaFileEntity,
  newsletterIssueEntity,
  newsletterSubscriptionEntity,
  newsletterTokenEntity,
  orphanSubscriptionEntity,
  outboxMessageEntity,
  staffPasswordLinkEntity,
  paymentEntity,
  phoneCodeEntity,
  prerenderedPagesEntity,
  reportReadyMailEntity,
  recallCampaignEntity,
  recoveryCodeEntity,
  releaseChannelEntity,
  releaseFileEntity,
  releaseMoveEntity,
  releasePreviewEntity,
  releaseTokenEntity,
  reminderEntity,
  releaseFailureEntity,
  releasePageLoadEntity,
  releaseWebVitalEntity,
  remoteReleaseEntity,
  reportPdfEntity,
  reportEntity,
  reportShareEntity,
  databaseRestoreEntity,
  routeWebVitalEntity,
  serviceFaultEntity,
  scheduledJobEntity,
  secondFactorEntity,
  sharedSecretEntity,
  sessionEntity,
  signInRequestEntity,
  signUpEntity,
  staffSignInEntity,
  stripeEventEntity,
  subscriptionEntity,
  textEntity,
  textOptOutEntity,
  tokenBucketEntity,
  listTotalEntity,
  userRoleEntity,
  userEntity,
  vehicleFetchEntity,
  vehiclePictureEntity,
  vehicleEntity,
  vendorDailyUsageEntity,
  vendorCallCountEntity,
  watchEventEntity,
  monitorCheckStateEntity,
  monthlyValuationEntity,
  watchDueDateEntity,
  watchEntity,
] as const;

type Stored = InferKyselyDB<(typeof databaseEntities)[number]>;

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
