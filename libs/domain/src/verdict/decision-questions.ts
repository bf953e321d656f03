import type { AdviceCause } from './causes.ts';
import { type MileageTimeline, countReadingsInOrder } from '../vehicle/mileage/mileage-timeline.ts';
import { motState } from '../vehicle/mot/mot-state.ts';
import { formatPounds } from '../kernel/money/format-pounds.ts';
import { taxOfRecord } from '../vehicle/tax/tax-of-record.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import type { CauseAnswer } from './decision-causes.ts';
import { formatCount } from '../kernel/text/phrases.ts';
import type { Finding } from './decision.ts';
import type { DecisionQuestion } from './decision.ts';
import type { FullCheck, Valuation } from '../vehicle/record/full-check.ts';
import { isExported, roadStatus } from '../vehicle/record/road-status.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';

type Answer = Omit<DecisionQuestion, 'id' | 'level'> & { level?: DecisionQuestion['level'] };

const locked: Answer = { state: 'locked', answer: 'In the full check' };
const asking: Answer = { state: 'asking', answer: 'Asking now' };
const notAvailable: Answer = { state: 'unknown', answer: 'Not available' };

/** Answers the six questions of a buyer, in the order of `decisionQuestions`. */
export function questions(
  record: VehicleRecord,
  fullCheck: FullCheck | null,
  today: IsoDate,
  causes: readonly CauseAnswer[],
  found: readonly Finding[],
  timeline: MileageTimeline | null,
): DecisionQuestion[] {
  const riskNote = found.find(({ id }) => id === 'high-risk');
  const owed: Answer = ofCauses(causes, ['finance'], 'No finance agreement recorded');
  const answers: (Answer & Pick<DecisionQuestion, 'id'>)[] = [
    { id: 'stolen', ...ofCauses(causes, ['police-stolen', 'insurance-stolen'], 'No police or insurer marker') },
    {
      id: 'owed',
      ...(owed.state !== 'found' && riskNote !== undefined ? foundOf(riskNote) : owed),
    },
    { id: 'crashed', ...ofCauses(causes, ['written-off', 'identity-inspection'], 'No insurer wrote it off') },
    { id: 'mileage', ...mileage(timeline, causes, found) },
    { id: 'legal', ...legal(record, fullCheck, today, found) },
    { id: 'worth', ...worth(fullCheck, causes) },
  ];
  return answers.map((answer) => ({ ...answer, level: answer.level ?? null }));
}

const foundOf = ({ phrase, level }: Finding): Answer => ({ state: 'found', answer: capital(phrase), level });

function ofCauses(causes: readonly CauseAnswer[], ids: readonly AdviceCause[], clear: string): Answer {
  const asked = causes.filter(({ cause }) => ids.includes(cause));
  const findings = asked.flatMap(({ finding }) => (finding === null ? [] : [finding]));
  const [worst] = findings;
  if (worst !== undefined) return foundOf(worst);
  const states = asked.map(({ state }) => state);
  if (states.includes('locked')) return locked;
  if (states.includes('asking')) return asking;
  return states.includes('unknown') ? notAvailable : { state: 'clear', answer: clear };
}

function mileage(timeline: MileageTimeline | null, causes: readonly CauseAnswer[], found: readonly Finding[]): Answer {
  const cause = causes.find((candidate) => candidate.cause === 'mileage');
  if (cause?.finding) return foundOf(cause.finding);
  const unclear = found.find(({ id }) => id === 'mileage-unclear');
  if (unclear !== undefined) return foundOf(unclear);
  if (cause?.state === 'asking') return asking;
  const readings = timeline?.points.length ?? 0;
  if (cause?.state === 'no') {
    const inOrder = timeline === null ? null : countReadingsInOrder(timeline);
    if (inOrder !== null) return { state: 'clear', answer: `${formatCount(inOrder, 'reading')}, all in order` };
    if (timeline !== null && readings === 0) return { state: 'unknown', answer: 'No reading yet: nothing to compare' };
    // A lorry with high mileage.
    const isDriven = timeline?.confidence === 'unclear';
    return {
      state: 'clear',
      answer: isDriven ? `${formatCount(readings, 'reading')}, none goes back` : 'No mileage anomaly on record',
    };
  }
  if (timeline === null) return notAvailable;
  return { state: 'unknown', answer: readings === 0 ? 'No MOT reading yet' : 'Only one reading so far' };
}

function legal(record: VehicleRecord, fullCheck: FullCheck | null, today: IsoDate, found: readonly Finding[]): Answer {
  const status = roadStatus(record, fullCheck);
  const levelOf = (...ids: string[]) => found.find(({ id }) => ids.includes(id))?.level ?? null;
  if (status === 'scrapped') {
    return { state: 'found', answer: 'Scrapped: not for the road', level: levelOf('scrapped') };
  }
  if (status === 'exported') {
    return {
      state: 'found',
      answer: isExported(record, fullCheck) ? 'Exported' : 'Marked for export',
      level: levelOf('exported'),
    };
  }
  const against = found.filter(({ id }) => ['dangerous-defect', 'mot-expired', 'tax-expired', 'sorn'].includes(id));
  if (against.length > 0)
    return {
      state: 'found',
      level: against[0]?.level ?? null,
      answer: capital(
        against
          .slice(0, 2)
          .map(({ phrase }) => phrase)
          .join(', '),
      ),
    };
  const tax = taxOfRecord(record, today);
  const mot = motState(record, today);
  const isTaxed = tax.state === 'valid' || tax.state === 'due-soon';
  const isTested = mot.state === 'valid' || mot.state === 'due-soon' || mot.state === 'not-due';
  if (isTaxed && isTested && status === 'in-use') {
    const until =
      mot.expiryDate === null
        ? 'MOT valid'
        : `${mot.state === 'not-due' ? 'first MOT due' : 'MOT until'} ${formatDate(mot.expiryDate)}`;
    return { state: 'clear', answer: `Taxed, ${until}` };
  }
  if ([record.licensing, record.testing, record.specification].some(({ state }) => state === 'asking')) return asking;
  if (isTaxed && mot.state === 'exempt') return { state: 'unknown', answer: 'Taxed; may need no MOT' };
  if (isTaxed) return { state: 'unknown', answer: 'Taxed; MOT not available' };
  return isTested ? { state: 'unknown', answer: 'MOT valid; tax not available' } : notAvailable;
}

function worth(fullCheck: FullCheck | null, causes: readonly CauseAnswer[]): Answer {
  if (fullCheck === null) return locked;
  const { valuation } = fullCheck;
  if (valuation.state === 'asking') return asking;
  const price = valuation.state === 'found' ? priceOf(valuation.data) : null;
  if (price === null) return notAvailable;
  // The valuation uses model, age and mileage only, not what was found.
  const isSound = causes.every(({ finding }) => finding === null);
  const priceText = formatPounds(price.pence);
  return { state: 'clear', answer: isSound ? `${priceText} ${price.from}` : `${priceText} if nothing had been found` };
}

function priceOf(valuation: Valuation): { pence: number; from: string } | null {
  const prices = [
    [valuation.privateAverage, 'from a private seller'],
    [valuation.privateClean, 'from a private seller'],
    [valuation.dealerForecourt, 'from a dealer'],
    [valuation.partExchange, 'in part exchange'],
  ] as const;
  const known = prices.flatMap(([pence, from]) => (pence !== null && pence > 0 ? [{ pence, from }] : []));
  return known[0] ?? null;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
