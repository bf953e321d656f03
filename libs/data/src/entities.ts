import type { EntityManager, InferKyselyDB } from '@mikro-orm/postgresql';
import { lookAnswerSchema } from './alerts/look-answer.entity.ts';
import { motDeltaSchema } from './alerts/mot-delta.entity.ts';
import { watchEventSchema } from './alerts/watch-event.entity.ts';
import { watchStateSchema } from './alerts/watch-state.entity.ts';
import { watchValueSchema } from './alerts/watch-value.entity.ts';
import { dayFigureSchema } from './analytics/day-figure.entity.ts';
import { auditEntrySchema } from './audit-log/audit-log.entity.ts';
import { cancellationCodeSchema } from './cancellation-request/cancellation-code.entity.ts';
import { cancellationRequestSchema } from './cancellation-request/cancellation-request.entity.ts';
import { contactMessageSchema } from './contact/contact-message.entity.ts';
import { customerSchema } from './customer/customer.entity.ts';
import { disputeRowSchema } from './dispute/dispute.entity.ts';
import { errorGroupSchema } from './error-log/error-group.entity.ts';
import { errorLogRowSchema } from './error-log/error-log.entity.ts';
import { fullCheckRowSchema } from './full-check/full-check.entity.ts';
import { secretSchema } from './limit/secret.entity.ts';
import { tokenBucketSchema } from './limit/token-bucket.entity.ts';
import { vendorDaySchema } from './limit/vendor-day.entity.ts';
import { vendorMinuteSchema } from './limit/vendor-minute.entity.ts';
import { totalSchema } from './list/total.entity.ts';
import { mailStopSchema } from './mails/mail-stop.entity.ts';
import { mailSuppressionSchema } from './mails/mail-suppression.entity.ts';
import { mailSchema } from './mails/mail.entity.ts';
import { accountDeletionSchema } from './my-data/account-deletion.entity.ts';
import { dataExportSchema } from './my-data/data-export.entity.ts';
import { dataRequestSchema } from './my-data/data-request.entity.ts';
import { emailChangeSchema } from './my-data/email-change.entity.ts';
import { keptRecordSchema } from './my-data/kept-record.entity.ts';
import { newsletterSubscriptionSchema } from './newsletter/newsletter-subscription.entity.ts';
import { newsletterTokenSchema } from './newsletter/newsletter-token.entity.ts';
import { scheduledJobSchema } from './operations/scheduled-job.entity.ts';
import { givenUpJobSchema } from './outbox/given-up-job.entity.ts';
import { outboxMessageSchema } from './outbox/outbox.entity.ts';
import { fileImportSchema } from './places/file-import.entity.ts';
import { fuelDaySchema, fuelPriceSchema } from './places/fuel-price.entity.ts';
import { fuelStationSchema } from './places/fuel-station.entity.ts';
import { recallCampaignSchema } from './places/recall-campaign.entity.ts';
import { prerenderedPagesSchema } from './registry/prerendered-pages.entity.ts';
import { releaseChannelSchema } from './registry/release-channel.entity.ts';
import { releaseFileSchema } from './registry/release-file.entity.ts';
import { releaseMoveSchema } from './registry/release-move.entity.ts';
import { releaseTokenSchema } from './registry/release-token.entity.ts';
import { remoteReleaseSchema } from './registry/remote-release.entity.ts';
import { paymentSchema } from './payment/payment.entity.ts';
import { vehiclePictureSchema } from './picture/vehicle-picture.entity.ts';
import { releaseFaultSchema } from './release-health/release-fault.entity.ts';
import { releaseLoadSchema } from './release-health/release-load.entity.ts';
import { releaseVitalSchema } from './release-health/release-vital.entity.ts';
import { readyMailSchema } from './report/ready-mail.entity.ts';
import { reportShareSchema } from './report/report-share.entity.ts';
import { reportPdfSchema } from './report/report-pdf.entity.ts';
import { reportSchema } from './report/report.entity.ts';
import { restoreSchema } from './restore/restore.entity.ts';
import { magicLinkSchema } from './session/magic-link.entity.ts';
import { sessionSchema } from './session/session.entity.ts';
import { signInRequestSchema } from './session/sign-in-request.entity.ts';
import { consentSchema } from './sign-up/consent.entity.ts';
import { formerMemberSchema } from './sign-up/former-member.entity.ts';
import { signUpSchema } from './sign-up/sign-up.entity.ts';
import { localAdminSessionSchema } from './staff/local-admin-session.entity.ts';
import { passwordResetSchema } from './staff/password-reset.entity.ts';
import { recoveryCodeSchema } from './staff/recovery-code.entity.ts';
import { secondFactorSchema } from './staff/second-factor.entity.ts';
import { staffSignInSchema } from './staff/staff-sign-in.entity.ts';
import { stripeEventSchema } from './stripe-event/stripe-event.entity.ts';
import { orphanSubscriptionSchema } from './subscription/orphan-subscription.entity.ts';
import { subscriptionSchema } from './subscription/subscription.entity.ts';
import { inboundTextSchema } from './texts/inbound-text.entity.ts';
import { phoneCodeSchema } from './texts/phone-code.entity.ts';
import { textStopSchema } from './texts/text-stop.entity.ts';
import { textSchema } from './texts/text.entity.ts';
import { userRoleSchema } from './user/user-role.entity.ts';
import { userSchema } from './user/user.entity.ts';
import { vehicleFetchRowSchema } from './vehicle-fetch/vehicle-fetch.entity.ts';
import { vehicleSchema } from './vehicle/vehicle.entity.ts';
import { reminderRowSchema } from './watch/reminder.entity.ts';
import { watchDueSchema } from './watch/watch-due.entity.ts';
import { watchRowSchema } from './watch/watch.entity.ts';

/** Every table of the product. */
export const entities = [
  accountDeletionSchema,
  auditEntrySchema,
  cancellationCodeSchema,
  cancellationRequestSchema,
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
  givenUpJobSchema,
  inboundTextSchema,
  keptRecordSchema,
  localAdminSessionSchema,
  lookAnswerSchema,
  magicLinkSchema,
  mailSchema,
  mailStopSchema,
  mailSuppressionSchema,
  motDeltaSchema,
  newsletterSubscriptionSchema,
  newsletterTokenSchema,
  orphanSubscriptionSchema,
  outboxMessageSchema,
  passwordResetSchema,
  paymentSchema,
  phoneCodeSchema,
  prerenderedPagesSchema,
  readyMailSchema,
  recallCampaignSchema,
  recoveryCodeSchema,
  releaseChannelSchema,
  releaseFileSchema,
  releaseMoveSchema,
  releaseTokenSchema,
  reminderRowSchema,
  releaseFaultSchema,
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
  textStopSchema,
  tokenBucketSchema,
  totalSchema,
  userRoleSchema,
  userSchema,
  vehicleFetchRowSchema,
  vehiclePictureSchema,
  vehicleSchema,
  vendorDaySchema,
  vendorMinuteSchema,
  watchEventSchema,
  watchStateSchema,
  watchValueSchema,
  watchDueSchema,
  watchRowSchema,
] as const;

export type Tables = InferKyselyDB<(typeof entities)[number]>;

/**
 * Kysely on the entity manager's connection, inside its transaction if it has one. Columns by their database names;
 * instants are Dates in both directions.
 */
export const tables = (em: EntityManager) => em.getKysely<Tables>({ convertValues: true });
