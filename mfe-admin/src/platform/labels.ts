import type { JobName, ScheduledJobName } from '@ve/contracts/jobs';

/** Formats `membership-cancelled` as `Membership cancelled`. */
export const humanizeKey = (key: string): string => {
  const words = key.replace(/[-_.]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const jobs: Record<JobName, string> = {
  'vehicle-fetches.run': 'Look up a vehicle',
  'full-checks.run': 'Run a full check',
  'reminders.send': 'Send reminders',
  'monitor-checks.run': 'Run a monitor check',
  'error-logs.write': 'Record an error',
  'mails.send': 'Send an e-mail',
  'texts.send': 'Send a text',
  'sign-ups.complete': 'Complete a sign-up',
  'stripe-events.process': 'Process a Stripe event',
  'subscriptions.sync': 'Update a membership from Stripe',
  'subscriptions.cancel': 'Cancel a membership',
  'subscriptions.withdraw-cancellation': 'Withdraw a cancellation',
  'subscriptions.apply-change': 'Apply a new price or new terms',
  'accounts.delete': 'Delete an account',
  'reports.backfill': 'Complete a saved report',
  'vehicle-pictures.fetch': 'Fetch a vehicle picture',
  'data-exports.create': 'Make a copy of a customer’s data',
  'report-pdfs.render': 'Make a report PDF',
  'newsletter-issues.preview': 'Preview a newsletter',
  'customers.delete': 'Delete a Stripe customer',
  'customers.sync': 'Update a Stripe customer',
};

/** The label of a job; the name of one of another release. */
export const jobLabel = (name: string): string => jobs[name as JobName] ?? name;

const vendors: Readonly<Record<string, string>> = {
  UKVD: 'UK Vehicle Data, vehicle details',
  'UKVD VdiCheckFull': 'UK Vehicle Data, full check',
  'UKVD ValuationData': 'UK Vehicle Data, valuation',
  'UKVD VehicleImageData': 'UK Vehicle Data, picture addresses',
  'UKVD pictures': 'UK Vehicle Data, pictures',
  IdealPostcodes: 'Ideal Postcodes',
  'DVSA recalls': 'DVSA, recalls file',
  'Fuel Finder': 'Fuel Finder, petrol prices',
  SMTP: 'Mail server',
  'Twilio texts': 'Twilio, text prices',
};

/** The label of a vendor, or the name that its adapter reports. */
export const vendorLabel = (name: string): string => vendors[name] ?? name;

const scheduledJobs: Readonly<Record<ScheduledJobName, string>> = {
  backup: 'Back up the database, nightly',
  'restore check': 'Restore a backup and compare, weekly',
  'stuck fetches': 'Close stuck look-ups',
  'full checks': 'End stuck full checks',
  'due dates': 'Refresh the tax and MOT dates of members’ cars',
  reminders: 'Plan due reminders',
  'excluded due dates': 'Find due dates wrongly excluded from reminders',
  'suspended checks': 'Resume suspended checks of paying members',
  reconciling: 'Compare sign-ups and memberships with Stripe',
  'card questions': 'End abandoned 3-D Secure checks of new cards',
  payments: 'Find payments and subscriptions we don’t have',
  subscriptions: 'Find orphan subscriptions at Stripe, daily',
  complaints: 'Escalate late complaints',
  newsletter: 'Queue the e-mails of a newsletter',
  purge: 'Delete data past its retention date',
  'finished jobs': 'Remove finished jobs from the queues',
  'MOT files': 'Read DVSA’s new MOT test files',
  'monitor checks': 'Queue due monitor checks',
  'texts of alerts': 'Queue alert texts held for the morning',
  releases: 'Delete old releases',
  canaries: 'Roll back canaries worse than stable',
  totals: 'Count the staff lists',
  receipts: 'Ask Twilio about texts without a receipt',
  'text resends': 'Resend texts to phones that were off',
  'recalls file': 'Read DVSA’s recalls file, daily',
  'petrol prices': 'Read petrol prices, every half hour',
  'day figures': 'Count daily figures',
  'service status': 'Report what is wrong with the service',
  'unanswered vehicles': 'Ask sources again that did not answer',
};

/** The label of a scheduled job; the name of one of another release. */
export const scheduledJobLabel = (name: string): string => scheduledJobs[name as ScheduledJobName] ?? name;
