import type { FullCheckStep } from '@ve/contracts/full-check';
import type { FullCheckState, SavedReport } from '@ve/contracts/http/report/reports';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { fullCheckSteps, type FullCheck, type Valuation, type VdiCheck } from '@ve/domain/vehicle/record/full-check';
import { fullCheckOnlyFactsOf } from '@ve/domain/vehicle/record/locked-facts';
import type { RecordSection } from '@ve/domain/vehicle/record/vehicle-record';
import { vdiCheckWithoutEntries } from '@ve/domain/testing/full-checks';
import { vehicleRecordFixture, type VehicleRecordSetup, type SectionSetup } from '@ve/domain/testing/vehicle-records';
import { withoutMembership } from '@ve/mfe-kit/subscription';

export const startFullCheckRequest = 'POST /api/reports/AB12CDE/full-check';
export const savedReportPath = '/api/reports/AB12CDE';
const checkId = '0190f0e0-0000-7000-8000-0000000000c1';
export const fullCheckPath = `/api/full-checks/${checkId}`;

const at = '2026-06-01T09:00:00.000Z';

const clear: VdiCheck = {
  ...vdiCheckWithoutEntries,
  vinLast5: '12345',
  latestKeeperChange: '2022-03-01',
  usedBeforeImport: false,
};

const worth: Valuation = {
  miles: 60_000,
  vehicle: 'SAMPLE MOTORS EXAMPLE 1.6',
  plateYear: '2012/12',
  valuedOn: '2026-06-01',
  onTheRoad: 2_100_000,
  dealerForecourt: 620_000,
  tradeRetail: 560_000,
  privateClean: 540_000,
  privateAverage: 500_000,
  partExchange: 470_000,
  auction: 430_000,
  tradeAverage: 450_000,
  tradePoor: 380_000,
};

function sectionOf<T>(data: T, change: SectionSetup<T> | undefined): RecordSection<T> {
  if (change === 'not-held') return { state: 'not-held', source: 'UKVD', at };
  if (typeof change === 'string') return { state: 'unavailable', source: 'UKVD', at, reason: change };
  return { state: 'found', source: 'UKVD', at, data: { ...data, ...change } };
}

/** A full check without findings, except for those of the setup. A completed check always has the registers. */
export function fullCheckOf(setup: { vdi?: Partial<VdiCheck>; valuation?: SectionSetup<Valuation> } = {}): FullCheck {
  return { checkedAt: at, vdi: sectionOf(clear, setup.vdi), valuation: sectionOf(worth, setup.valuation) };
}

export const runningFullCheck = (
  states: Partial<Record<FullCheckStep['step'], FullCheckStep['state']>> = {},
): FullCheckState => ({
  outcome: 'pending',
  checkId,
  registration: 'AB12CDE',
  requestedAt: at,
  steps: fullCheckSteps.map((step) => ({ step, state: states[step] ?? 'waiting' })),
  self: fullCheckPath,
  events: `${fullCheckPath}/events`,
});

export const finishedFullCheck = (fullCheck = fullCheckOf(), record: VehicleRecordSetup = {}): FullCheckState => ({
  outcome: 'done',
  checkId,
  registration: 'AB12CDE',
  fullCheck,
  record: vehicleRecordFixture(record),
  isRetrying: fullCheck.valuation.state === 'unavailable',
});

export const failedFullCheck = (
  creditReturned = true,
  retry: Extract<FullCheckState, { outcome: 'failed' }>['retry'] = 'soon',
): FullCheckState => ({
  outcome: 'failed',
  checkId,
  registration: 'AB12CDE',
  message: 'The registers did not answer.',
  creditReturned,
  retry,
});

/** A saved report with the check of this billing period. */
export const savedReportWithCheck = (
  check: FullCheckState | null,
  fullCheck: FullCheck | null = null,
): SavedReport => ({
  outcome: 'found',
  id: '0190f0e0-0000-7000-8000-0000000000a1',
  registration: 'AB12CDE',
  createdAt: at,
  updatedAt: at,
  fullCheck: check?.outcome === 'done' ? check.fullCheck : fullCheck,
  unlocked: check?.outcome === 'done' ? fullCheckOnlyFactsOf(check.record) : null,
  check,
});

const member = {
  ...withoutMembership,
  subscribed: true,
  subscriptionTier: 'Premium',
  credits: 1,
  state: 'active',
  registration: 'AB12CDE',
  paidUntil: '2036-12-22T14:05:00.000Z',
  nextCharge: { pence: 890, at: '2036-12-22T14:05:00.000Z', timing: 'planned' },
  nextCheck: 'now',
  card: { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2040 },
} as const satisfies Subscription;

const payNow = { pence: 890, fullCheckPence: 500, nextChargeAt: '2036-12-21T18:00:00.000Z' };

/** The response about the membership for each kind of signed-in reader. */
export const membershipAnswersByPlan = {
  credit: member,
  used: { ...member, credits: 0, nextCheck: 'with-charge' },
  ending: { ...member, credits: 0, nextCheck: null, nextCharge: null, endsAt: '2036-12-22T14:05:00.000Z' },
  trial: { ...member, subscribed: false, credits: 0, state: 'trial', nextCheck: 'with-charge', payNow },
  due: {
    ...member,
    subscribed: false,
    credits: 0,
    state: 'charge-due',
    nextCharge: { ...member.nextCharge, timing: 'due' },
    nextCheck: 'with-charge',
    payNow,
  },
  owing: {
    ...member,
    subscribed: false,
    credits: 0,
    state: 'past-due',
    nextCheck: 'when-paid',
    payNow: { pence: 890, fullCheckPence: 500, nextChargeAt: null },
  },
  cancelled: {
    ...member,
    subscribed: false,
    credits: 0,
    state: 'cancelled',
    nextCharge: null,
    nextCheck: null,
    payNow,
  },
  none: withoutMembership,
} as const satisfies Record<string, Subscription>;
