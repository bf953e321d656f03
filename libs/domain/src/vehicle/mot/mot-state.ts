import { parseRegistration } from '../../kernel/registration/parse-registration.ts';
import { firstRegistrationCandidates } from '../record/first-registration-candidates.ts';
import type { SourceName, VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { dueSoonDays } from '../tax/tax-state.ts';
import { addDays, addMonths, daysBetween } from '../../kernel/time/london-date.ts';
import { motExemptionOf } from './mot-exemption.ts';
import { motTestsUpTo } from './mot-tests-up-to.ts';

export interface MotState {
  /** `exempt`: it may be, by its age, under conditions that no register shows (`exemption`). */
  state: 'valid' | 'due-soon' | 'expired' | 'not-due' | 'exempt' | 'unknown';
  /** The last day of the certificate, or the last day for a first test. */
  expiryDate: IsoDate | null;
  /** Days until then: 0 on the day itself, negative after it. */
  daysLeft: number | null;
  /** The basis of the state. */
  basis: 'dvsa-test' | 'dvla' | 'first-test-due' | 'computed' | null;
  source: SourceName | null;
  at: IsoInstant | null;
}

/**
 * MOT state on a given day. In order: the latest certificate of DVSA or DVLA; DVSA's date for a first test; DVLA's
 * status without a date; the first test date computed from first registration, which can give 'not due' but never
 * 'expired'. A vehicle over 40 years old without an MOT may be exempt; for a lorry or bus, which mostly is not, the
 * registers' state is kept.
 */
export function motState(record: VehicleRecord, today: IsoDate): MotState {
  const state = certificate(record, today) ?? firstTest(record, today) ?? dvlaStatus(record) ?? computed(record, today);
  if (state !== null && state.state !== 'expired') return state;
  return exempt(record, today) ?? state ?? nothing('unknown');
}

function certificate({ licensing, testing }: VehicleRecord, today: IsoDate): MotState | null {
  const tested =
    testing.state === 'found'
      ? motTestsUpTo(testing.data.tests, today).flatMap(({ result, expiryDate }) =>
          result === 'PASSED' && expiryDate ? [expiryDate] : [],
        )
      : [];
  const byTest = tested.toSorted().at(-1) ?? null;
  const byDvla = licensing.state === 'found' ? licensing.data.motExpiryDate : null;
  if (byTest !== null && (byDvla === null || byTest >= byDvla)) {
    return { ...dated(byTest, today, 'valid'), basis: 'dvsa-test', source: testing.source, at: testing.at };
  }
  if (byDvla === null) return null;
  return { ...dated(byDvla, today, 'valid'), basis: 'dvla', source: licensing.source, at: licensing.at };
}

function firstTest({ testing }: VehicleRecord, today: IsoDate): MotState | null {
  if (testing.state !== 'found' || testing.data.motTestDueDate === null) return null;
  const state = dated(testing.data.motTestDueDate, today, 'not-due');
  return { ...state, basis: 'first-test-due', source: testing.source, at: testing.at };
}

function dvlaStatus({ licensing }: VehicleRecord): MotState | null {
  if (licensing.state !== 'found') return null;
  const { motStatus } = licensing.data;
  if (motStatus !== 'Valid' && motStatus !== 'Not valid') return null;
  const state = motStatus === 'Valid' ? 'valid' : 'expired';
  return { ...nothing(state), basis: 'dvla', source: licensing.source, at: licensing.at };
}

/**
 * First registration + 3 years - 1 day for cars, light vans and motorcycles, + 1 year - 1 day for buses; a fourth year
 * for cars kept in Northern Ireland, which a Northern Ireland plate only suggests: between the two dates the state is
 * unknown.
 */
function computed(record: VehicleRecord, today: IsoDate): MotState | null {
  const { licensing, registration } = record;
  const found = firstRegistrationCandidates(record).find(({ value }) => value !== null);
  const typeApproval = licensing.state === 'found' ? (licensing.data.typeApproval ?? '') : '';
  if (!found?.value) return null;
  const years = /^(M1|N1|L[1-7])/i.test(typeApproval) ? 3 : /^M[23]/i.test(typeApproval) ? 1 : null;
  if (years === null) return null;
  const due = addDays(addMonths(found.value.date, years * 12), -1);
  if (due < today) return null;
  const plate = parseRegistration(registration);
  const certain = !(plate.ok && plate.era === 'northern-ireland');
  const state = dated(due, today, 'not-due');
  return {
    ...state,
    state: certain ? state.state : 'not-due',
    basis: 'computed',
    source: found.section.source,
    at: found.section.at,
  };
}

function exempt(record: VehicleRecord, today: IsoDate): MotState | null {
  const found = motExemptionOf(record, today);
  if (found?.by !== 'age') return null;
  return { ...nothing('exempt'), basis: 'computed', source: found.source, at: found.at };
}

function dated(expiryDate: IsoDate, today: IsoDate, far: 'valid' | 'not-due') {
  const daysLeft = daysBetween(today, expiryDate);
  const state = daysLeft < 0 ? ('expired' as const) : daysLeft <= dueSoonDays ? ('due-soon' as const) : far;
  return { state, expiryDate, daysLeft };
}

function nothing(state: MotState['state']): MotState {
  return { state, expiryDate: null, daysLeft: null, basis: null, source: null, at: null };
}
