import type { PurgedRetentionName, RetentionName, retentionSchedule } from '@ve/domain/privacy/retention';
import { fullCheckTablePrivacy } from './full-check/full-check.privacy.ts';
import { auditLogTablePrivacy } from './identity/audit-log/audit-log.privacy.ts';
import { emailChangeTablePrivacy } from './identity/email-change/email-change.privacy.ts';
import { sessionTablePrivacy } from './identity/session/session.privacy.ts';
import { staffTablePrivacy } from './identity/staff/staff.privacy.ts';
import { userTablePrivacy } from './identity/user/user.privacy.ts';
import { rateLimitTablePrivacy } from './jobs/limit/limit.privacy.ts';
import { outboxTablePrivacy } from './jobs/outbox/outbox.privacy.ts';
import type { PurgeRule, TableName, TablePrivacy } from './kernel/table-privacy.ts';
import { announcedChangeTablePrivacy } from './membership/announced-change/announced-change.privacy.ts';
import { cancellationTablePrivacy } from './membership/cancellation-request/cancellation.privacy.ts';
import { customerTablePrivacy } from './membership/customer/customer.privacy.ts';
import { dataDisputeTablePrivacy } from './membership/dispute/dispute.privacy.ts';
import { paymentTablePrivacy } from './membership/payment/payment.privacy.ts';
import { phoneCodeTablePrivacy } from './membership/phone/phone-code.privacy.ts';
import { retainedRecordTablePrivacy } from './membership/retained-record/retained-record.privacy.ts';
import { signUpTablePrivacy } from './membership/sign-up/sign-up.privacy.ts';
import { stripeEventTablePrivacy } from './membership/stripe-event/stripe-event.privacy.ts';
import { subscriptionTablePrivacy } from './membership/subscription/subscription.privacy.ts';
import { contactMessageTablePrivacy } from './messaging/contact/contact-message.privacy.ts';
import { mailTablePrivacy } from './messaging/mails/mail.privacy.ts';
import { newsletterTablePrivacy } from './messaging/newsletter/newsletter.privacy.ts';
import { textTablePrivacy } from './messaging/texts/text.privacy.ts';
import { alertTablePrivacy } from './monitoring/alerts/alert.privacy.ts';
import { watchTablePrivacy } from './monitoring/watch/watch.privacy.ts';
import { errorLogTablePrivacy } from './operations/error-log/error-log.privacy.ts';
import { myDataTablePrivacy } from './privacy/my-data/my-data.privacy.ts';
import { releaseHealthTablePrivacy } from './releases/release-health/release-health.privacy.ts';
import { reportTablePrivacy } from './report/report.privacy.ts';
import { vehiclePictureTablePrivacy } from './vehicle/picture/vehicle-picture.privacy.ts';
import { vehicleFetchTablePrivacy } from './vehicle/vehicle-fetch/vehicle-fetch.privacy.ts';
import { vehicleTablePrivacy } from './vehicle/vehicle.privacy.ts';

type Entries = typeof retentionSchedule;
type TablesOf<Name extends RetentionName> = Entries[Name]['tables'][number];
type RetainedTable = TablesOf<RetentionName>;
/** The tables about no person need no more than their entry. */
type AboutNoPerson = TablesOf<'machines'>;

/** The entries of the retention table by which rows of a table are purged. */
type PurgesOf<Table extends RetainedTable> = {
  [Name in PurgedRetentionName]: Table extends TablesOf<Name> ? Name : never;
}[PurgedRetentionName];

/** A table with a purge for each of these entries, and for no other. */
type Purged<Names extends PurgedRetentionName> = [Names] extends [never]
  ? { purge?: never }
  : { purge: Record<Names, PurgeRule> & Partial<Record<Exclude<PurgedRetentionName, Names>, never>> };

/**
 * How each table treats personal data. The type joins it with the retention table, which says what is kept, why and for
 * how long: a table of one and not the other does not compile, nor does one without the purges that the retention table
 * promises. A copy of a person's data has this order; their rows are deleted in the reverse order, users last.
 */
export const tablePrivacy = {
  ...userTablePrivacy,
  ...customerTablePrivacy,
  ...emailChangeTablePrivacy,
  ...announcedChangeTablePrivacy,
  ...signUpTablePrivacy,
  ...subscriptionTablePrivacy,
  ...watchTablePrivacy,
  ...paymentTablePrivacy,
  ...cancellationTablePrivacy,
  ...reportTablePrivacy,
  ...fullCheckTablePrivacy,
  ...alertTablePrivacy,
  ...dataDisputeTablePrivacy,
  ...contactMessageTablePrivacy,
  ...mailTablePrivacy,
  ...textTablePrivacy,
  ...phoneCodeTablePrivacy,
  ...newsletterTablePrivacy,
  ...sessionTablePrivacy,
  ...staffTablePrivacy,
  ...errorLogTablePrivacy,
  ...myDataTablePrivacy,
  ...auditLogTablePrivacy,
  ...stripeEventTablePrivacy,
  ...outboxTablePrivacy,
  ...rateLimitTablePrivacy,
  ...retainedRecordTablePrivacy,
  ...releaseHealthTablePrivacy,
  ...vehicleTablePrivacy,
  ...vehiclePictureTablePrivacy,
  ...vehicleFetchTablePrivacy,
} satisfies {
  readonly [Table in Exclude<TableName | RetainedTable, AboutNoPerson>]: TablePrivacy & Purged<PurgesOf<Table>>;
};

export type TableWithPersonalData = keyof typeof tablePrivacy;

/** Every table with its name, in the order of `tablePrivacy`. */
export const tablePrivacyEntries = Object.entries<TablePrivacy>(tablePrivacy) as [
  TableWithPersonalData,
  TablePrivacy,
][];
