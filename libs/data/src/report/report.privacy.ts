import { type RawBuilder, sql } from 'kysely';
import { isRowOfUserOrAddressSql } from '../kernel/rows-of-person.ts';
import { type AggregateTablePrivacy, purgeRuleOlderThan } from '../kernel/table-privacy.ts';

const isOfCustomer = sql`customer_id = (select customer_id from person)`;
const isOfReport = sql`report_id in (select id from reports where ${isOfCustomer})`;
const registration: RawBuilder<unknown> = sql`(
  select registration_number from reports where reports.id = report_id
) as "registration"`;

export const reportTablePrivacy = {
  reports: {
    rows: isOfCustomer,
    title: 'Saved reports',
    // Includes sections that are locked until a full check: a copy contains all data held (Article 15 UK GDPR), not
    // only what is shown.
    columns: sql`registration_number as "registration", vehicle_make as "make", vehicle_model as "model",
        vehicle_year as "year", vehicle_color as "colour", fuel_type as "fuel", engine_size as "engineSizeInCc",
        transmission, seats, max_speed as "maximumSpeedInMph", kerb_weight as "kerbWeightInKg", bhp,
        engine_number as "engineNumber", vin_last_5 as "lastFiveOfTheVin", euro_status as "euroStatus",
        vehicle_age as "ageInYears", mot_expiry as "motUntil", tax_expiry as "taxedUntil",
        last_vsc_date as "lastRegistrationCertificate", created_at as "savedAt", updated_at as "updatedAt",
        report_data as "data"`,
    erase: { with: 'customers' },
    namedBy: ['id'],
  },
  report_shares: {
    rows: isOfReport,
    title: 'Links by which you share a report',
    columns: sql`${registration}, name as "yourNameForIt", created_at as "madeAt", expires_at as "worksUntil",
        revoked_at as "takenBackAt", view_count as "timesOpened", last_viewed_at as "lastOpenedAt"`,
    erase: 'rows',
    namedBy: ['id'],
    purge: { reportShares: purgeRuleOlderThan('created_at') },
  },
  report_pdfs: {
    rows: isOfReport,
    title: 'PDFs of your reports',
    columns: sql`${registration}, status, created_at as "askedForAt", finished_at as "finishedAt"`,
    omits: ['content'],
    erase: { with: 'reports' },
    namedBy: ['id'],
    purge: { reportPdfs: purgeRuleOlderThan('created_at') },
  },
  report_ready_mails: {
    rows: isRowOfUserOrAddressSql('report_ready_mails', { email: 'email', at: 'requested_at' }),
    title: 'Reports you wanted a mail about',
    columns: sql`registration_number as "registration", report_ready_mails.email as "emailAddress",
        requested_at as "askedForAt", retry_until as "weAskTheSourcesUntil", next_fetch_at as "weAskThemNextAt",
        fetch_count as "timesWeAskedThem", sent_at as "sentAt"`,
    erase: 'rows',
    namedBy: ['id'],
    purge: { reportReadyMails: purgeRuleOlderThan('requested_at') },
  },
} satisfies AggregateTablePrivacy;
