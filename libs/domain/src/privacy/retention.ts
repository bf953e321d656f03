import { firstChargeRetentionMonths } from '../membership/retention-periods.ts';
import { trialsPerCardDays } from '../membership/sign-up-outcome.ts';

/**
 * How the rows of an entry end: `age` and `date` (their own) by a purge; `account` by its deletion; `elsewhere` outside
 * of the database; `never`, because they contain no personal data.
 */
export type RetentionEndTrigger = 'age' | 'date' | 'account' | 'elsewhere' | 'never';

export interface RetentionEntry {
  /** The stored data, in the text of the privacy page. */
  what: string;
  /** Its tables. A table may be in several entries if its rows end in several ways. */
  tables: readonly string[];
  ends: RetentionEndTrigger;
  /** The age in days at which a purge deletes it. */
  days?: number;
  /** The retention period as text; `{time}` is replaced by `days`. */
  kept: string;
  why: string;
}

/**
 * The single source of what we store, where, for how long and why. The privacy page shows it, and the workers' purges
 * take their ages from it. How each table is exported, erased and purged is next to its entity;
 * `@ve/data/table-privacy` joins the two, and does not compile for a table that only one of them has.
 */
export const retentionSchedule = {
  vehicles: {
    what: 'Vehicle data without an account',
    tables: ['vehicles'],
    ends: 'age',
    days: 30,
    kept: 'Until a newer answer replaces it, or {time} after anyone last asked for it; it is not linked to you',
    why: 'To answer while a source is down',
  },
  fetches: {
    what: 'The request for a report',
    tables: ['vehicle_fetches'],
    ends: 'age',
    days: 1,
    kept: '{time}',
    why: 'To show its progress',
  },
  pictures: {
    what: 'The picture of a model that came with a full check; it belongs to a registration and is not linked to you',
    tables: ['vehicle_pictures'],
    ends: 'date',
    kept: 'As long as the vendor’s licence permits',
    why: 'To show it with the check',
  },
  networkHashes: {
    what: 'The hash of a network address',
    tables: ['token_buckets', 'vehicle_fetches', 'consents'],
    ends: 'date',
    kept: 'Until the check you asked for has ended; about an hour after a message or a newsletter request; with the proof of a consent, as long as that proof',
    why: 'To limit how much one visitor may ask for',
  },
  errorLogs: {
    what: 'Error reports',
    tables: ['error_logs', 'error_groups'],
    ends: 'age',
    days: 30,
    kept: '{time}',
    why: 'To find and fix the error',
  },
  enquiries: {
    what: 'Enquiries, complaints and affiliate applications, their progress and our answers',
    tables: ['contact_messages'],
    ends: 'age',
    days: 730,
    kept: '{time} after the message',
    why: 'To answer you, and again if you write back',
  },
  disputes: {
    what: 'What you say is wrong in a report, with our answer',
    tables: ['disputes'],
    ends: 'age',
    days: 730,
    kept: '{time} after the message',
    why: 'To check it with its source',
  },
  newsletter: {
    what: 'Newsletter address',
    tables: ['newsletter_subscriptions', 'newsletter_tokens', 'mail_opt_outs'],
    ends: 'age',
    days: 7,
    kept: 'Until you unsubscribe, then deleted within about {time}; {time} if you never confirm it',
    why: 'To send it, and to stop when you ask',
  },
  newsletterIssues: {
    what: 'The newsletters we wrote; they are about no person',
    tables: ['newsletter_issues'],
    ends: 'age',
    days: 730,
    kept: '{time} after the last change',
    why: 'To see what we sent',
  },
  mails: {
    what: 'The record of an e-mail we sent you: the address, the kind and the time, never the text',
    tables: ['mails'],
    ends: 'age',
    days: 30,
    kept: '{time}',
    why: 'To send it only once, and to see what was not delivered',
  },
  undeliverable: {
    what: 'Reports that your e-mail address does not exist, or that you marked our e-mail as spam',
    tables: ['mail_suppressions'],
    ends: 'age',
    days: 730,
    kept: 'Until the account is deleted; {time} for an address without an account',
    why: 'To send nothing more to that address',
  },
  texts: {
    what: 'The record of a text we sent you, or you sent us: the number, the kind and the time, never the words',
    tables: ['texts', 'inbound_texts'],
    ends: 'age',
    days: 30,
    kept: '{time}',
    why: 'To send it only once, and to see what did not arrive',
  },
  textOptOuts: {
    what: 'A number that replied STOP, or that we can’t reach',
    tables: ['text_opt_outs'],
    ends: 'age',
    days: 730,
    kept: 'Until it texts us START, or its account is deleted; {time} for a number without an account',
    why: 'So that no text goes to it, even if someone else enters it',
  },
  phoneCodes: {
    what: 'The code that confirms a number',
    tables: ['phone_codes'],
    ends: 'age',
    days: 1,
    kept: 'It works for 10 minutes; deleted after {time}',
    why: 'To text only people who asked for it',
  },
  reportReadyMails: {
    what: 'Your request for an e-mail when a report is ready, its vehicle, and your address if you have no account',
    tables: ['report_ready_mails'],
    ends: 'age',
    days: 7,
    kept: '{time}',
    why: 'To send it',
  },
  reportShares: {
    what: 'A link by which you share a report: your name for it, how long it works, and how often it was opened',
    tables: ['report_shares'],
    ends: 'age',
    days: 30,
    kept: 'It works for up to 7 days, or until you stop sharing; deleted after {time}, or with the account',
    why: 'To show the report to anyone with the link, and to tell them when it has ended',
  },
  account: {
    what: 'Your account: earlier e-mail addresses, reports, full checks, cancellations, and which reminders you want and how',
    tables: [
      'users',
      'user_roles',
      'customers',
      'subscriptions',
      'reports',
      'full_checks',
      'cancellation_requests',
      'sign_ups',
      'mail_opt_outs',
      'email_changes',
      'watches',
      'watch_due_dates',
    ],
    ends: 'account',
    kept: 'As long as the account exists, then deleted within 30 days',
    why: 'To provide the membership',
  },
  watching: {
    what: 'What we know about the vehicle your membership watches, what has changed, and its value each month',
    tables: ['monitor_check_states', 'watch_events', 'monthly_valuations'],
    ends: 'account',
    kept: 'As long as the account exists, then deleted within 30 days',
    why: 'To tell you once when something changes, and to show you what',
  },
  reminders: {
    what: 'Which reminders we sent you, and when',
    tables: ['reminders'],
    ends: 'age',
    days: 730,
    kept: '{time}, or until the account is deleted',
    why: 'To send each only once, and to show you what we sent',
  },
  failedChecks: {
    what: 'A full check that failed',
    tables: ['full_checks'],
    ends: 'age',
    days: 30,
    kept: '{time}',
    why: 'To see why it failed, and that we returned its credit',
  },
  signIns: {
    what: 'Sign-in links',
    tables: ['sign_in_requests', 'magic_links'],
    ends: 'age',
    days: 1,
    kept: 'They work for 10 minutes; deleted after {time}',
    why: 'To sign you in without a password',
  },
  staffSignIns: {
    what: 'About our staff: unfinished sign-ins, and links that set a password',
    tables: ['staff_sign_ins', 'password_resets', 'local_admin_sessions'],
    ends: 'age',
    days: 7,
    kept: '{time}',
    why: 'To let no one else in',
  },
  staffFactors: {
    what: 'About our staff: the sealed second factor and the hashes of its recovery codes',
    tables: ['second_factors', 'recovery_codes'],
    ends: 'account',
    kept: 'As long as the account exists',
    why: 'To let no one else in',
  },
  signUps: {
    what: 'A sign-up that was never paid for, or whose payment we returned',
    tables: ['sign_ups', 'consents'],
    ends: 'age',
    days: 30,
    kept: '{time}',
    why: 'To account for the payment',
  },
  sessions: {
    what: 'Where you are signed in, and the kind of browser',
    tables: ['sessions'],
    ends: 'age',
    days: 30,
    kept: '{time} after the sign-in ends',
    why: 'To show you where you are signed in, and let you sign out there',
  },
  stripeEvents: {
    what: 'Stripe’s notices about payments: their number and kind, without content',
    tables: ['stripe_events'],
    ends: 'age',
    days: 30,
    kept: '{time}',
    why: 'To act on each only once',
  },
  cancellationCodes: {
    what: 'A code for the cancellation page',
    tables: ['cancellation_codes'],
    ends: 'age',
    days: 1,
    kept: 'It works for 10 minutes; deleted after {time}',
    why: 'To show your membership only to you',
  },
  cancellationAnswers: {
    what: 'Your reason for leaving, if you gave one',
    tables: ['cancellation_requests'],
    ends: 'age',
    days: 365,
    kept: '{time}',
    why: 'To learn from it',
  },
  emailChanges: {
    what: 'A new e-mail address you asked us to use but did not confirm',
    tables: ['email_changes'],
    ends: 'age',
    days: 7,
    kept: '{time}',
    why: 'To confirm it at both addresses',
  },
  exports: {
    what: 'A copy of your data that you asked for',
    tables: ['data_exports'],
    ends: 'age',
    days: 7,
    kept: '{time}',
    why: 'So that you can download it',
  },
  reportPdfs: {
    what: 'A PDF of a saved report that you asked for',
    tables: ['report_pdfs'],
    ends: 'age',
    days: 7,
    kept: '{time}',
    why: 'So that you can download it',
  },
  dataRequests: {
    what: 'Your request to see what we hold about an address without an account',
    tables: ['data_requests'],
    ends: 'age',
    days: 7,
    kept: '{time}',
    why: 'To answer only the owner of the address',
  },
  deletions: {
    what: 'A request to delete your account that you did not confirm',
    tables: ['account_deletions'],
    ends: 'age',
    days: 7,
    kept: '{time}',
    why: 'To delete it only if you mean it',
  },
  payments: {
    what: 'Invoices, receipts and refunds',
    tables: ['payments', 'retained_records'],
    ends: 'date',
    kept: '6 years after the end of the tax year; after you delete your account, without your name, e-mail address and vehicle',
    why: 'Because the law requires it',
  },
  formerMembers: {
    what: 'From a deleted account that had a trial or membership: hashes of its cards and e-mail addresses, and the dates of its trial and first full charge; we make the hashes with a secret key, so no one can read a card number or an address from them',
    tables: ['former_members'],
    ends: 'date',
    kept: `${trialsPerCardDays} days after the trial began, or ${firstChargeRetentionMonths} months after the last full charge if that is later`,
    why: 'To prevent fraud, our legitimate interest; deleting an account does not restart trials and refund periods',
  },
  contracts: {
    what: 'Proof of consent, of contracts, and of the changes that we announced to you, with your answer',
    tables: ['consents', 'change_notices', 'cancellation_requests', 'retained_records'],
    ends: 'account',
    kept: 'As long as the account exists, and 6 years after the contract ends; after you delete your account, without your name, e-mail address and vehicle',
    why: 'To prove what we agreed, for as long as you or we may go to court',
  },
  auditLog: {
    what: 'What our staff did in the service, and when',
    tables: ['audit_log'],
    ends: 'age',
    days: 2_190,
    kept: '{time}; you are in it by number, never by name',
    why: 'To check who has seen or changed your data',
  },
  tasks: {
    what: 'Jobs that our servers have yet to do: numbers, never names',
    tables: ['outbox'],
    ends: 'elsewhere',
    kept: 'Until they are done; 7 days if they fail',
    why: 'To lose nothing when a server fails',
  },
  orphanSubscriptions: {
    what: 'Stripe’s references for a membership that belongs to no account',
    tables: ['orphan_subscriptions'],
    ends: 'elsewhere',
    kept: 'Until we have cancelled and refunded it',
    why: 'To stop anyone paying for nothing',
  },
  failedTasks: {
    what: 'Jobs that failed permanently: numbers, never names',
    tables: ['dead_letters'],
    ends: 'age',
    days: 30,
    kept: '{time}',
    why: 'To run them again once we have fixed the cause',
  },
  sourceCalls: {
    what: 'How often we asked each source, and it answered, in a minute; about no person',
    tables: ['vendor_call_counts'],
    ends: 'age',
    days: 2,
    kept: '{time}',
    why: 'To see when a source fails',
  },
  releaseFailures: {
    what: 'A failure of a new version of a page: a hash of the number in your channel cookie, and of your network',
    tables: ['release_failures'],
    ends: 'age',
    days: 30,
    kept: '{time}',
    why: 'To withdraw a version that fails for several visitors',
  },
  releaseFigures: {
    what: 'How often we sent each version of our pages in an hour, and how fast our pages were; about no person',
    tables: ['release_loads', 'release_vitals', 'route_vitals'],
    ends: 'age',
    days: 90,
    kept: '{time}',
    why: 'To see whether a new version is worse',
  },
  motDeltas: {
    what: 'Which of DVSA’s files of changed MOT histories we have read; about no person',
    tables: ['mot_deltas'],
    ends: 'age',
    days: 90,
    kept: '{time}',
    why: 'To read each only once',
  },
  logs: {
    what: 'Log lines of our servers: of each request the time, path, status, duration and a random number, without names, addresses and registrations',
    tables: [],
    ends: 'elsewhere',
    kept: 'At most 30 days',
    why: 'To find and fix the error',
  },
  backups: {
    what: 'Backups',
    tables: [],
    ends: 'elsewhere',
    kept: 'Overwritten within 35 days',
    why: 'To restore the service after a disaster',
  },
  machines: {
    what: 'Releases, keys, how often each source was asked, how many rows our lists have, how many people did what on a day, when scheduled work last ran, failed and a backup was restored, DVSA’s list of recalls, petrol prices, and what the membership has cost',
    tables: [
      'announced_changes',
      'day_figures',
      'file_imports',
      'fuel_days',
      'fuel_prices',
      'fuel_stations',
      'membership_prices',
      'prerendered_pages',
      'recall_campaigns',
      'release_channels',
      'release_files',
      'release_moves',
      'release_previews',
      'release_tokens',
      'remote_releases',
      'restores',
      'scheduled_jobs',
      'secrets',
      'service_faults',
      'totals',
      'vendor_daily_usage',
    ],
    ends: 'never',
    kept: 'As long as the service exists; they are about no person',
    why: 'To run the service',
  },
} as const satisfies Record<string, RetentionEntry>;

export type RetentionName = keyof typeof retentionSchedule;

/** The entries that a purge deletes. */
export type PurgedRetentionName = {
  [Name in RetentionName]: (typeof retentionSchedule)[Name]['ends'] extends 'age' | 'date' ? Name : never;
}[RetentionName];

export const purgedRetentionNames = (Object.keys(retentionSchedule) as RetentionName[]).filter(
  (name): name is PurgedRetentionName =>
    retentionSchedule[name].ends === 'age' || retentionSchedule[name].ends === 'date',
);

const durationText = (days: number): string => {
  if (days === 1) return '24 hours';
  if (days === 365) return '1 year';
  return days % 365 === 0 ? `${days / 365} years` : `${days} days`;
};

/** The retention period of an entry as a sentence without full stop: `2 years after the message`. */
export const retentionText = ({ kept, days }: RetentionEntry): string =>
  days === undefined ? kept : kept.replaceAll('{time}', durationText(days));

const aDay = 86_400_000;

/** The rows of an entry that ends by age are deleted if older than this instant. */
export const purgeCutoff = ({ days }: RetentionEntry & { days: number }, now: Date): Date =>
  new Date(now.getTime() - days * aDay);
