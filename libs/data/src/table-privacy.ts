import type { PurgedRetentionName, RetentionName, retentionSchedule } from '@ve/domain/privacy/retention';
import { fullCheckPrivacy } from './full-check/full-check.privacy.ts';
import { auditLogPrivacy } from './identity/audit-log/audit-log.privacy.ts';
import { emailChangePrivacy } from './identity/email-change/email-change.privacy.ts';
import { sessionPrivacy } from './identity/session/session.privacy.ts';
import { staffPrivacy } from './identity/staff/staff.privacy.ts';
import { userPrivacy } from './identity/user/user.privacy.ts';
import { rateLimitPrivacy } from './jobs/limit/limit.privacy.ts';
import { outboxPrivacy } from './jobs/outbox/outbox.privacy.ts';
import type { PurgeRule, TableName, TablePrivacy } from './kernel/table-privacy.ts';
import { announcedChangePrivacy } from './membership/announced-change/announced-change.privacy.ts';
import { cancellationPrivacy } from './membership/cancellation-request/cancellation.privacy.ts';
import { customerPrivacy } from './membership/customer/customer.privacy.ts';
import { disputePrivacy } from './membership/dispute/dispute.privacy.ts';
import { paymentPrivacy } from './membership/payment/payment.privacy.ts';
import { phoneCodePrivacy } from './membership/phone/phone-code.privacy.ts';
import { retainedRecordPrivacy } from './membership/retained-record/retained-record.privacy.ts';
import { signUpPrivacy } from './membership/sign-up/sign-up.privacy.ts';
import { stripeEventPrivacy } from './membership/stripe-event/stripe-event.privacy.ts';
import { subscriptionPrivacy } from './membership/subscription/subscription.privacy.ts';
import { contactMessagePrivacy } from './messaging/contact/contact-message.privacy.ts';
import { mailPrivacy } from './messaging/mails/mail.privacy.ts';
import { newsletterPrivacy } from './messaging/newsletter/newsletter.privacy.ts';
import { textPrivacy } from './messaging/texts/text.privacy.ts';
import { alertPrivacy } from './monitoring/alerts/alert.privacy.ts';
import { watchPrivacy } from './monitoring/watch/watch.privacy.ts';
import { errorLogPrivacy } from './operations/error-log/error-log.privacy.ts';
import { myDataPrivacy } from './privacy/my-data/my-data.privacy.ts';
import { releaseHealthPrivacy } from './releases/release-health/release-health.privacy.ts';
import { reportPrivacy } from './report/report.privacy.ts';
import { vehiclePicturePrivacy } from './vehicle/picture/vehicle-picture.privacy.ts';
import { vehicleFetchPrivacy } from './vehicle/vehicle-fetch/vehicle-fetch.privacy.ts';
import { vehiclePrivacy } from './vehicle/vehicle.privacy.ts';

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
  ...userPrivacy,
  ...customerPrivacy,
  ...emailChangePrivacy,
  ...announcedChangePrivacy,
  ...signUpPrivacy,
  ...subscriptionPrivacy,
  ...watchPrivacy,
  ...paymentPrivacy,
  ...cancellationPrivacy,
  ...reportPrivacy,
  ...fullCheckPrivacy,
  ...alertPrivacy,
  ...disputePrivacy,
  ...contactMessagePrivacy,
  ...mailPrivacy,
  ...textPrivacy,
  ...phoneCodePrivacy,
  ...newsletterPrivacy,
  ...sessionPrivacy,
  ...staffPrivacy,
  ...errorLogPrivacy,
  ...myDataPrivacy,
  ...auditLogPrivacy,
  ...stripeEventPrivacy,
  ...outboxPrivacy,
  ...rateLimitPrivacy,
  ...retainedRecordPrivacy,
  ...releaseHealthPrivacy,
  ...vehiclePrivacy,
  ...vehiclePicturePrivacy,
  ...vehicleFetchPrivacy,
} satisfies {
  readonly [Table in Exclude<TableName | RetainedTable, AboutNoPerson>]: TablePrivacy & Purged<PurgesOf<Table>>;
};

export type TableWithPersonalData = keyof typeof tablePrivacy;

/** Every table with its name, in the order of `tablePrivacy`. */
export const tablePrivacyEntries = Object.entries<TablePrivacy>(tablePrivacy) as [
  TableWithPersonalData,
  TablePrivacy,
][];
