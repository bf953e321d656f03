import { scanReminders } from '@ve/app/monitoring/reminders/scan-reminders';
import { storeOutstandingDayFigures } from '@ve/app/operations/day-figures';
import { refreshListTotals } from '@ve/app/operations/list-totals';
import { runAllPurges } from '@ve/app/privacy/purges';
import { pruneReleases } from '@ve/app/releases/prune-releases';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import type { connectDatabase } from '@ve/data/kernel/database';
import { resumeWronglySuspendedChecks } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { claimStaleDueDates } from '@ve/data/monitoring/watch/register-due-dates.repository';
import { includeInReminderScan } from '@ve/data/monitoring/watch/reminder.repository';
import { dueDateRefresh } from '@ve/domain/monitoring/reminders/register-due-dates';
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Visits of each kind; every one by another customer. */
const visits = 200;
const atOnce = 4;

interface Customer {
  userId: string;
  email: string;
  name: string;
  registration: string;
  stripeId: string;
  token: string;
}

/** One call of the API; `{name}` in its path and body are values of a customer. */
interface Call {
  as: 'visitor' | 'member' | 'staff';
  method: 'GET' | 'POST';
  path: string;
  body?: Record<string, unknown>;
}

const get = (as: Call['as'], ...paths: string[]): Call[] => paths.map((path) => ({ as, method: 'GET', path }));
const post = (as: Call['as'], path: string, body: Record<string, unknown>): Call => ({
  as,
  method: 'POST',
  path,
  body,
});

const calls: readonly Call[] = [
  ...get('visitor', '/api/vehicle-lookup?reg={registration}', '/api/trial-end'),
  post('visitor', '/api/fetch-vehicle-data', { registration: '{registration}', datapackage: 'VehicleData' }),
  post('visitor', '/api/auth/sign-in', { email: '{email}', registration: '{registration}' }),
  post('visitor', '/api/search-subscription', { email: '{email}' }),
  post('visitor', '/api/newsletter', { email: 'reader-{email}' }),
  ...get(
    'member',
    ...['/api/session', '/api/sessions', '/api/subscription', '/api/me/reports'],
    ...['/api/me/payments', '/api/me/profile', '/api/me/exports'],
    ...['/api/reports/{registration}', '/api/reports/{registration}/shares', '/api/reports/{registration}/reminders'],
    ...['/api/watch', '/api/watch/messages', '/api/watch/events', '/api/watch/findings'],
  ),
  ...get(
    'staff',
    ...['/api/admin/statistics', '/api/admin/analytics?days=30', '/api/admin/service-status', '/api/admin/outbox'],
    ...[
      '/api/admin/scheduled-jobs',
      '/api/admin/vendors',
      '/api/admin/dead-letters',
      '/api/admin/orphan-subscriptions',
    ],
    ...['/api/admin/reports', '/api/admin/reports?last=true', '/api/admin/reports?day=2026-03-01'],
    ...['/api/admin/error-groups?state=open', '/api/admin/error-groups?last=true', '/api/admin/mails'],
    ...['/api/admin/texts', '/api/admin/stripe-events', '/api/admin/stripe-events?state=failed'],
    ...['/api/admin/stripe-events?type=invoice.paid&last=true', '/api/admin/cases', '/api/admin/newsletter-issues'],
    ...['/api/admin/releases', '/api/admin/page-speeds?days=28', '/api/admin/customers/{userId}'],
  ),
  post('staff', '/api/admin/users/search', {}),
  post('staff', '/api/admin/users/search?last=true', {}),
  post('staff', '/api/admin/users/search', { search: '{email}' }),
  post('staff', '/api/admin/users/search', { search: 'olivia' }),
  post('staff', '/api/admin/audit-entries/search', {}),
  post('staff', '/api/admin/audit-entries/search', { actor: 'admin@example.com' }),
  post('staff', '/api/admin/customer-search', { term: '{email}' }),
  post('staff', '/api/admin/customer-search', { term: '{name}' }),
  post('staff', '/api/admin/customer-search', { term: '{registration}' }),
  post('staff', '/api/admin/customer-search', { term: '{stripeId}' }),
];

export interface CallTimes {
  name: string;
  /** Milliseconds from request to answer, as the client saw them. */
  ms: number[];
  /** The number of answers by status. */
  statuses: Map<number, number>;
}

/** Makes every call of visitors, members and staff, each as often as any other and for other customers. */
export async function replayRequests(site: string, client: pg.Client): Promise<CallTimes[]> {
  const customers = await findCustomers(client);
  const staffToken = await addStaff(client);
  const times: CallTimes[] = [];
  for (const call of calls) {
    const of: CallTimes = { name: nameOf(call), ms: [], statuses: new Map() };
    const waiting = [...customers];
    const work = async (): Promise<void> => {
      for (let customer = waiting.pop(); customer !== undefined; customer = waiting.pop()) {
        const began = performance.now();
        const { status } = await request(site, call, { customer, staffToken });
        of.ms.push(performance.now() - began);
        of.statuses.set(status, (of.statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    times.push(of);
  }
  return times;
}

const nameOf = ({ method, path, body }: Call): string =>
  `${method} ${path}${body === undefined ? '' : ` ${Object.keys(body).join(',')}`}`;

async function request(
  site: string,
  { as, method, path, body }: Call,
  { customer, staffToken }: { customer: Customer; staffToken: string },
): Promise<{ status: number }> {
  const fill = (text: string, encode = (value: string): string => value): string =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) =>
      name in customer ? encode(customer[name as keyof Customer]) : whole,
    );
  const token = as === 'staff' ? staffToken : customer.token;
  const response = await fetch(site + fill(path, encodeURIComponent), {
    method,
    headers: {
      origin: site,
      ...firstPartyHeaders,
      ...(as === 'visitor' ? {} : { cookie: `session=${token}` }),
      // Limits are those of one visitor.
      'x-forwarded-for': `10.${[0, 1, 2].map(() => String(randomBytes(1)[0])).join('.')}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: fill(JSON.stringify(body)) }),
  });
  await response.arrayBuffer();
  return { status: response.status };
}

/** Customers of all ages who have a report and a membership, each signed in. */
async function findCustomers(client: pg.Client): Promise<Customer[]> {
  const { rows } = await client.query<Omit<Customer, 'token'>>(
    `select user_id as "userId", customer.email, customer.name, report.registration_number as registration,
       customer.stripe_customer_id as "stripeId"
     from customers customer tablesample system (5) join reports report on report.customer_id = customer.id
     order by random() limit $1`,
    [visits],
  );
  // Fresh for nine minutes, as a record may be five minutes from now: no worker runs that would ask the vendors.
  await client.query(
    `insert into vehicles (registration, record, fetched_at)
     select plate, (select record from vehicles limit 1) || jsonb_build_object('registration', plate), now() + interval '270 seconds'
     from unnest($1::text[]) plate
     on conflict (registration) do update set fetched_at = excluded.fetched_at`,
    [[...new Set(rows.map(({ registration }) => registration))]],
  );
  const customers: Customer[] = [];
  for (const row of rows) customers.push({ ...row, token: await openSession(client, row.userId, 'link') });
  return customers;
}

async function openSession(client: pg.Client, userId: string, by: 'link' | 'password-totp'): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `insert into sessions (user_id, token_hash, opened_by, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '11 hours')`,
    [userId, createHash('sha256').update(token).digest('hex'), by],
  );
  return token;
}

async function addStaff(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (email, email_verified_at, created_at) values ('staff@example.com', now(), now()) returning id`,
  );
  const id = rows[0]?.id ?? '';
  await client.query(`insert into user_roles (user_id, role, created_at) values ($1, 'admin', now())`, [id]);
  return openSession(client, id, 'password-totp');
}

/** What the workers do on a day apart from jobs: scans, sweeps, counts and purges, once each, as the workers call them. */
export async function replaySweeps(
  fork: () => ReturnType<Awaited<ReturnType<typeof connectDatabase>>['em']['fork']>,
  now: () => Date,
): Promise<void> {
  const isClosed = () => false;
  await scanReminders({ fork, now, isClosed });
  await fork().transactional((em) => claimStaleDueDates(em, { ...dueDateRefresh, limit: 8 }, now()));
  await includeInReminderScan(fork(), now());
  await resumeWronglySuspendedChecks(fork(), now());
  await pruneReleases(fork(), now());
  await refreshListTotals(fork, now);
  await storeOutstandingDayFigures(fork, { now: now(), isClosed });
  await runAllPurges(fork, { now: now(), isClosed });
}
