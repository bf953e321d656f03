import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { MonitorAspectFinding, readWatchFindingsEndpoint } from '@ve/contracts/http/monitoring/watch';
import type { StoredMonitorCheckState } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import type { StoredMonthlyValuation } from '@ve/data/monitoring/alerts/monthly-valuation.repository';
import type { LastKnownFinance } from '@ve/domain/monitoring/alerts/compare-finance';
import type { LastKnownLicensing } from '@ve/domain/monitoring/alerts/compare-licensing';
import type { LastKnownSpecification } from '@ve/domain/monitoring/alerts/compare-specification';
import type { LastKnownMotTesting } from '@ve/domain/monitoring/alerts/compare-mot-testing';
import type { LastKnownMonthlyValue } from '@ve/domain/monitoring/alerts/compare-monthly-value';
import type { MonitorAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import type { LastKnownPetrolPrice } from '@ve/domain/vehicle/petrol/price-drop';
import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';

type Findings = EndpointAnswerBody<typeof readWatchFindingsEndpoint>;
type Shown = Findings['aspects'][number];

/** The aspects shown to a member, each with the monitor check it comes from. */
const shown = [
  ['tax', 'licensing'],
  ['mot', 'testing'],
  ['recall', 'recalls'],
  ['value', 'value'],
  ['finance', 'finance'],
  ['keepers', 'specification'],
  ['petrol', 'petrol'],
] as const satisfies readonly (readonly [Shown['aspect'], MonitorAspect])[];

/** Monitor checks that cost money. */
const paid: readonly MonitorAspect[] = ['value', 'finance', 'specification'];

export interface MonitorFindingsInput {
  states: readonly StoredMonitorCheckState[];
  values: readonly StoredMonthlyValuation[];
  campaigns: readonly RecallCampaign[];
  /** When DVSA's list, which is compared with the cars on every change, was last read; null: never. */
  recallsReadAt: Date | null;
  /** Whether the member has set a postcode for petrol prices. */
  hasPlace: boolean;
  /** Whether it is a trial, in which no paid monitor checks run. */
  isTrial: boolean;
  /** Days between two monitor checks; 0: not configured. */
  everyDays: Readonly<Record<MonitorAspect, number>>;
}

/** Converts the results of a car's monitor checks for the browser. */
export function toMonitorFindings({
  states,
  values,
  campaigns,
  recallsReadAt,
  hasPlace,
  isTrial,
  everyDays,
}: MonitorFindingsInput): Findings {
  const stateOf = (aspect: MonitorAspect) => {
    const state = states.find((each) => each.aspect === aspect);
    // A recall is checked whenever the list changes: until then the result is as current as the list.
    const followsList =
      aspect === 'recalls' && state?.failure === null && state.lastResultRequestedAt !== null && recallsReadAt !== null;
    return followsList && state.nextCheckAt === null ? { ...state, readAt: recallsReadAt } : state;
  };
  const testing = stateOf('testing');
  return {
    aspects: shown.map(([aspect, of]) => {
      const days = everyDays[of];
      if (days === 0 || (aspect === 'petrol' && !hasPlace)) return unwatched(aspect, 'off');
      const state = stateOf(of);
      if (isTrial && paid.includes(of) && state?.lastResultRequestedAt == null) return unwatched(aspect, 'after-trial');
      return toAspect({ aspect, state, everyDays: days, campaigns: campaigns.length });
    }),
    values: values.map(({ month, valuePence: pence, fetchedAt: readAt }) => ({
      month,
      pence,
      readAt: readAt.toISOString(),
    })),
    recall: {
      outstanding: recallOf(testing),
      readAt: testing?.lastResultRequestedAt?.toISOString() ?? null,
      listedAt: stateOf('recalls')?.lastResultRequestedAt?.toISOString() ?? null,
      campaigns: campaigns.map(toCampaign),
    },
  };
}

/** The state of an aspect that was never read. */
type Unread = Exclude<Shown['state'], 'read'> | NonNullable<Shown['because']>;

const broader = { 'not-held': 'unavailable', 'after-trial': 'off', 'payment-due': 'off' } as const;

const reportedStates = (of: Unread): Pick<Shown, 'state' | 'because'> =>
  of === 'not-held' || of === 'after-trial' || of === 'payment-due'
    ? { state: broader[of], because: of }
    : { state: of, because: null };

const unwatched = (aspect: Shown['aspect'], of: 'off' | 'after-trial'): Shown => ({
  aspect,
  ...reportedStates(of),
  readAt: null,
  everyDays: null,
  nextCheckAt: null,
  found: null,
});

/** Why a monitor check has no result yet; any other reason counts as an unavailable source. */
const unreadStates: Readonly<Record<string, Unread>> = {
  'not-yet': 'not-read',
  outdated: 'not-read',
  'not-read': 'not-read',
  'not-member': 'off',
  'in-trial': 'after-trial',
  'payment-due': 'payment-due',
  paused: 'off',
  'switched-off': 'off',
  'no-postcode': 'not-read',
  'not-held': 'not-held',
  'car-not-known': 'not-held',
  'no-fuel': 'not-held',
  'no-station': 'not-held',
};

const unreadOf = ({ failure }: StoredMonitorCheckState): Unread =>
  failure === null ? 'not-read' : (unreadStates[failure] ?? 'unavailable');

/** Results stay visible while the next monitor check waits for a payment. */
const pauseReasonOf = ({ failure, nextCheckAt }: StoredMonitorCheckState) =>
  failure === 'payment-due' && nextCheckAt === null ? ('payment-due' as const) : null;

function toAspect({
  aspect,
  state,
  everyDays,
  campaigns,
}: {
  aspect: Shown['aspect'];
  state: StoredMonitorCheckState | undefined;
  everyDays: number;
  campaigns: number;
}): Shown {
  if (!state) return { aspect, ...reportedStates('not-read'), readAt: null, everyDays, nextCheckAt: null, found: null };
  const { lastResultRequestedAt, nextCheckAt, lastResult } = state;
  return {
    aspect,
    ...(lastResultRequestedAt === null
      ? reportedStates(unreadOf(state))
      : { state: 'read' as const, because: pauseReasonOf(state) }),
    readAt: lastResultRequestedAt?.toISOString() ?? null,
    everyDays,
    nextCheckAt: nextCheckAt?.toISOString() ?? null,
    found: lastResult === null ? null : foundOf[aspect](lastResult, campaigns),
  };
}

/** A stored result may have been written by an earlier release: missing fields count as unknown. */
const foundOf: Readonly<Record<Shown['aspect'], (known: unknown, campaigns: number) => MonitorAspectFinding | null>> = {
  tax: (known) => {
    const { taxStatus = null, taxDueOn = null } = known as Partial<LastKnownLicensing>;
    return { of: 'tax', status: taxStatus, dueOn: taxDueOn };
  },
  mot: (known) => ({ of: 'mot', dueOn: (known as Partial<LastKnownMotTesting>).motDueOn ?? null }),
  recall: (_known, campaigns) => ({ of: 'recall', campaigns }),
  value: (known) => {
    const { month, pence } = known as Partial<LastKnownMonthlyValue>;
    return month === undefined || pence === undefined ? null : { of: 'value', month, pence };
  },
  finance: (known) => {
    const { agreements } = known as Partial<LastKnownFinance>;
    return agreements === undefined ? null : { of: 'finance', agreements };
  },
  keepers: (known) => {
    const { keepers = null, plateChanges = null } = known as Partial<LastKnownSpecification>;
    return { of: 'keepers', keepers, plateChanges };
  },
  petrol: (known) => {
    const { fuel, tenths } = known as Partial<LastKnownPetrolPrice>;
    return fuel === undefined || tenths === undefined ? null : { of: 'petrol', fuel, pencePerLitreTenths: tenths };
  },
};

const toCampaign = ({ number, launchedOn, concern, remedy }: RecallCampaign) => ({
  number,
  launchedOn,
  concern,
  remedy,
});

/** DVSA's flag as last reported, if ever. */
function recallOf(state: StoredMonitorCheckState | undefined): Findings['recall']['outstanding'] {
  if (!state) return 'not-read';
  const { recall } = (state.lastResult ?? {}) as Partial<LastKnownMotTesting>;
  const of = unreadOf(state);
  return recall ?? (of === 'not-held' || of === 'unavailable' ? 'Unavailable' : 'not-read');
}
