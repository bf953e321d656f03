import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { paymentsRetainedFrom } from '@ve/domain/membership/retention-periods';
import {
  purgeCutoff,
  type PurgedRetentionName,
  purgedRetentionNames as names,
  type RetentionEntry,
  retentionSchedule,
} from '@ve/domain/privacy/retention';
import { runAllPurges } from '@ve/app/privacy/purges';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const now = new Date('2026-11-22T10:00:00.000Z');
const user = '00000000-0000-4000-8000-000000000001';
const subscription = '00000000-0000-4000-8000-000000000002';
const customer = '00000000-0000-4000-8000-000000000003';
const report = '00000000-0000-4000-8000-000000000004';

const wholeHour = (at: string) => `${at.slice(0, 13)}:00:00.000Z`;

const insert = async (table: string, row: Record<string, unknown>): Promise<void> => {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  await em().execute(`insert into ${table} (${columns.join(', ')}) values (${places})`, Object.values(row));
};

/** Inserts a row of an entry that reaches its retention age at `at`. `n`: a unique digit. */
type Row = (at: string, n: string) => Promise<void>;

const rows: { readonly [Name in PurgedRetentionName]: Row } = {
  vehicles: (at, n) =>
    insert('vehicles', { registration: `AB${n}`, record: `{"registration":"AB${n}"}`, fetched_at: at }),
  fetches: (at, n) =>
    insert('vehicle_fetches', {
      registration: `CD${n}`,
      status: 'done',
      outcome: 'not-found',
      steps: '{}',
      requested_at: at,
      finished_at: at,
      correlation_id: '',
    }),
  pictures: (at, n) =>
    insert('vehicle_pictures', {
      registration_number: `EF${n}`,
      state: 'none',
      requested_at: at,
      finished_at: at,
      retained_until: at,
    }),
  networkHashes: (at, n) => insert('token_buckets', { key: n, full_at: at }),
  errorLogs: (at, n) =>
    insert('error_logs', {
      timestamp: at,
      last_seen: at,
      error_message: n,
      user_agent: '',
      url: '/',
      error_type: 'React Error',
      additional_data: '{}',
      fingerprint: n,
    }),
  enquiries: (at, n) =>
    insert('contact_messages', {
      reference: `VE-AAAAAAA${n}`,
      name: 'Dana',
      email: 'dana@example.com',
      message: 'x',
      received_at: at,
      due_at: at,
    }),
  newsletterIssues: (at) =>
    insert('newsletter_issues', {
      state: 'draft',
      subject: 'News',
      opening: 'Hello',
      article_ids: '[1]',
      version: 1,
      created_at: at,
      updated_at: at,
    }),
  disputes: (at, n) =>
    insert('disputes', {
      reference: `VE-BBBBBBB${n}`,
      registration_number: 'AB12CDE',
      section: 'tax',
      datum: 'Tax',
      message: 'x',
      email: 'dana@example.com',
      created_at: at,
      due_at: at,
    }),
  newsletter: (at, n) => insert('newsletter_subscriptions', { email: `${n}@example.com`, requested_at: at }),
  mails: (at, n) =>
    insert('mails', { template: 'receipt', stream: 'service', unique_key: n, created_at: at, sent_at: at }),
  undeliverable: (at, n) =>
    insert('mail_suppressions', { email: `${n}@example.com`, reason: 'bounce', suppressed_at: at }),
  texts: (at, n) =>
    insert('texts', {
      template: 'help',
      recipient: '+447700900123',
      unique_key: n,
      created_at: at,
      skipped_at: at,
      skip_reason: 'stopped',
    }),
  textOptOuts: (at, n) => insert('text_opt_outs', { phone: `+44770090012${n}`, reason: 'stop', opted_out_at: at }),
  phoneCodes: (at) => insert('phone_codes', { user_id: user, phone: '+447700900123', created_at: at }),
  reportReadyMails: (at, n) =>
    insert('report_ready_mails', { user_id: user, registration_number: `EF${n}`, requested_at: at }),
  reportShares: async (at, n) => {
    const id = `00000000-0000-4000-8000-00000000010${n}`;
    const made = { created_at: at };
    await insert('users', { id, email: `sharer${n}@example.com`, ...made });
    await insert('customers', { id, user_id: id, name: 'D', email: `sharer${n}@example.com`, ...made });
    await insert('reports', {
      id,
      customer_id: id,
      registration_number: `IJ${n}`,
      report_data: '{}',
      updated_at: at,
      ...made,
    });
    const expires_at = new Date(Date.parse(at) + 86_400_000).toISOString();
    await insert('report_shares', { report_id: id, token_hash: n.repeat(64), expires_at, ...made });
  },
  reminders: (at, n) =>
    insert('reminders', {
      user_id: user,
      registration_number: `AB${n}`,
      kind: 'tax',
      due_on: at,
      lead_days: 28,
      channel: 'email',
      planned_at: at,
      finished_at: at,
    }),
  failedChecks: (at) =>
    insert('full_checks', {
      user_id: user,
      subscription_id: subscription,
      period_end: now.toISOString(),
      registration_number: 'AB12CDE',
      status: 'failed',
      failure: 'timeout',
      steps: '{}',
      requested_at: at,
      finished_at: at,
      correlation_id: '',
    }),
  signIns: (at) => insert('sign_in_requests', { user_id: user, created_at: at }),
  staffSignIns: (at, n) =>
    insert('staff_sign_ins', {
      user_id: user,
      token_hash: n.repeat(64),
      created_at: at,
      expires_at: new Date(Date.parse(at) + 600_000).toISOString(),
    }),
  signUps: (at, n) =>
    insert('sign_ups', {
      idempotency_key: `00000000-0000-4000-8000-00000000000${n}`,
      email: 'dana@example.com',
      full_name: 'Dana',
      address: 'x',
      postcode: 'LS1 1AA',
      registration_number: 'AB12CDE',
      browser_hash: n.repeat(64),
      status: 'abandoned',
      created_at: at,
      finished_at: at,
    }),
  sessions: (at, n) =>
    insert('sessions', {
      user_id: user,
      token_hash: n.repeat(64),
      opened_by: 'link',
      created_at: '2026-01-01T00:00Z',
      last_seen_at: '2026-01-01T00:00Z',
      expires_at: at,
    }),
  stripeEvents: (at, n) =>
    insert('stripe_events', {
      stripe_event_id: `evt_${n}`,
      type: 'invoice.paid',
      object_id: 'in_1',
      created_at: at,
      received_at: at,
    }),
  cancellationCodes: (at) => insert('cancellation_codes', { email: 'dana@example.com', created_at: at }),
  cancellationAnswers: (at) =>
    insert('cancellation_requests', {
      customer_email: 'dana@example.com',
      cancellation_reason: 'Sold it',
      created_at: at,
    }),
  emailChanges: (at) =>
    insert('email_changes', {
      user_id: user,
      old_email: 'dana@example.com',
      new_email: 'new@example.com',
      created_at: at,
      finished_at: at,
    }),
  exports: (at) =>
    insert('data_exports', { user_id: user, status: 'ready', content: '{}', created_at: at, finished_at: at }),
  reportPdfs: (at, n) =>
    insert('report_pdfs', {
      report_id: report,
      content_hash: n.padStart(64, '0'),
      status: 'failed',
      created_at: at,
      finished_at: at,
    }),
  dataRequests: (at) => insert('data_requests', { email: 'dana@example.com', created_at: at }),
  deletions: (at) => insert('account_deletions', { user_id: user, requested_at: at }),
  payments: (at, n) =>
    insert('payments', {
      user_id: user,
      kind: 'trial',
      stripe_payment_intent_id: `pi_${n}`,
      amount_pence: 50,
      currency: 'gbp',
      paid_at: at,
      created_at: at,
    }),
  formerMembers: (at, n) =>
    insert('former_members', {
      card_hashes: `{${n.repeat(64)}}`,
      email_hashes: '{}',
      trial_started_at: '2026-01-01T00:00Z',
      retained_until: at,
    }),
  auditLog: (at) => insert('audit_log', { actor: 'test', action: 'test.done', created_at: at }),
  failedTasks: (at, n) =>
    insert('dead_letters', {
      id: `00000000-0000-4000-8000-00000000001${n}`,
      job_name: 'full-checks.run',
      payload: '{}',
      last_error: '',
      enqueued_at: at,
      failed_at: at,
    }),
  motDeltas: (at, n) => insert('mot_deltas', { filename: n, source_created_at: at, started_at: at }),
  sourceCalls: (at) =>
    insert('vendor_call_counts', {
      vendor: 'DVSA',
      minute: at,
      calls: 1,
      error_count: 0,
      rate_limited_calls: 0,
      refused_by_breaker: 0,
    }),
  releaseFailures: (at, n) =>
    insert('release_failures', {
      name: 'mfe-report',
      version: 'v1',
      visitor_hash: n.repeat(64),
      kind: 'error',
      day: at.slice(0, 10),
      network_hash: 'a'.repeat(64),
      occurred_at: at,
    }),
  // Counted by the hour; the limit is at the full hour.
  releaseFigures: (at) =>
    insert('release_loads', {
      name: 'mfe-report',
      version: 'v1',
      channel: 'canary',
      hour: wholeHour(at),
      load_count: 1,
    }),
};

/** The time before which rows of the entry are purged now. */
const limitOf = (name: PurgedRetentionName): number => {
  const entry: RetentionEntry = retentionSchedule[name];
  if (name === 'payments') return paymentsRetainedFrom(now).getTime();
  return entry.days === undefined ? now.getTime() : purgeCutoff({ ...entry, days: entry.days }, now).getTime();
};
const at = (time: number) => new Date(time).toISOString();
const run = (isClosed = () => false) => runAllPurges(em, { now, isClosed });
const each = (count: number) => Object.fromEntries(names.map((name) => [name, count]));

beforeEach(async () => {
  const tables = await em().execute<{ name: string }[]>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('migrations', 'secrets')
  `);
  await clearTables(em(), ...tables.map(({ name }) => name));
  await insert('users', { id: user, email: 'dana@example.com', created_at: '2026-01-01T00:00Z' });
  await insert('customers', {
    id: customer,
    user_id: user,
    name: 'Dana',
    email: 'dana@example.com',
    created_at: '2026-01-01T00:00Z',
  });
  await insert('reports', {
    id: report,
    customer_id: customer,
    registration_number: 'GH1',
    report_data: '{}',
    created_at: '2026-01-01T00:00Z',
    updated_at: '2026-01-01T00:00Z',
  });
  await insert('subscriptions', {
    id: subscription,
    user_id: user,
    status: 'active',
    current_period_end: '2026-12-22T00:00Z',
    registration_number: 'GH1',
    stripe_subscription_id: 'sub_1',
    created_at: '2026-01-01T00:00Z',
    updated_at: '2026-01-01T00:00Z',
  });
});

describe('the purge', () => {
  it('deletes what is older than the retention table says for each entry, and nothing younger', async () => {
    for (const name of names) {
      await rows[name](at(limitOf(name) - 1_000), '1');
      await rows[name](at(limitOf(name) + 1_000), '2');
    }
    expect(await run()).toEqual(each(1));
    expect(await run()).toEqual(each(0));
    // A thousand years later the rest is deleted too, which proves that it was there.
    const later = new Date('3026-11-22T10:00:00.000Z');
    const left = await runAllPurges(em, { now: later, isClosed: () => false });
    expect(left).toEqual(each(1));
  });

  it('stops between two batches when the process ends', async () => {
    for (const name of names) await rows[name](at(limitOf(name) - 1_000), '1');
    let asked = 0;
    const purgedRows = await run(() => (asked += 1) > 1);
    expect(Object.values(purgedRows).filter((count) => count > 0)).toHaveLength(1);
  });

  it('deletes the retained records of a deleted account on their day', async () => {
    for (const until of [at(now.getTime()), at(now.getTime() + 1)]) {
      await insert('retained_records', { kind: 'consent', content: '{}', retained_until: until, created_at: at(0) });
    }
    expect((await run()).payments).toBe(1);
    expect(await db.data.count('retained_records')).toBe(1);
  });

  it('deletes the group of an error with its last row', async () => {
    for (const [n, limit] of ['1', '2'].entries()) {
      const seen = at(limitOf('errorLogs') + (n === 0 ? -1_000 : 1_000));
      const group = { error_type: 'React Error', error_message: limit, first_seen: at(0), last_seen: seen };
      await insert('error_groups', { fingerprint: limit, ...group });
    }
    expect((await run()).errorLogs).toBe(1);
    expect(await db.data.values('error_groups', 'fingerprint')).toEqual(['2']);
  });

  it('deletes a cancellation form’s answer, and keeps the cancellation', async () => {
    await rows.cancellationAnswers(at(limitOf('cancellationAnswers') - 1_000), '1');
    await run();
    expect(await db.data.all('cancellation_requests')).toMatchObject([
      { cancellationReason: null, customerEmail: 'dana@example.com' },
    ]);
  });

  it('keeps a confirmed deletion', async () => {
    const old = at(limitOf('deletions') - 1_000);
    await insert('account_deletions', { user_id: user, requested_at: old, confirmed_at: old });
    expect(await run()).toEqual(each(0));
  });
});

describe('a vehicle that was not requested again is kept', () => {
  const old = at(limitOf('vehicles') - 1_000);
  const vehicle = (registration: string) =>
    insert('vehicles', { registration, record: JSON.stringify({ registration }), fetched_at: old });
  const check = { user_id: user, subscription_id: subscription, period_end: at(0), steps: '{}', correlation_id: '' };

  it.each<[string, (registration: string) => Promise<void>]>([
    [
      'while a report on it is saved',
      async (registration) => {
        await insert('reports', {
          customer_id: customer,
          registration_number: registration,
          report_data: '{}',
          created_at: at(0),
          updated_at: at(0),
        });
      },
    ],
    [
      'while a fetch of it runs',
      (registration) =>
        insert('vehicle_fetches', { registration, steps: '{}', requested_at: at(now.getTime()), correlation_id: '' }),
    ],
    [
      'while a full check runs',
      (registration) =>
        insert('full_checks', { ...check, registration_number: registration, status: 'running', requested_at: old }),
    ],
    [
      'while a part of a full check is to be requested again',
      (registration) =>
        insert('full_checks', {
          ...check,
          registration_number: registration,
          status: 'done',
          vdi: '{}',
          retry_at: at(now.getTime()),
          requested_at: old,
          finished_at: old,
        }),
    ],
    [
      'while a user waits for an e-mail',
      (registration) =>
        insert('report_ready_mails', {
          user_id: user,
          registration_number: registration,
          requested_at: at(now.getTime()),
        }),
    ],
    [
      'while a membership for it runs',
      async (registration) => {
        await db.data.set('subscriptions', { registrationNumber: registration });
      },
    ],
  ])('%s', async (_, need) => {
    await vehicle('NEED1');
    await vehicle('GONE1');
    await need('NEED1');
    expect((await run()).vehicles).toBe(1);
    expect(await db.data.values('vehicles', 'registration')).toEqual(['NEED1']);
  });
});
