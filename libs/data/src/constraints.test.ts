import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const ids = {
  user: '00000000-0000-4000-8000-000000000001',
  customer: '00000000-0000-4000-8000-000000000002',
  newsletter: '00000000-0000-4000-8000-000000000003',
  subscription: '00000000-0000-4000-8000-000000000004',
  signUp: '00000000-0000-4000-8000-000000000005',
  signIn: '00000000-0000-4000-8000-000000000006',
};
const hash = 'a'.repeat(64);
const at = '2026-01-01T00:00Z';

/** A valid row of each table. */
const rows: Record<string, Record<string, unknown>> = {
  users: { id: ids.user, email: 'driver@example.com', created_at: at },
  user_roles: { user_id: ids.user, role: 'admin', created_at: at },
  sessions: {
    user_id: ids.user,
    token_hash: hash,
    opened_by: 'link',
    created_at: '2026-01-01T00:00Z',
    last_seen_at: '2026-01-01T00:00Z',
    expires_at: '2026-01-02T00:00Z',
  },
  sign_in_requests: {
    id: ids.signIn,
    user_id: ids.user,
    registration_number: 'AB12CDE',
    browser_hash: hash,
    created_at: at,
  },
  magic_links: {
    user_id: ids.user,
    request_id: ids.signIn,
    token_hash: hash,
    created_at: '2026-01-01T00:00Z',
    expires_at: '2026-01-01T00:10Z',
    used_at: '2026-01-01T00:05Z',
  },
  staff_sign_ins: {
    user_id: ids.user,
    token_hash: hash,
    sealed_secret: 'v1.sealed',
    wrong_codes: 1,
    created_at: '2026-01-01T00:00Z',
    expires_at: '2026-01-01T00:10Z',
  },
  second_factors: {
    user_id: ids.user,
    sealed_secret: 'v1.sealed',
    next_sealed_secret: 'v1.sealed',
    last_step: 58_000_000,
    created_at: at,
  },
  recovery_codes: { user_id: ids.user, code_hash: hash, created_at: at, used_at: at },
  password_resets: {
    user_id: ids.user,
    token_hash: hash,
    created_at: '2026-01-01T00:00Z',
    expires_at: '2026-01-02T00:00Z',
  },
  local_admin_sessions: {
    token_hash: hash,
    created_at: '2026-01-01T00:00Z',
    expires_at: '2026-01-01T01:00Z',
  },
  audit_log: { actor: 'admin@example.com', actor_user_id: ids.user, action: 'role.added', details: {}, at },
  customers: {
    id: ids.customer,
    user_id: ids.user,
    name: 'Dana Driver',
    email: 'driver@example.com',
    phone_number: '+447700900123',
    phone_confirmed_at: at,
    stripe_customer_id: 'cus_1',
    stripe_subscription_id: 'sub_1',
    created_at: at,
  },
  subscriptions: {
    id: ids.subscription,
    user_id: ids.user,
    status: 'active',
    credits_used: 1,
    current_period_end: at,
    registration_number: 'AB12CDE',
    stripe_subscription_id: 'sub_1',
    card: { brand: 'visa', last4: '4242', expiryMonth: 1, expiryYear: 2030 },
    payment_problem: { kind: 'declined', pence: 890, nextAttemptAt: null, invoiceId: 'in_1' },
    created_at: at,
    updated_at: at,
  },
  membership_links: {
    subscription_id: ids.subscription,
    stripe_subscription_id: 'sub_1',
    token_hash: hash,
    created_at: at,
  },
  sign_ups: {
    id: ids.signUp,
    idempotency_key: '00000000-0000-4000-8000-000000000007',
    email: 'driver@example.com',
    full_name: 'Dana Driver',
    address: '1 High Street, Leeds, LS1 1AA',
    postcode: 'LS1 1AA',
    registration_number: 'AB12CDE',
    browser_hash: hash,
    stripe_customer_id: 'cus_1',
    payment_intent_id: 'pi_1',
    status: 'completed',
    outcome: 'open-account',
    user_id: ids.user,
    card_hash: hash,
    created_at: at,
    paid_at: at,
    finished_at: at,
  },
  full_checks: {
    user_id: ids.user,
    subscription_id: ids.subscription,
    stripe_subscription_id: 'sub_1',
    period_end: '2026-02-01T00:00Z',
    registration_number: 'AB12CDE',
    status: 'queued',
    steps: {},
    requested_at: at,
    correlation_id: 'request-1',
  },
  ready_mails: { user_id: ids.user, registration_number: 'AB12CDE', requested_at: at },
  watch_states: {
    user_id: ids.user,
    aspect: 'licensing',
    registration_number: 'AB12CDE',
    known: { taxStatus: 'Taxed' },
    read_at: at,
    tried_at: at,
    failure: 'timeout',
    next_at: at,
  },
  watch_events: {
    user_id: ids.user,
    registration_number: 'AB12CDE',
    kind: 'tax-status',
    facts: { kind: 'tax-status', from: 'Taxed', to: 'SORN', dueOn: null },
    unique_key: 'key',
    at,
  },
  watch_values: { user_id: ids.user, registration_number: 'AB12CDE', month: '2026-01', pence: 900_000, read_at: at },
  mot_deltas: {
    filename: 'delta-2026-01-01.zip',
    made_at: at,
    started_at: at,
    records: 2,
    matched: 1,
    finished_at: at,
  },
  disputes: {
    registration_number: 'AB12CDE',
    section: 'write-off',
    datum: 'Written Off',
    value: 'Category S',
    source: 'UKVD',
    read_at: at,
    message: 'It never was',
    email: 'driver@example.com',
    user_id: ids.user,
    created_at: at,
  },
  consents: { sign_up_id: ids.signUp, kind: 'terms', text_version: '2026-11-21', client_hash: hash, given_at: at },
  payments: {
    user_id: ids.user,
    kind: 'membership',
    stripe_payment_intent_id: 'pi_2',
    stripe_invoice_id: 'in_1',
    amount_pence: 890,
    currency: 'gbp',
    paid_at: at,
    period_start: '2026-01-01T00:00Z',
    period_end: '2026-02-01T00:00Z',
    receipt_url: 'https://invoice.stripe.com/i/1',
    created_at: at,
  },
  stripe_events: {
    stripe_event_id: 'evt_1',
    type: 'invoice.paid',
    object_id: 'in_1',
    created_at: at,
    received_at: at,
  },
  reports: {
    customer_id: ids.customer,
    registration_number: 'AB12CDE',
    vehicle_year: 2012,
    vin_last_5: '12AB3',
    report_data: {},
    created_at: '2026-01-01T00:00Z',
    updated_at: '2026-01-01T00:00Z',
  },
  cancellation_requests: {
    customer_email: 'driver@example.com',
    user_id: ids.user,
    stripe_subscription_id: 'sub_1',
    registration_number: 'AB12CDE',
    origin: 'page',
    refund_kind: 'full',
    refund_pence: 890,
    answer: 'Sold the car',
    answer_token_hash: hash,
    created_at: at,
  },
  cancellation_codes: {
    email: 'driver@example.com',
    code_hash: hash,
    grant_hash: hash,
    created_at: at,
    used_at: at,
  },
  email_changes: {
    user_id: ids.user,
    old_email: 'driver@example.com',
    new_email: 'new@example.com',
    old_token_hash: hash,
    new_token_hash: 'b'.repeat(64),
    created_at: at,
  },
  data_exports: { user_id: ids.user, status: 'ready', content: {}, created_at: at, finished_at: at },
  account_deletions: { user_id: ids.user, token_hash: hash, requested_at: at },
  data_requests: { email: 'driver@example.com', token_hash: hash, created_at: at },
  kept_records: { kind: 'payment', content: {}, kept_until: '2033-04-05T23:00Z', created_at: at },
  vehicles: { registration: 'AB12CDE', record: { registration: 'AB12CDE' }, fetched_at: '2026-01-01T00:00Z' },
  vehicle_fetches: {
    registration: 'AB12CDE',
    status: 'queued',
    steps: {},
    requested_at: '2026-01-01T00:00Z',
    correlation_id: 'request-1',
  },
  outbox: { job_name: 'vehicle-fetch.run', payload: {}, dedupe_id: 'one', created_at: '2026-01-01T00:00Z' },
  error_logs: {
    timestamp: '2026-01-01T00:00Z',
    error_message: 'x is undefined',
    user_agent: 'Mozilla',
    url: '/report',
    user_id: ids.user,
    error_type: 'React Error',
    additional_data: {},
    fingerprint: 'React Error|x is undefined',
    last_seen: '2026-01-01T00:00Z',
  },
  error_groups: {
    fingerprint: 'React Error|x is undefined',
    error_type: 'React Error',
    error_message: 'x is undefined',
    first_seen: at,
    last_seen: at,
    releases: ['mfe-report@3f2a'],
    solved_at: at,
    solved_by_id: ids.user,
  },
  remote_releases: {
    name: 'mfe-report',
    version: '3f2a',
    release: { name: 'mfe-report', version: '3f2a' },
    live: true,
    published_at: at,
    published_by: 'prepare',
  },
  contact_messages: {
    kind: 'complaint',
    reference: 'VE-7K3M9QXA',
    status_token_hash: hash,
    name: 'Dana Driver',
    email: 'driver@example.com',
    message: 'Hello',
    registration: 'AB12 CDE',
    received_at: at,
  },
  newsletter_subscriptions: { id: ids.newsletter, email: 'driver@example.com', requested_at: '2026-01-01T00:00Z' },
  newsletter_tokens: {
    subscription_id: ids.newsletter,
    kind: 'confirm',
    token_hash: hash,
    created_at: '2026-01-01T00:00Z',
    expires_at: '2026-01-08T00:00Z',
  },
  token_buckets: { key: 'vendor:DVSA', full_at: '2026-01-01T00:00Z' },
  totals: { name: 'error-logs', value: 1, counted_at: at },
  day_figures: {
    day: '2026-01-01',
    sign_ups: 1,
    became_members: 0,
    cancellations: 0,
    refunds: 0,
    gross_pence: 50,
    returned_pence: 0,
    counted_at: at,
  },
  vendor_days: { vendor: 'DVSA', day: '2026-01-01', calls: 1, pence: 0 },
  vendor_minutes: { vendor: 'DVSA', minute: at, calls: 1, errors: 1, limited: 0, refused_by_breaker: 0 },
  file_imports: {
    name: 'recalls',
    claim: ids.user,
    claimed_until: at,
    etag: '"1"',
    hash,
    row_count: 1,
    left_out: 1,
    failure: 'timeout',
  },
  recall_campaigns: {
    make: 'MITSUBISHI',
    model: 'ASX',
    number: 'R/2014/013',
    launched_on: '2014-02-18',
    concern: 'Engine may stall',
    defect: 'Soot may build up',
    remedy: 'Recall the vehicles',
    affected: 5_359,
    vins: '[{"from":"JMAXJGA6WBZ400101","until":"JMAXJGA6WCZ000869"}]',
    builds: '[{"from":"2010-04-19","until":"2012-06-27"}]',
  },
  fuel_stations: {
    node_id: 'station-1',
    name: 'Whitehall Services',
    brand: 'Kestrel',
    address: '1 Whitehall, London',
    postcode: 'SW1A 2AA',
    latitude: 51.5,
    longitude: -0.12,
    motorway: false,
    supermarket: false,
    closed: false,
  },
  fuel_prices: { node_id: 'station-1', fuel: 'E10', tenths: 1_359, reported_at: at },
  fuel_days: { day: '2026-01-01', fuel: 'E10', lowest_tenths: 1_299, median_tenths: 1_359, stations: 1 },
  scheduled_jobs: { name: 'purge', every_ms: 600_000, started_at: at, ended_at: at, failures: 1, why: 'timeout' },
  given_up_jobs: {
    id: ids.signUp,
    job_name: 'vdi-check.run',
    payload: {},
    why: 'timeout',
    ordered_at: at,
    given_up_at: at,
  },
  secrets: { name: 'another', value: hash },
  mails: {
    template: 'newsletter-confirm',
    stream: 'service',
    recipient: 'driver@example.com',
    subject_id: ids.newsletter,
    unique_key: 'newsletter-confirm.1',
    created_at: '2026-01-01T00:00Z',
    claimed_until: '2026-01-01T00:01Z',
    failed_at: '2026-01-01T00:01Z',
    failure: 'refused 550',
  },
  mail_stops: { email: 'driver@example.com', stream: 'newsletter', stopped_at: '2026-01-01T00:00Z' },
  mail_suppressions: { email: 'driver@example.com', reason: 'bounce', suppressed_at: '2026-01-01T00:00Z' },
  texts: {
    template: 'number-code',
    recipient: '+447700900123',
    subject_id: ids.newsletter,
    unique_key: 'number-code.1',
    created_at: at,
    claimed_until: '2026-01-01T00:01Z',
    attempted_at: '2026-01-01T00:00Z',
    sent_at: '2026-01-01T00:00Z',
    sid: `SM${'a'.repeat(32)}`,
    segments: 1,
    price_micros: 40_000,
    failed_at: '2026-01-01T00:01Z',
    failure: 'unreachable 30003',
  },
  text_stops: { phone: '+447700900123', reason: 'stop', stopped_at: at },
  phone_codes: { user_id: ids.user, phone: '+447700900123', code_hash: hash, tries: 1, created_at: at, used_at: at },
  inbound_texts: { sid: `SM${'b'.repeat(32)}`, phone: '+447700900123', word: 'stop', received_at: at },
};

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
beforeEach(() => client.query('begin'));
afterEach(() => client.query('rollback'));
afterAll(async () => {
  await client.end();
  await database.drop();
});

const insert = (table: string, changes: Record<string, unknown> = {}) => {
  const row = { ...rows[table], ...changes };
  const columns = Object.keys(row);
  return client.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
};

const insertEverything = async () => {
  for (const table of Object.keys(rows)) await insert(table);
};

const refusedBy = async (attempt: Promise<unknown>): Promise<string> => {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.constraint ?? error.message;
    throw error;
  }
  return 'accepted';
};

describe('the database', () => {
  it('accepts a valid row of every table', async () => {
    await insertEverything();
    const tables = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'migrations'`,
    );
    expect(tables.rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(rows).toSorted());
  });

  const refused: [table: string, changes: Record<string, unknown>, constraint: string][] = [
    ['users', { email: 'Driver@example.com' }, 'users_email_check'],
    ['users', { email: 'driver' }, 'users_email_check'],
    ['users', { email: 'dri ver@example.com' }, 'users_email_check'],
    ['users', { email: `${'a'.repeat(250)}@example.com` }, 'users_email_check'],
    ['users', { password_hash: 'letmein' }, 'users_password_hash_check'],
    ['user_roles', { role: 'owner' }, 'user_roles_role_check'],
    ['user_roles', { user_id: ids.customer }, 'user_roles_user_id_foreign'],
    ['sessions', { token_hash: 'the token itself' }, 'sessions_token_hash_check'],
    ['sessions', { expires_at: '2026-01-01T00:00Z' }, 'sessions_expires_at_check'],
    ['sessions', { opened_by: 'cookie' }, 'sessions_opened_by_check'],
    ['sessions', { user_agent: 'x'.repeat(401) }, 'sessions_user_agent_check'],
    ['sessions', { opened_by: 'password-totp', expires_at: '2026-01-01T12:00:01Z' }, 'sessions_staff_expires_at_check'],
    ['staff_sign_ins', { token_hash: 'the cookie itself' }, 'staff_sign_ins_token_hash_check'],
    ['staff_sign_ins', { sealed_secret: 'JBSWY3DP' }, 'staff_sign_ins_sealed_secret_check'],
    ['staff_sign_ins', { wrong_codes: 6 }, 'staff_sign_ins_wrong_codes_check'],
    ['staff_sign_ins', { expires_at: '2026-01-01T00:10:01Z' }, 'staff_sign_ins_expires_at_check'],
    ['second_factors', { sealed_secret: 'JBSWY3DP' }, 'second_factors_sealed_secret_check'],
    ['second_factors', { next_sealed_secret: 'JBSWY3DP' }, 'second_factors_next_sealed_secret_check'],
    ['recovery_codes', { code_hash: 'ABCDEF' }, 'recovery_codes_code_hash_check'],
    ['password_resets', { token_hash: 'the token' }, 'password_resets_token_hash_check'],
    ['password_resets', { expires_at: '2026-01-02T00:00:01Z' }, 'password_resets_expires_at_check'],
    ['local_admin_sessions', { token_hash: 'the token' }, 'local_admin_sessions_token_hash_check'],
    ['local_admin_sessions', { expires_at: '2026-01-01T12:00:01Z' }, 'local_admin_sessions_expires_at_check'],
    ['sign_in_requests', { registration_number: 'ab12cde' }, 'sign_in_requests_registration_number_check'],
    ['sign_in_requests', { browser_hash: 'the cookie itself' }, 'sign_in_requests_browser_hash_check'],
    ['magic_links', { token_hash: 'A'.repeat(64) }, 'magic_links_token_hash_check'],
    ['magic_links', { expires_at: '2026-01-01T00:11Z' }, 'magic_links_expires_at_check'],
    ['magic_links', { used_at: '2025-12-31T00:00Z' }, 'magic_links_used_at_check'],
    ['audit_log', { actor: ' ' }, 'audit_log_actor_check'],
    ['audit_log', { action: 'Did a thing' }, 'audit_log_action_check'],
    ['audit_log', { details: '[]' }, 'audit_log_details_check'],
    ['customers', { name: ' ' }, 'customers_name_check'],
    ['customers', { email: 'DRIVER@example.com' }, 'customers_email_check'],
    ['customers', { address: 'x'.repeat(1001) }, 'customers_address_check'],
    ['customers', { postcode: 'ls1 1aa' }, 'customers_postcode_check'],
    ['customers', { phone_number: '07700900123' }, 'customers_phone_number_check'],
    ['subscriptions', { status: 'live' }, 'subscriptions_status_check'],
    ['subscriptions', { credits_used: 2 }, 'subscriptions_credits_used_check'],
    ['subscriptions', { credits_used: -1 }, 'subscriptions_credits_used_check'],
    ['subscriptions', { subscription_tier: '' }, 'subscriptions_subscription_tier_check'],
    ['subscriptions', { current_period_end: null }, 'subscriptions_current_period_end_check'],
    ['subscriptions', { registration_number: 'ab12cde' }, 'subscriptions_registration_number_check'],
    ['subscriptions', { card: '"visa"' }, 'subscriptions_card_check'],
    ['subscriptions', { payment_problem: '[]' }, 'subscriptions_payment_problem_check'],
    ['membership_links', { token_hash: 'the token itself' }, 'membership_links_token_hash_check'],
    ['sign_ups', { email: 'Driver@example.com' }, 'sign_ups_email_check'],
    ['sign_ups', { full_name: ' ' }, 'sign_ups_full_name_check'],
    ['sign_ups', { address: ' ' }, 'sign_ups_address_check'],
    ['sign_ups', { postcode: 'LS11AA' }, 'sign_ups_postcode_check'],
    ['sign_ups', { registration_number: 'ab12cde' }, 'sign_ups_registration_number_check'],
    ['sign_ups', { browser_hash: 'the cookie itself' }, 'sign_ups_browser_hash_check'],
    ['sign_ups', { card_hash: 'fp_1' }, 'sign_ups_card_hash_check'],
    ['sign_ups', { failed_attempts: -1 }, 'sign_ups_failed_attempts_check'],
    ['sign_ups', { status: 'paid' }, 'sign_ups_status_check'],
    ['sign_ups', { outcome: 'perhaps' }, 'sign_ups_outcome_check'],
    ['sign_ups', { paid_at: null }, 'sign_ups_finished_check'],
    ['sign_ups', { outcome: null }, 'sign_ups_finished_check'],
    ['sign_ups', { finished_at: null }, 'sign_ups_finished_check'],
    ['consents', { kind: 'adverts' }, 'consents_kind_check'],
    ['consents', { text_version: '' }, 'consents_text_version_check'],
    ['consents', { client_hash: '203.0.113.7' }, 'consents_client_hash_check'],
    ['consents', { user_id: ids.user }, 'consents_owner_check'],
    ['consents', { sign_up_id: null }, 'consents_owner_check'],
    ['full_checks', { registration_number: 'ab12cde' }, 'full_checks_registration_number_check'],
    ['full_checks', { status: 'lost', finished_at: null }, 'full_checks_status_check'],
    ['full_checks', { finished_at: at }, 'full_checks_finished_check'],
    ['full_checks', { status: 'failed', failure: 'timeout' }, 'full_checks_finished_check'],
    ['full_checks', { status: 'done', finished_at: at }, 'full_checks_done_check'],
    ['full_checks', { failure: 'timeout' }, 'full_checks_failed_check'],
    ['full_checks', { status: 'failed', finished_at: at }, 'full_checks_failed_check'],
    ['full_checks', { credit_returned_at: at }, 'full_checks_credit_check'],
    ['full_checks', { steps: '[]' }, 'full_checks_steps_check'],
    ['full_checks', { record: '[]' }, 'full_checks_record_check'],
    ['full_checks', { vdi: '"clear"' }, 'full_checks_vdi_check'],
    ['full_checks', { valuation: '9000' }, 'full_checks_valuation_check'],
    ['full_checks', { vdi_lookups: -1 }, 'full_checks_vdi_lookups_check'],
    ['full_checks', { asked_again: -1 }, 'full_checks_asked_again_check'],
    ['full_checks', { correlation_id: 'x'.repeat(65) }, 'full_checks_correlation_id_check'],
    ['ready_mails', { registration_number: 'AB12 CDE' }, 'ready_mails_registration_number_check'],
    ['watch_states', { aspect: 'weather' }, 'watch_states_aspect_check'],
    ['watch_states', { registration_number: 'AB12 CDE' }, 'watch_states_registration_number_check'],
    ['watch_states', { known: null }, 'watch_states_known_check'],
    ['watch_states', { known: '[]' }, 'watch_states_known_check'],
    ['watch_states', { failure: 'It said: 500' }, 'watch_states_failure_check'],
    ['watch_events', { registration_number: 'AB12 CDE' }, 'watch_events_registration_number_check'],
    ['watch_events', { kind: 'weather', facts: { kind: 'weather' } }, 'watch_events_kind_check'],
    ['watch_events', { kind: 'recall' }, 'watch_events_facts_check'],
    ['watch_events', { unique_key: '' }, 'watch_events_unique_key_check'],
    ['watch_values', { registration_number: 'AB12 CDE' }, 'watch_values_registration_number_check'],
    ['watch_values', { month: '2026-13' }, 'watch_values_month_check'],
    ['watch_values', { pence: -1 }, 'watch_values_pence_check'],
    ['mot_deltas', { filename: '' }, 'mot_deltas_filename_check'],
    ['mot_deltas', { matched: 3 }, 'mot_deltas_records_check'],
    ['disputes', { registration_number: 'ab12cde' }, 'disputes_registration_number_check'],
    ['disputes', { section: 'Write off' }, 'disputes_section_check'],
    ['disputes', { datum: ' ' }, 'disputes_datum_check'],
    ['disputes', { value: 'x'.repeat(501) }, 'disputes_value_check'],
    ['disputes', { source: 'Experian' }, 'disputes_source_check'],
    ['disputes', { message: ' ' }, 'disputes_message_check'],
    ['disputes', { email: 'Driver@example.com' }, 'disputes_email_check'],
    ['disputes', { answer: 'Before it is answered' }, 'disputes_answer_check'],
    ['contact_messages', { answer: 'Before it is answered' }, 'contact_messages_answer_check'],
    ['payments', { kind: 'gift' }, 'payments_kind_check'],
    ['payments', { stripe_invoice_id: null }, 'payments_stripe_check'],
    ['payments', { amount_pence: 0 }, 'payments_amount_pence_check'],
    ['payments', { currency: 'GBP' }, 'payments_currency_check'],
    ['payments', { refunded_pence: 891 }, 'payments_refunded_pence_check'],
    ['payments', { period_end: null }, 'payments_period_check'],
    ['payments', { receipt_url: 'javascript:alert(1)' }, 'payments_receipt_url_check'],
    ['stripe_events', { stripe_event_id: '' }, 'stripe_events_stripe_event_id_check'],
    ['stripe_events', { type: 'Something else' }, 'stripe_events_type_check'],
    ['stripe_events', { object_id: '' }, 'stripe_events_object_id_check'],
    ['reports', { registration_number: 'ab12cde' }, 'reports_registration_number_check'],
    ['reports', { registration_number: 'AB12 CDE' }, 'reports_registration_number_check'],
    ['reports', { vehicle_year: 1884 }, 'reports_vehicle_year_check'],
    ['reports', { vehicle_year: 2101 }, 'reports_vehicle_year_check'],
    ['reports', { engine_size: -1 }, 'reports_engine_size_check'],
    ['reports', { seats: 201 }, 'reports_seats_check'],
    ['reports', { max_speed: -0.1 }, 'reports_max_speed_check'],
    ['reports', { kerb_weight: -1 }, 'reports_kerb_weight_check'],
    ['reports', { bhp: -1 }, 'reports_bhp_check'],
    ['reports', { vin_last_5: '1HGBH41JXMN109186' }, 'reports_vin_last_5_check'],
    ['reports', { vehicle_age: -1 }, 'reports_vehicle_age_check'],
    ['reports', { report_data: '"text"' }, 'reports_report_data_check'],
    ['reports', { updated_at: '2025-01-01T00:00Z' }, 'reports_updated_at_check'],
    ['cancellation_requests', { customer_email: 'Driver@example.com' }, 'cancellation_requests_customer_email_check'],
    ['cancellation_requests', { registration_number: 'ab12cde' }, 'cancellation_requests_registration_number_check'],
    ['cancellation_requests', { origin: 'telephone' }, 'cancellation_requests_origin_check'],
    ['cancellation_requests', { refund_kind: 'some' }, 'cancellation_requests_refund_check'],
    ['cancellation_requests', { refund_pence: 0 }, 'cancellation_requests_refund_check'],
    ['cancellation_requests', { refund_kind: 'none' }, 'cancellation_requests_refund_check'],
    ['cancellation_requests', { no_refund: 'too-late' }, 'cancellation_requests_no_refund_check'],
    [
      'cancellation_requests',
      { refund_kind: 'none', refund_pence: 0, no_refund: 'mood' },
      'cancellation_requests_no_refund_check',
    ],
    ['cancellation_requests', { refund_card: '[]' }, 'cancellation_requests_refund_card_check'],
    ['cancellation_requests', { answer: ' ' }, 'cancellation_requests_answer_check'],
    ['cancellation_requests', { answer_token_hash: 'token' }, 'cancellation_requests_answer_token_hash_check'],
    ['cancellation_codes', { email: 'driver' }, 'cancellation_codes_email_check'],
    ['cancellation_codes', { code_hash: '123456' }, 'cancellation_codes_code_hash_check'],
    ['cancellation_codes', { grant_hash: 'token' }, 'cancellation_codes_grant_hash_check'],
    ['cancellation_codes', { guesses: -1 }, 'cancellation_codes_guesses_check'],
    ['cancellation_codes', { used_at: null }, 'cancellation_codes_used_check'],
    ['email_changes', { old_email: 'driver' }, 'email_changes_old_email_check'],
    ['email_changes', { new_email: 'New@example.com' }, 'email_changes_new_email_check'],
    ['email_changes', { old_token_hash: 'token' }, 'email_changes_old_token_hash_check'],
    ['email_changes', { new_token_hash: 'token' }, 'email_changes_new_token_hash_check'],
    ['data_exports', { status: 'sent', content: null }, 'data_exports_status_check'],
    ['data_exports', { finished_at: null }, 'data_exports_finished_check'],
    ['data_exports', { content: null }, 'data_exports_content_check'],
    ['account_deletions', { token_hash: 'token' }, 'account_deletions_token_hash_check'],
    ['data_requests', { email: 'driver' }, 'data_requests_email_check'],
    ['data_requests', { token_hash: 'token' }, 'data_requests_token_hash_check'],
    ['kept_records', { kind: 'report' }, 'kept_records_kind_check'],
    ['kept_records', { content: '[]' }, 'kept_records_content_check'],
    ['payments', { dispute: 'open' }, 'payments_dispute_check'],
    ['payments', { refunded_at: at }, 'payments_refunded_at_check'],
    ['vehicles', { registration: 'ab', record: { registration: 'ab' } }, 'vehicles_registration_check'],
    ['vehicles', { record: {} }, 'vehicles_record_check'],
    ['vehicles', { record: { registration: 'FN15FNC' } }, 'vehicles_record_check'],
    ['vehicle_fetches', { registration: "A'; --" }, 'vehicle_fetches_registration_check'],
    ['vehicle_fetches', { status: 'lost' }, 'vehicle_fetches_status_check'],
    [
      'vehicle_fetches',
      { status: 'done', outcome: 'perhaps', finished_at: '2026-01-01T00:00Z' },
      'vehicle_fetches_outcome_check',
    ],
    ['vehicle_fetches', { status: 'done' }, 'vehicle_fetches_done_check'],
    ['vehicle_fetches', { outcome: 'found' }, 'vehicle_fetches_done_check'],
    ['vehicle_fetches', { steps: '[]' }, 'vehicle_fetches_steps_check'],
    ['vehicle_fetches', { sections: '[]' }, 'vehicle_fetches_sections_check'],
    ['vehicle_fetches', { correlation_id: 'x'.repeat(65) }, 'vehicle_fetches_correlation_id_check'],
    ['vehicle_fetches', { asked_by: '203.0.113.7' }, 'vehicle_fetches_asked_by_check'],
    ['token_buckets', { key: '' }, 'token_buckets_key_check'],
    ['totals', { name: 'Error logs' }, 'totals_name_check'],
    ['totals', { value: -1 }, 'totals_value_check'],
    ['day_figures', { returned_pence: -1 }, 'day_figures_check'],
    ['vendor_days', { vendor: '' }, 'vendor_days_vendor_check'],
    ['vendor_days', { calls: -1 }, 'vendor_days_calls_check'],
    ['vendor_days', { pence: -1 }, 'vendor_days_pence_check'],
    ['vendor_minutes', { vendor: '' }, 'vendor_minutes_vendor_check'],
    ['vendor_minutes', { errors: 2 }, 'vendor_minutes_counts_check'],
    ['file_imports', { name: 'weather' }, 'file_imports_name_check'],
    ['file_imports', { claim: null }, 'file_imports_claim_check'],
    ['file_imports', { etag: 'x'.repeat(201) }, 'file_imports_etag_check'],
    ['file_imports', { hash: 'x' }, 'file_imports_hash_check'],
    ['file_imports', { left_out: -1 }, 'file_imports_counts_check'],
    ['file_imports', { failure: 'x'.repeat(301) }, 'file_imports_failure_check'],
    ['recall_campaigns', { make: 'Mitsubishi' }, 'recall_campaigns_make_check'],
    ['recall_campaigns', { model: '' }, 'recall_campaigns_model_check'],
    ['recall_campaigns', { number: 'R2014013' }, 'recall_campaigns_number_check'],
    ['recall_campaigns', { remedy: 'x'.repeat(4_001) }, 'recall_campaigns_words_check'],
    ['recall_campaigns', { affected: -1 }, 'recall_campaigns_affected_check'],
    ['recall_campaigns', { vins: '{}' }, 'recall_campaigns_vins_check'],
    ['recall_campaigns', { builds: '{}' }, 'recall_campaigns_builds_check'],
    ['fuel_stations', { node_id: '' }, 'fuel_stations_node_id_check'],
    ['fuel_stations', { address: 'x'.repeat(301) }, 'fuel_stations_words_check'],
    ['fuel_stations', { postcode: 'SW1A2AA' }, 'fuel_stations_postcode_check'],
    ['fuel_prices', { fuel: 'LPG' }, 'fuel_prices_fuel_check'],
    ['fuel_prices', { tenths: 1 }, 'fuel_prices_tenths_check'],
    ['fuel_prices', { node_id: 'another' }, 'fuel_prices_node_id_foreign'],
    ['fuel_days', { fuel: 'LPG' }, 'fuel_days_fuel_check'],
    ['fuel_days', { median_tenths: 1 }, 'fuel_days_tenths_check'],
    ['fuel_days', { stations: 0 }, 'fuel_days_stations_check'],
    ['scheduled_jobs', { name: '' }, 'scheduled_jobs_name_check'],
    ['scheduled_jobs', { every_ms: 0 }, 'scheduled_jobs_every_ms_check'],
    ['scheduled_jobs', { failures: 0 }, 'scheduled_jobs_failures_check'],
    ['scheduled_jobs', { why: 'x'.repeat(301) }, 'scheduled_jobs_why_check'],
    ['given_up_jobs', { job_name: 'Run it' }, 'given_up_jobs_job_name_check'],
    ['given_up_jobs', { payload: '1' }, 'given_up_jobs_payload_check'],
    ['given_up_jobs', { why: 'x'.repeat(301) }, 'given_up_jobs_why_check'],
    ['secrets', { value: 'changeme' }, 'secrets_value_check'],
    ['outbox', { job_name: 'Run it' }, 'outbox_job_name_check'],
    ['outbox', { payload: '1' }, 'outbox_payload_check'],
    ['outbox', { dedupe_id: '' }, 'outbox_dedupe_id_check'],
    ['error_logs', { error_message: '' }, 'error_logs_error_message_check'],
    ['error_logs', { error_stack: 'x'.repeat(8001) }, 'error_logs_error_stack_check'],
    ['error_logs', { user_agent: 'x'.repeat(401) }, 'error_logs_user_agent_check'],
    ['error_logs', { url: 'x'.repeat(401) }, 'error_logs_url_check'],
    ['error_logs', { session_id: 'x'.repeat(65) }, 'error_logs_session_id_check'],
    ['error_logs', { error_type: 'Error' }, 'error_logs_error_type_check'],
    ['error_logs', { component_name: 'x'.repeat(121) }, 'error_logs_component_name_check'],
    ['error_logs', { additional_data: '[]' }, 'error_logs_additional_data_check'],
    ['error_logs', { fingerprint: '' }, 'error_logs_fingerprint_check'],
    ['error_logs', { occurrences: 0 }, 'error_logs_occurrences_check'],
    ['error_groups', { fingerprint: '' }, 'error_groups_fingerprint_check'],
    ['error_groups', { error_type: 'Error' }, 'error_groups_error_type_check'],
    ['error_groups', { error_message: '' }, 'error_groups_error_message_check'],
    ['error_groups', { occurrences: 0 }, 'error_groups_occurrences_check'],
    ['error_groups', { first_seen: '2026-01-02T00:00Z' }, 'error_groups_first_seen_check'],
    ['error_groups', { releases: Array(11).fill('x') }, 'error_groups_releases_check'],
    ['error_groups', { solved_at: null }, 'error_groups_solved_by_id_check'],
    ['error_groups', { reopened_at: at }, 'error_groups_reopened_at_check'],
    ['remote_releases', { name: 'report' }, 'remote_releases_name_check'],
    [
      'remote_releases',
      { version: '../..', release: { name: 'mfe-report', version: '../..' } },
      'remote_releases_version_check',
    ],
    ['remote_releases', { release: {} }, 'remote_releases_release_check'],
    ['remote_releases', { published_by: '' }, 'remote_releases_published_by_check'],
    ['contact_messages', { name: 'Dana\r\nBcc: all@example.com' }, 'contact_messages_name_check'],
    ['contact_messages', { email: 'Driver@example.com' }, 'contact_messages_email_check'],
    ['contact_messages', { message: 'x'.repeat(4001) }, 'contact_messages_message_check'],
    ['contact_messages', { registration: 'AB12\nCDE' }, 'contact_messages_registration_check'],
    ['contact_messages', { kind: 'praise', reference: null }, 'contact_messages_kind_check'],
    ['contact_messages', { reference: null }, 'contact_messages_complaint_check'],
    ['contact_messages', { reference: 'VE-1' }, 'contact_messages_reference_check'],
    ['contact_messages', { state: 'closed' }, 'contact_messages_state_check'],
    [
      'contact_messages',
      { state: 'answered', erase_when_answered: true },
      'contact_messages_erase_when_answered_check',
    ],
    ['contact_messages', { status_token_hash: 'token' }, 'contact_messages_status_token_hash_check'],
    ['newsletter_subscriptions', { email: 'DRIVER@example.com' }, 'newsletter_subscriptions_email_check'],
    ['newsletter_tokens', { kind: 'sign-in', expires_at: null }, 'newsletter_tokens_kind_check'],
    ['newsletter_tokens', { token_hash: 'the token itself' }, 'newsletter_tokens_token_hash_check'],
    ['newsletter_tokens', { expires_at: null }, 'newsletter_tokens_expires_at_check'],
    ['newsletter_tokens', { expires_at: '2026-01-08T00:01Z' }, 'newsletter_tokens_expires_at_check'],
    ['newsletter_tokens', { kind: 'unsubscribe' }, 'newsletter_tokens_expires_at_check'],
    ['mails', { template: 'Hello there' }, 'mails_template_check'],
    ['mails', { stream: 'adverts' }, 'mails_stream_check'],
    ['mails', { recipient: 'Driver@example.com' }, 'mails_recipient_check'],
    ['mails', { unique_key: '' }, 'mails_unique_key_check'],
    ['mails', { failure: null }, 'mails_failure_check'],
    ['mails', { failure: '550 No, driver@example.com' }, 'mails_failure_check'],
    ['mails', { failed_at: null, failure: null, skipped_at: '2026-01-01T00:01Z' }, 'mails_skip_reason_check'],
    ['mails', { sent_at: '2026-01-01T00:01Z' }, 'mails_end_check'],
    ['mails', { bounced_at: '2026-01-01T00:01Z' }, 'mails_bounced_at_check'],
    ['mail_stops', { email: 'driver' }, 'mail_stops_email_check'],
    ['mail_stops', { stream: 'service' }, 'mail_stops_stream_check'],
    ['mail_suppressions', { email: 'Driver@example.com' }, 'mail_suppressions_email_check'],
    ['mail_suppressions', { reason: 'full' }, 'mail_suppressions_reason_check'],
    ['customers', { phone_number: null }, 'customers_phone_confirmed_at_check'],
    ['texts', { template: 'Hello there' }, 'texts_template_check'],
    ['texts', { recipient: '07700900123' }, 'texts_recipient_check'],
    ['texts', { unique_key: '' }, 'texts_unique_key_check'],
    ['texts', { sid: null }, 'texts_sid_check'],
    ['texts', { sid: 'SM1' }, 'texts_sid_check'],
    ['texts', { segments: 0 }, 'texts_segments_check'],
    ['texts', { price_micros: -1 }, 'texts_price_micros_check'],
    [
      'texts',
      { sid: null, sent_at: null, failed_at: null, failure: null, delivered_at: at },
      'texts_delivered_at_check',
    ],
    ['texts', { failure: null }, 'texts_failure_check'],
    ['texts', { failure: 'Unreachable +447700900123' }, 'texts_failure_check'],
    ['texts', { sid: null, sent_at: null, failed_at: null, failure: null, skipped_at: at }, 'texts_skip_reason_check'],
    ['texts', { delivered_at: at }, 'texts_end_check'],
    ['text_stops', { phone: '07700900123' }, 'text_stops_phone_check'],
    ['text_stops', { reason: 'rude' }, 'text_stops_reason_check'],
    ['phone_codes', { phone: '07700900123' }, 'phone_codes_phone_check'],
    ['phone_codes', { code_hash: '123456' }, 'phone_codes_code_hash_check'],
    ['phone_codes', { tries: -1 }, 'phone_codes_tries_check'],
    ['inbound_texts', { sid: 'b' }, 'inbound_texts_sid_check'],
    ['inbound_texts', { phone: 'Vodafone' }, 'inbound_texts_phone_check'],
    ['inbound_texts', { word: 'hello' }, 'inbound_texts_word_check'],
  ];

  it.each(refused)('refuses %s with %j', async (table, changes, constraint) => {
    for (const earlier of Object.keys(rows).slice(0, Object.keys(rows).indexOf(table))) await insert(earlier);
    expect(await refusedBy(insert(table, changes))).toBe(constraint);
  });

  it('has a test above for every check', async () => {
    const checks = await client.query<{ name: string }>(
      `select conname as name from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
    );
    const tested = new Set(refused.map(([, , constraint]) => constraint).filter((name) => name.endsWith('_check')));
    expect(checks.rows.map(({ name }) => name).toSorted()).toEqual([...tested].toSorted());
  });

  const another = '00000000-0000-4000-8000-000000000009';
  it.each<[string, Record<string, unknown>, string]>([
    ['users', { id: another }, 'users_email_unique'],
    ['user_roles', {}, 'user_roles_user_id_role_unique'],
    ['sessions', {}, 'sessions_token_hash_unique'],
    ['staff_sign_ins', {}, 'staff_sign_ins_token_hash_unique'],
    ['second_factors', {}, 'second_factors_user_id_unique'],
    ['recovery_codes', {}, 'recovery_codes_user_id_code_hash_unique'],
    ['password_resets', {}, 'password_resets_token_hash_unique'],
    ['local_admin_sessions', {}, 'local_admin_sessions_token_hash_unique'],
    ['magic_links', {}, 'magic_links_token_hash_unique'],
    ['customers', { id: another, stripe_customer_id: null, stripe_subscription_id: null }, 'customers_user_id_unique'],
    ['subscriptions', { id: another, stripe_subscription_id: null }, 'subscriptions_user_id_unique'],
    ['membership_links', {}, 'membership_links_token_hash_unique'],
    ['sign_ups', { id: another, payment_intent_id: null }, 'sign_ups_idempotency_key_unique'],
    ['sign_ups', { id: another, idempotency_key: another }, 'sign_ups_payment_intent_id_unique'],
    ['consents', {}, 'consents_sign_up_id_kind_unique'],
    ['full_checks', { status: 'running' }, 'full_checks_period_unique'],
    ['ready_mails', {}, 'ready_mails_waiting_unique'],
    ['watch_states', {}, 'watch_states_pkey'],
    ['watch_events', {}, 'watch_events_unique_key_unique'],
    ['watch_values', {}, 'watch_values_pkey'],
    ['mot_deltas', {}, 'mot_deltas_pkey'],
    ['payments', { stripe_invoice_id: 'in_2' }, 'payments_stripe_payment_intent_id_unique'],
    ['payments', { stripe_payment_intent_id: null }, 'payments_stripe_invoice_id_unique'],
    ['stripe_events', {}, 'stripe_events_stripe_event_id_unique'],
    ['reports', {}, 'reports_customer_id_registration_number_unique'],
    ['vehicle_fetches', { status: 'running' }, 'vehicle_fetches_live_unique'],
    ['outbox', {}, 'outbox_dedupe_id_unique'],
    ['error_groups', {}, 'error_groups_fingerprint_unique'],
    ['remote_releases', { live: false }, 'remote_releases_name_version_unique'],
    ['remote_releases', { version: 'b', release: { name: 'mfe-report', version: 'b' } }, 'remote_releases_live_unique'],
    ['newsletter_subscriptions', { id: another }, 'newsletter_subscriptions_email_unique'],
    ['newsletter_tokens', {}, 'newsletter_tokens_token_hash_unique'],
    ['mails', {}, 'mails_unique_key_unique'],
    ['mail_stops', {}, 'mail_stops_pkey'],
    ['mail_suppressions', {}, 'mail_suppressions_pkey'],
    ['texts', { sid: null, sent_at: null }, 'texts_unique_key_unique'],
    ['texts', { unique_key: 'another' }, 'texts_sid_unique'],
    ['text_stops', {}, 'text_stops_pkey'],
    ['inbound_texts', {}, 'inbound_texts_sid_unique'],
  ])('refuses a second row of %s with %j', async (table, changes, constraint) => {
    await insertEverything();
    expect(await refusedBy(insert(table, changes))).toBe(constraint);
  });

  it('allows a new fetch once the previous one is done', async () => {
    await insert('vehicle_fetches', { status: 'done', outcome: 'found', finished_at: '2026-01-01T00:00Z' });
    expect(await refusedBy(insert('vehicle_fetches'))).toBe('accepted');
  });

  it('allows a new full check of the same period once the previous one failed', async () => {
    for (const table of ['users', 'subscriptions']) await insert(table);
    await insert('full_checks', { status: 'failed', failure: 'timeout', finished_at: at });
    expect(await refusedBy(insert('full_checks'))).toBe('accepted');
  });

  it('allows the same consent of several who join again', async () => {
    await insert('users');
    for (let count = 0; count < 2; count += 1) {
      await insert('consents', { sign_up_id: null, user_id: ids.user, kind: 'rejoin' });
    }
  });

  it('does not delete a user with a customer or a membership, and deleting a user keeps what refers to it', async () => {
    await insertEverything();
    await client.query('savepoint before');
    expect(await refusedBy(client.query('delete from users'))).toBe('customers_user_id_foreign');
    await client.query('rollback to before');
    await client.query('delete from customers');
    expect((await client.query('select from reports')).rowCount).toBe(0);
    await client.query('savepoint checked');
    expect(await refusedBy(client.query('delete from subscriptions'))).toBe('full_checks_subscription_id_foreign');
    await client.query('rollback to checked');
    await client.query('delete from full_checks');
    await client.query('delete from subscriptions');
    await client.query('savepoint unpaid');
    expect(await refusedBy(client.query('delete from users'))).toBe('payments_user_id_foreign');
    await client.query('rollback to unpaid');
    await client.query('delete from payments');
    await client.query('delete from users');
    for (const table of [
      'user_roles',
      'sessions',
      'sign_in_requests',
      'magic_links',
      'ready_mails',
      'watch_states',
      'watch_events',
      'watch_values',
    ]) {
      expect((await client.query(`select from ${table}`)).rowCount).toBe(0);
    }
    for (const table of ['error_logs', 'disputes']) {
      expect((await client.query(`select user_id from ${table}`)).rows).toEqual([{ user_id: null }]);
    }
    expect((await client.query('select solved_at, solved_by_id from error_groups')).rows).toEqual([
      { solved_at: new Date(at), solved_by_id: null },
    ]);
    expect((await client.query('select actor, actor_user_id from audit_log')).rows).toEqual([
      { actor: 'admin@example.com', actor_user_id: null },
    ]);
  });

  it.each([
    ['reports of a customer', 'select id from reports where customer_id = gen_random_uuid() order by created_at desc'],
    ['latest report', `select id from reports where registration_number = 'AB12CDE' order by created_at desc limit 1`],
    ['all reports', 'select id from reports order by created_at desc, id desc limit 10'],
    ['roles of a user', 'select role from user_roles where user_id = gen_random_uuid()'],
    ['errors, newest first', 'select id from error_logs order by timestamp desc, id desc limit 10'],
    ['errors by part of the message', `select id from error_logs where error_message ilike '%undefined%'`],
    ['kinds of errors', 'select id from error_groups order by last_seen desc, id desc limit 10'],
    [
      'open kinds of errors',
      'select id from error_groups where solved_at is null order by last_seen desc, id desc limit 10',
    ],
    ['kinds of errors by part of the message', `select id from error_groups where error_message ilike '%undefined%'`],
    ['new customers', `select id from customers where created_at >= '2026-01-01' and created_at < '2026-01-02'`],
    ['cancellations', `select id from cancellation_requests where customer_email = 'a@b' order by created_at desc`],
    [
      'messages of an address',
      `select count(*) from contact_messages where email = 'a@b' and received_at > '2026-01-01'`,
    ],
    ['jobs to relay', 'select id from outbox where relayed_at is null order by position limit 200'],
    ['jobs given up', 'select id from given_up_jobs where seen_at is null order by given_up_at desc, id desc limit 11'],
    ['jobs relayed long ago', `select id from outbox where relayed_at < '2026-01-01' order by relayed_at limit 200`],
    [
      'mails of a kind to an address',
      `select count(*) from mails where recipient = 'a@b' and template = 'newsletter-confirm' and created_at > '2026-01-01'`,
    ],
    ['mails about a row', 'select from mails where subject_id = gen_random_uuid()'],
    ['texts about a row', 'select from texts where subject_id = gen_random_uuid()'],
    [
      'texts to a number',
      `select from texts where recipient = '+447' and template = 'help' and created_at > '2026-01-01'`,
    ],
    ['customers of a number', `select from customers where phone_number = '+447'`],
    [
      'texts without a receipt',
      `select id from texts where sent_at > '2026-01-01' and delivered_at is null and failed_at is null`,
    ],
    ['mails that failed', 'select id from mails where failed_at is not null order by failed_at desc'],
    [
      'full checks of an account',
      `select id from full_checks where user_id = '${another}' order by requested_at desc limit 1`,
    ],
    [
      'checks to ask again',
      `select id from full_checks where ask_again_at <= '2026-01-01' order by ask_again_at limit 50`,
    ],
    [
      'petrol stations around a place',
      'select from fuel_stations where latitude between 51 and 52 and longitude between -1 and 0',
    ],
    ['campaigns of a make', `select from recall_campaigns where make = 'FORD'`],
    ['active memberships', `select count(*) from subscriptions where status = 'active'`],
  ])('has an index for %s', async (_, query) => {
    await client.query('set local enable_seqscan = off; set local enable_sort = off');
    const plan = await client.query<{ 'QUERY PLAN': string }>(`explain ${query}`);
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index/);
    expect(text).not.toMatch(/Seq Scan|Sort Key/);
  });
});
