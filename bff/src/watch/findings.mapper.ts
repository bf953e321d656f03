import type { AnswerOf } from '@ve/contracts/endpoint';
import type { readWatchFindings } from '@ve/contracts/http/watch';
import type { StoredWatchState } from '@ve/data/alerts/watch-state.repository';
import type { StoredWatchValue } from '@ve/data/alerts/watch-value.repository';
import type { KnownTesting } from '@ve/domain/alerts/compare-testing';
import type { WatchAspect } from '@ve/domain/alerts/watch-aspects';
import type { Campaign } from '@ve/domain/recall/campaign';

type Findings = AnswerOf<typeof readWatchFindings>;
type Shown = Findings['aspects'][number];

const aDayMs = 86_400_000;

/** What a member watches, and of which looks it comes; the recall flag comes of the MOT history, too. */
const shown: readonly [Shown['aspect'], WatchAspect][] = [
  ['tax', 'licensing'],
  ['mot', 'testing'],
  ['recall', 'recalls'],
  ['value', 'value'],
  ['finance', 'finance'],
  ['keepers', 'specification'],
  ['petrol', 'petrol'],
];

/** What the looks at a member's car have found, for the browser. */
export function toFindings({
  states,
  values,
  campaigns,
  hasPlace,
  off,
}: {
  states: readonly StoredWatchState[];
  values: readonly StoredWatchValue[];
  campaigns: readonly Campaign[];
  /** Whether petrol prices are wanted anywhere. */
  hasPlace: boolean;
  /** What is not watched by what is configured. */
  off: readonly WatchAspect[];
}): Findings {
  const stateOf = (aspect: WatchAspect) => states.find((each) => each.aspect === aspect);
  return {
    aspects: shown.map(([aspect, of]) =>
      off.includes(of) || (aspect === 'petrol' && !hasPlace)
        ? { aspect, state: 'off', readAt: null, everyDays: null }
        : toAspect(aspect, stateOf(of) ?? (aspect === 'recall' ? stateOf('testing') : undefined)),
    ),
    values: values.map(({ month, pence, readAt }) => ({ month, pence, readAt: readAt.toISOString() })),
    recall: { outstanding: recallOf(stateOf('testing')), campaigns: campaigns.map(toCampaign) },
  };
}

function toAspect(aspect: Shown['aspect'], state: StoredWatchState | undefined): Shown {
  if (!state) return { aspect, state: 'not-read', readAt: null, everyDays: null };
  const { readAt, nextAt, failure } = state;
  return {
    aspect,
    state: readAt !== null ? 'read' : failure !== null ? 'unavailable' : 'not-read',
    readAt: readAt?.toISOString() ?? null,
    // A look that failed is tried again sooner, which says nothing of the interval.
    everyDays:
      readAt === null || failure !== null || nextAt === null
        ? null
        : Math.max(1, Math.round((nextAt.getTime() - readAt.getTime()) / aDayMs)),
  };
}

const toCampaign = ({ number, launchedOn, concern, remedy }: Campaign) => ({ number, launchedOn, concern, remedy });

/** DVSA's flag as it was last said, if it was. */
function recallOf(state: StoredWatchState | undefined): Findings['recall']['outstanding'] {
  if (!state) return 'not-read';
  const { recall } = (state.known ?? {}) as Partial<KnownTesting>;
  return recall ?? (state.failure === null ? 'not-read' : 'Unavailable');
}
