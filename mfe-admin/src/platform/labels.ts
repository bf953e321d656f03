import type { JobName } from '@ve/contracts/jobs';

/** Formats `membership-cancelled` as `Membership cancelled`. */
export const humanize = (key: string): string => {
  const words = key.replace(/[-_.]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const jobs: Record<JobName, string> = {
  'vehicle-fetches.run': 'Look a vehicle up',
  'full-checks.run': 'Run a full check',
  'reminders.send': 'Send reminders',
  'monitor-checks.run': 'Look at a watched car',
  'error-logs.write': 'Write down an error',
  'mails.send': 'Send a mail',
  'texts.send': 'Send a text',
  'sign-ups.complete': 'Complete a sign-up',
  'stripe-events.process': 'Process an event of Stripe',
  'subscriptions.sync': 'Bring a membership up to date with Stripe',
  'subscriptions.cancel': 'Cancel a membership',
  'subscriptions.withdraw-cancellation': 'Take a cancellation back',
  'accounts.delete': 'Delete an account',
  'reports.backfill': 'Fill a report',
  'vehicle-pictures.fetch': 'Fetch the picture of a vehicle',
  'data-exports.create': 'Make a copy of somebody’s data',
  'report-pdfs.render': 'Make a PDF of a report',
  'customers.delete': 'Delete a customer at Stripe',
  'customers.sync': 'Bring a customer up to date at Stripe',
};

/** The label of a job; the name of one of another release. */
export const jobLabel = (name: string): string => jobs[name as JobName] ?? name;

const vendors: Readonly<Record<string, string>> = {
  UKVD: 'UK Vehicle Data, vehicle details',
  'UKVD VdiCheckFull': 'UK Vehicle Data, full check',
  'UKVD ValuationData': 'UK Vehicle Data, valuation',
  'UKVD VehicleImageData': 'UK Vehicle Data, address of a picture',
  'UKVD pictures': 'UK Vehicle Data, pictures',
  IdealPostcodes: 'Ideal Postcodes',
  'DVSA recalls': 'DVSA, recalls file',
  'Fuel Finder': 'Fuel Finder, petrol prices',
  SMTP: 'Mail server',
  'Twilio texts': 'Twilio, the price of texts',
};

/** The label of a vendor, or the name that its adapter reports. */
export const vendorLabel = (name: string): string => vendors[name] ?? name;

/** The labels of scheduled jobs; one without a label is shown by its name. */
const scheduledJobs: Readonly<Record<string, string>> = {
  'stuck fetches': 'Close look-ups that hang',
  'full checks': 'End full checks that hang',
  'due dates': 'Refresh the tax and MOT dates of members’ cars',
  reminders: 'Plan the reminders that are due',
  'excluded due dates': 'Find due dates that were excluded from the reminders by mistake',
  'suspended checks': 'Resume suspended checks of members who pay',
  reconciling: 'Compare sign-ups and memberships with Stripe',
  'card questions': 'End 3-D Secure questions about new cards that were abandoned',
  payments: 'Find payments and subscriptions that are only at Stripe',
  subscriptions: 'Find orphan subscriptions at Stripe, daily',
  complaints: 'Escalate late complaints',
  purge: 'Delete data past its retention',
  'finished jobs': 'Remove finished jobs from the queues',
  'MOT files': 'Read DVSA’s files of new MOT tests',
  'monitor checks': 'Queue due monitor checks',
  'texts of alerts': 'Queue alert texts held for the morning',
  releases: 'Delete old releases',
  canaries: 'Roll back canaries that are worse than stable',
  totals: 'Count the staff lists',
  receipts: 'Ask Twilio about texts without a receipt',
  'text resends': 'Resend texts to phones that were off',
  'recalls file': 'Read DVSA’s recalls file, daily',
  'petrol prices': 'Read petrol prices, every half hour',
  'day figures': 'Count what happened on each day',
};

/** The label of a scheduled job; the name of one of another release. */
export const scheduledJobLabel = (name: string): string => scheduledJobs[name] ?? name;
