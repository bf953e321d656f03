import { highMileage, averageMilesPerYear } from '../vehicle/mileage/high-mileage.ts';
import type { MileageTimeline } from '../vehicle/mileage/mileage-timeline.ts';
import { repeatedSafetyAdvisories, type AdvisorySafetyArea } from '../vehicle/mot/advisory-repeats.ts';
import { motExemptionOf } from '../vehicle/mot/mot-exemption.ts';
import { motHistory } from '../vehicle/mot/mot-history.ts';
import { motState } from '../vehicle/mot/mot-state.ts';
import { motTestsUpTo } from '../vehicle/mot/mot-tests-up-to.ts';
import { parseRegistration } from '../kernel/registration/parse-registration.ts';
import { taxOfRecord } from '../vehicle/tax/tax-of-record.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import { formatThousands } from '../kernel/text/phrases.ts';
import {
  formatCountWithNoun,
  inlineRegisterText,
  lowerCaseRegisterText,
  onDatePhrase,
  endWithFullStop,
  truncateAtWord,
  sinceDatePhrase,
  approximateDuration,
  durationRoundedUp,
} from '../kernel/text/phrases.ts';
import { callAdviceText } from '../kernel/phone/call-advice-text.ts';
import type { DecisionFinding } from './decision.ts';
import { type CautionId, cautionIds } from './decision.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import { isHeavyVehicle } from '../vehicle/record/heavy-vehicle.ts';
import { frequentKeeperChanges, type FrequentChanges, frequentPlateChanges } from '../full-check/frequent-changes.ts';
import { recallDealerOf } from '../vehicle/recall/dealer-of.ts';
import { recallState } from '../vehicle/record/recall-state.ts';
import { hasLeftTheRoad } from '../vehicle/record/road-status.ts';
import { taxiEvidence } from '../vehicle/taxi/taxi-evidence.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

/** Returns all cautions, most serious first. Tax and MOT of a vehicle off the road are left out. */
export function decisionCautions(input: ReportInput, timeline: MileageTimeline | null): DecisionFinding[] {
  const { record, fullCheck, today } = input;
  const leftTheRoad = hasLeftTheRoad(record, fullCheck);
  const found = [
    ...(leftTheRoad ? [] : [...roadCautions(record, today), ...recallCaution(record)]),
    ...testCautions(record, leftTheRoad, today),
    ...highRiskCaution(fullCheck),
    ...plateCautions(record),
    ...taxiCaution(record),
    ...frequentChangeCautions(input),
    ...mileageCautions(record, timeline),
  ];
  return found.toSorted(compareFindingsByImportance);
}

/** Orders findings: those that make the verdict, in their own order, before those of `cautionIds`. */
export const compareFindingsByImportance = (a: Pick<DecisionFinding, 'id'>, b: Pick<DecisionFinding, 'id'>): number =>
  rank(a) - rank(b);

const rank = ({ id }: Pick<DecisionFinding, 'id'>): number => (cautionIds as readonly string[]).indexOf(id);

type Messages = Pick<DecisionFinding, 'text' | 'phrase' | 'next'>;

function caution(
  id: CautionId,
  { source, at }: Pick<DecisionFinding, 'source' | 'at'>,
  messages: Messages,
): DecisionFinding {
  return {
    id,
    level: 'LOOK',
    text: endWithFullStop(messages.text),
    phrase: messages.phrase,
    next: endWithFullStop(messages.next),
    source,
    at,
  };
}

function roadCautions(record: VehicleRecord, today: IsoDate): DecisionFinding[] {
  const tax = taxOfRecord(record, today);
  const mot = motState(record, today);
  const found: DecisionFinding[] = [];
  if (mot.source !== null && mot.at !== null) {
    const provenance = { source: mot.source, at: mot.at };
    const isFirst = mot.basis === 'first-test-due';
    if (mot.state === 'expired') {
      const ended =
        mot.expiryDate === null
          ? ''
          : `: the last one ended${onDatePhrase(mot.expiryDate)}, ${approximateDuration(mot.expiryDate, today)} ago`;
      const overdue = `Its first MOT was due${onDatePhrase(mot.expiryDate)} and is not on record`;
      const unless =
        motExemptionOf(record, today) === null ? '' : '; at its age it may need none, unless it is used commercially';
      found.push(
        caution('mot-expired', provenance, {
          text: `${isFirst ? overdue : `It has no MOT${ended}`}${unless}`,
          phrase: mot.expiryDate === null ? 'no MOT' : `no MOT since ${formatDate(mot.expiryDate)}`,
          next: 'Ask the seller for a new MOT before you pay: until then it may only be driven to a booked test or a repair for it',
        }),
      );
    }
    if (mot.state === 'due-soon' && mot.expiryDate !== null && mot.daysLeft !== null) {
      found.push(
        caution('mot-due', provenance, {
          text: `Its ${isFirst || mot.basis === 'computed' ? 'first MOT is due' : 'MOT ends'} ${inDays(mot.expiryDate, mot.daysLeft)}`,
          phrase: `${isFirst || mot.basis === 'computed' ? 'a first MOT due' : 'an MOT that ends'} ${mot.daysLeft === 0 ? 'today' : `in ${formatCountWithNoun(mot.daysLeft, 'day')}`}`,
          next: 'Ask the seller for a new MOT before you pay',
        }),
      );
    }
  }
  if (tax.source !== null && tax.at !== null) {
    const provenance = { source: tax.source, at: tax.at };
    if (tax.state === 'expired') {
      const isPast = tax.dueDate !== null && tax.dueDate < today;
      const ended =
        isPast && tax.dueDate !== null
          ? `: its tax ended${onDatePhrase(tax.dueDate)}, ${approximateDuration(tax.dueDate, today)} ago`
          : '';
      found.push(
        caution('tax-expired', provenance, {
          text: `It is not taxed${ended}`,
          phrase: isPast && tax.dueDate !== null ? `no tax since ${formatDate(tax.dueDate)}` : 'no tax',
          next: 'Tax it in your own name before you drive it away, and ask the seller where it has been kept since',
        }),
      );
    }
    if (tax.state === 'sorn') {
      found.push(
        caution('sorn', provenance, {
          text: 'It is declared off the road (SORN): except to a booked MOT test, it must not be driven or parked on a public road',
          phrase: 'a SORN',
          next: 'Ask the seller why it is off the road and for a test drive on private land; tax it before you drive it away',
        }),
      );
    }
    if (tax.state === 'due-soon' && tax.dueDate !== null && tax.daysLeft !== null) {
      found.push(
        caution('tax-due', provenance, {
          text: `Its tax ends ${inDays(tax.dueDate, tax.daysLeft)}; for a buyer it ends at the sale`,
          phrase: `tax that ends ${tax.daysLeft === 0 ? 'today' : `in ${formatCountWithNoun(tax.daysLeft, 'day')}`}`,
          next: 'Tax it in your own name before you drive it away: the seller’s tax ends at the sale',
        }),
      );
    }
  }
  return found;
}

function inDays(date: IsoDate, daysLeft: number): string {
  return daysLeft === 0
    ? `today, ${formatDate(date)}`
    : `in ${formatCountWithNoun(daysLeft, 'day')}, on ${formatDate(date)}`;
}

function recallCaution(record: VehicleRecord): DecisionFinding[] {
  const recall = recallState(record);
  if (recall.state !== 'outstanding') return [];
  return [
    caution('recall', recall, {
      text: 'It has at least one outstanding safety recall',
      phrase: 'an open safety recall',
      next: `Ask ${recallDealerOf(record)} what the recall is about, and have the seller get it repaired before you pay`,
    }),
  ];
}

const areaLabels: Record<AdvisorySafetyArea, string> = {
  structure: 'structure',
  brakes: 'brakes',
  steering: 'steering',
};

function testCautions({ testing }: VehicleRecord, leftTheRoad: boolean, today: IsoDate): DecisionFinding[] {
  if (testing.state !== 'found') return [];
  const history = motHistory(motTestsUpTo(testing.data.tests, today));
  const [latest] = history.tests;
  if (latest === undefined) return [];
  const found: DecisionFinding[] = [];
  // PRS: repaired at the station before the test was passed.
  const dangerous = latest.defects.find(
    (defect) => (defect.dangerous || defect.type === 'DANGEROUS') && defect.type !== 'PRS',
  );
  if (!leftTheRoad && dangerous !== undefined) {
    found.push(
      caution('dangerous-defect', testing, {
        text: `Its latest MOT test, on ${formatDate(latest.day)}, found a dangerous defect: “${truncateAtWord(dangerous.words, 120)}”`,
        phrase: 'a dangerous defect at its latest MOT test',
        next: 'Do not drive it: ask the seller for the repair invoice and a new MOT before you pay',
      }),
    );
  } else if (!leftTheRoad && latest.result === 'FAILED') {
    const defects = latest.defects.filter(({ type }) => type === 'MAJOR' || type === 'FAIL').length;
    found.push(
      caution('mot-failed', testing, {
        text: `It failed its latest MOT test on ${formatDate(latest.day)}${defects === 0 ? '' : ` with ${formatCountWithNoun(defects, 'defect')}`} and has not passed since`,
        phrase: 'a failed MOT without a retest',
        next: 'Ask the seller for the repair invoice and a new MOT before you pay',
      }),
    );
  }
  for (const { area, words, motsInARow, day } of repeatedSafetyAdvisories(history)) {
    found.push(
      caution(`${area}-advisory`, testing, {
        text: `${motsInARow} MOTs in a row, the latest on ${formatDate(day)}, noted the same on its ${areaLabels[area]}: “${truncateAtWord(words, 120)}”`,
        phrase: `the same ${areaLabels[area]} advisory at ${motsInARow} MOTs in a row`,
        next: `Have a mechanic look at its ${areaLabels[area]} before you pay, or ask the seller for the repair invoice`,
      }),
    );
  }
  return found;
}

function highRiskCaution(fullCheck: FullCheck | null): DecisionFinding[] {
  if (fullCheck?.vdi.state !== 'found') return [];
  const { vdi } = fullCheck;
  const count = Math.max(vdi.data.highRiskCount ?? 0, vdi.data.highRisk.length);
  if (count === 0) return [];
  const [note] = vdi.data.highRisk;
  const company = inlineRegisterText(note?.company ?? null);
  const type = inlineRegisterText(note?.type ?? null);
  const what = type === null ? 'an interest in it' : lowerCaseRegisterText(type);
  const more = count > 1 ? `, the first of ${count}` : '';
  const whom = company === null ? 'the company' : callAdviceText(company, note?.phone ?? null);
  return [
    caution('high-risk', vdi, {
      text: `${company ?? 'A company'} has a note on the register of vehicles at risk: ${what}${sinceDatePhrase(note?.date ?? null)}${more}`,
      phrase: type === null ? 'a note on the register of vehicles at risk' : `a note of ${what}`,
      next: `Before you pay, ring ${whom} and get it in writing whether the seller may sell it`,
    }),
  ];
}

const seenOnThePlate = { source: null, at: null };

function plateCautions({ registration }: VehicleRecord): DecisionFinding[] {
  const plate = parseRegistration(registration);
  if (!plate.ok || plate.era !== 'q') return [];
  return [
    caution('q-plate', seenOnThePlate, {
      text: 'It has a Q plate: its age or identity is in doubt',
      phrase: 'a Q plate',
      next: 'Ask the seller for its build papers and the receipts for its parts, and get an insurance quote for it before you pay',
    }),
  ];
}

function taxiCaution(record: VehicleRecord): DecisionFinding[] {
  const evidence = taxiEvidence(record);
  const [strongest] = evidence;
  if (strongest === undefined) return [];
  const when = strongest.date === null || strongest.kind === 'yearly-tests' ? '' : ` (${formatDate(strongest.date)})`;
  const others = evidence.length > 1 ? `, and ${formatCountWithNoun(evidence.length - 1, 'other sign')}` : '';
  const first = strongest.text.slice(0, 1).toLowerCase() + strongest.text.slice(1, -1);
  return [
    caution('taxi', strongest, {
      text: `It may have been a taxi: ${first}${when}${others}`,
      phrase: 'signs that it was a taxi',
      next: 'Ask the seller, and the council that would have licensed it, whether it was a taxi',
    }),
  ];
}

/** Cautions for frequent changes of keeper and plate. */
export function frequentChangeCautions(input: ReportInput): DecisionFinding[] {
  const { record, fullCheck } = input;
  const keepers = frequentKeeperChanges(input);
  const plates = frequentPlateChanges(record, fullCheck);
  const found: DecisionFinding[] = [];
  if (keepers !== null) {
    const within = over(keepers);
    const phrase =
      within === null || keepers.total > keepers.count
        ? formatCountWithNoun(keepers.total, 'previous keeper')
        : `${keepers.count} changes of keeper in ${within}`;
    const total =
      keepers.total > keepers.count
        ? `It has had ${formatCountWithNoun(keepers.total, 'previous keeper')}, and its keeper changed `
        : 'Its keeper changed ';
    found.push(
      caution('keepers', keepers, {
        text:
          within === null || keepers.to === null
            ? `It has had ${formatCountWithNoun(keepers.count, 'previous keeper')}${keepers.isForItsAge ? ', each for less than two years on average' : ''}`
            : `${total}${keepers.count} times in ${within}, ${lastOf(keepers)}`,
        phrase,
        next: 'Ask the seller why it changed hands so often and how long they have had it; the V5C shows when they became its keeper',
      }),
    );
  }
  if (plates !== null) {
    const within = over(plates);
    const phrase =
      within === null
        ? formatCountWithNoun(plates.count, 'plate change')
        : `${plates.count} plate changes in ${within}`;
    found.push(
      caution('plates', plates, {
        text:
          within === null || plates.to === null
            ? `Its plate was changed ${plates.count} times`
            : `Its plate was changed ${plates.count} times in ${within}, ${lastOf(plates)}`,
        phrase,
        next: 'Ask the seller why its plate was changed, and check its earlier plates too',
      }),
    );
  }
  return found;
}

/** The date of the latest change; for a series that was followed by others, also the date of its start. */
function lastOf({ from, to, isLatest }: FrequentChanges): string {
  if (isLatest || from === null || to === null) return `most recently${onDatePhrase(to)}`;
  return `from ${formatDate(from)} to ${formatDate(to)}`;
}

function over({ from, to }: FrequentChanges): string | null {
  return from === null || to === null ? null : from === to ? 'a day' : durationRoundedUp(from, to);
}

function mileageCautions(record: VehicleRecord, timeline: MileageTimeline | null): DecisionFinding[] {
  const { testing } = record;
  if (timeline === null) return [];
  const { points, confidence } = timeline;
  const found: DecisionFinding[] = [];
  // A lorry may well cover a distance that would indicate a misread odometer in a car.
  const isDriven = isHeavyVehicle(record) && points.every(({ flag }) => flag === null || flag === 'jump');
  if (confidence === 'unclear' && !isDriven) {
    const odd = points.filter(({ flag }) => flag !== null && flag !== 'corrected');
    const latest = odd.at(-1);
    const which = latest === undefined ? '' : `: ${formatThousands(latest.miles)} on ${formatDate(latest.day)}`;
    const last = odd.length > 1 ? ', last' : '';
    found.push(
      caution('mileage-unclear', testing, {
        text: `${odd.length === 1 ? 'One' : odd.length} of its ${points.length} mileage readings ${odd.length === 1 ? 'does' : 'do'} not fit the others${last}${which}`,
        phrase: `${formatCountWithNoun(odd.length, 'mileage reading')} that ${odd.length === 1 ? 'does' : 'do'} not fit`,
        next: 'Compare the odometer with its last readings, and ask the seller for a service invoice from that time',
      }),
    );
  }
  const high = highMileage(record, timeline);
  if (high !== null) {
    found.push(
      caution('high-mileage', testing, {
        text: `It had ${formatThousands(high.miles)} miles on ${formatDate(high.day)}, ${formatThousands(high.milesPerYear)} a year; cars average ${formatThousands(averageMilesPerYear)} (Department for Transport, 2017)`,
        phrase: `a very high mileage of ${formatThousands(high.miles)}`,
        next: 'Ask for its service book, and have wear inspected before you pay',
      }),
    );
  }
  return found;
}
