import type { AlertFacts } from '@ve/domain/monitoring/alerts/alert';
import { contactDvlaText } from '@ve/domain/membership/who-can-correct';
import { formatPounds } from '@ve/domain/kernel/money/format-pounds';
import { motFailureReasonMissingText } from '@ve/domain/vehicle/mot/mot-messages';
import { type PumpFuel, pumpFuelNames } from '@ve/domain/vehicle/petrol/fuel';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { taxStatusLabel } from '@ve/domain/vehicle/tax/tax-status-labels';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { formatCountWithNoun as count } from '@ve/domain/kernel/text/phrases';
import type { StatusTone } from '@ve/ui/status/status';
import { formatMonthAndYear } from '../format-month-name.ts';

interface EventMessage {
  tone: StatusTone;
  /** The kind of event, in a word or two. */
  word: string;
  text: string;
}

const plate = (registration: string | null): string =>
  registration === null ? 'an unknown plate' : formatRegistration(registration);

const onDay = (date: string | null): string => (date === null ? '' : ` on ${formatDate(date)}`);

/** Formats tenths of a penny: 1,359 is `135.9p`. */
export const formatTenthsOfPenny = (tenths: number): string => `${(tenths / 10).toFixed(1)}p`;

/** Formats tenths of a mile: 12 is `1.2 miles`. */
export const formatTenthsOfMile = (tenths: number): string =>
  tenths < 1 ? 'under 0.1 miles' : `${(tenths / 10).toFixed(1)} ${tenths === 10 ? 'mile' : 'miles'}`;

function motText({ passed, testedOn, expiresOn, advisories, failures, repeated }: Of<'mot-result'>): string {
  const result = passed ? 'Passed' : 'Failed';
  const until = expiresOn === null ? '' : ` It is valid until ${formatDate(expiresOn)}.`;
  const found = [
    ...(failures.length > 0 ? [count(failures.length, 'failure', 'failures')] : []),
    ...(advisories.length > 0 ? [count(advisories.length, 'advisory', 'advisories')] : []),
  ];
  const failedOn = passed || failures.length > 0 ? '' : ` ${motFailureReasonMissingText}`;
  const again = repeated > 0 ? `, ${repeated} of them seen before` : '';
  return `${result} its MOT${onDay(testedOn)}.${until}${failedOn}${found.length > 0 ? ` ${found.join(', ')}${again}.` : ' No advisories.'}`;
}

/** The name on the pump: `Diesel (B7)`. Returns an unknown fuel unchanged. */
export function pumpFuelLabel(fuel: string): string {
  const name = Object.hasOwn(pumpFuelNames, fuel) ? pumpFuelNames[fuel as PumpFuel] : fuel;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

type Of<K extends AlertFacts['kind']> = Extract<AlertFacts, { kind: K }>;

function valueText({ month, pence, beforePence }: Of<'value'>): string {
  const worth = `Worth about ${formatPounds(pence)} in ${formatMonthAndYear(month)}`;
  if (beforePence === null || beforePence === pence) return `${worth}${beforePence === null ? '' : ', as before'}.`;
  const change = formatPounds(Math.abs(pence - beforePence));
  return `${worth}, ${change} ${pence > beforePence ? 'more' : 'less'} than last time.`;
}

function recallWords({ outstanding, campaigns }: Of<'recall'>): EventMessage {
  const which = campaigns.length > 0 ? ` ${campaigns.join(', ')}.` : '';
  switch (outstanding) {
    case 'Yes':
      return {
        tone: 'fail',
        word: 'Recall',
        text: `DVSA lists an outstanding safety recall.${which} A dealer repairs it free of charge.`,
      };
    case 'No':
      return { tone: 'pass', word: 'Recall', text: 'DVSA no longer lists an outstanding safety recall.' };
    case 'may-apply':
      return {
        tone: 'warn',
        word: 'Recall',
        text: `A recall of this model may apply to your car.${which} A dealer can check by VIN.`,
      };
  }
}

function financeLabel({ agreements, before, company }: Of<'finance'>): EventMessage {
  if (agreements === 0) {
    return { tone: 'pass', word: 'Finance', text: 'No finance agreement is recorded any more.' };
  }
  const by = company === null ? '' : ` with ${company}`;
  return {
    tone: 'fail',
    word: 'Finance',
    text: `${count(agreements, 'finance agreement is', 'finance agreements are')} recorded${by}; ${before === 0 ? 'none was' : `${before} ${before === 1 ? 'was' : 'were'}`} before.`,
  };
}

const wrongRecord = `If you still have it, the record is wrong: ${contactDvlaText}.`;

function offRoadLabels({ state, on, destroyed }: Of<'scrapped-or-exported'>): EventMessage {
  switch (state) {
    case 'scrapped': {
      const certificate = destroyed ? ', with a certificate of destruction' : '';
      return { tone: 'fail', word: 'Scrapped', text: `Recorded as scrapped${onDay(on)}${certificate}. ${wrongRecord}` };
    }
    case 'exported':
      return { tone: 'fail', word: 'Exported', text: `Recorded as exported${onDay(on)}. ${wrongRecord}` };
    case 'marked-for-export':
      return {
        tone: 'fail',
        word: 'Export',
        text: `DVLA now marks it for export. If you did not ask for that, ${contactDvlaText}.`,
      };
    case 'neither':
      return {
        tone: 'pass',
        word: 'In use',
        text: 'No longer recorded as scrapped or exported. Its reminders continue.',
      };
  }
}

export function watchEventMessage(facts: AlertFacts): EventMessage {
  switch (facts.kind) {
    case 'tax-status': {
      const { from, to, dueOn } = facts;
      // The tax date of a car that is not taxed is in the past.
      const isTaxed = to === 'Taxed';
      const due = dueOn === null ? '' : ` It ${isTaxed ? 'is' : 'was'} due on ${formatDate(dueOn)}.`;
      return {
        tone: isTaxed ? 'pass' : to === 'SORN' ? 'warn' : 'fail',
        word: 'Tax',
        text: `DVLA now says that it is ${taxStatusLabel(to)}${from === null ? '' : `. Before, it was ${taxStatusLabel(from)}`}.${due}`,
      };
    }
    case 'mot-result':
      return { tone: facts.passed ? 'pass' : 'fail', word: 'MOT', text: motText(facts) };
    case 'recall':
      return recallWords(facts);
    case 'value':
      return { tone: 'info', word: 'Value', text: valueText(facts) };
    case 'finance':
      return financeLabel(facts);
    case 'keeper-change': {
      const now =
        facts.keepers === null ? '' : ` It has had ${count(facts.keepers, 'previous keeper', 'previous keepers')}.`;
      return { tone: 'warn', word: 'Keeper', text: `A new keeper is recorded${onDay(facts.on)}.${now}` };
    }
    case 'plate-change':
      return {
        tone: 'warn',
        word: 'Plate',
        text: `A change of plate is recorded${onDay(facts.on)}: from ${plate(facts.from)} to ${plate(facts.to)}.`,
      };
    case 'petrol':
      return {
        tone: 'info',
        word: 'Petrol',
        text: `${pumpFuelLabel(facts.fuel)} at ${formatTenthsOfPenny(facts.pencePerLitreTenths)} a litre: ${facts.station}, ${formatTenthsOfMile(facts.milesTenths)} from your postcode.`,
      };
    case 'scrapped-or-exported':
      return offRoadLabels(facts);
    case 'date-moved':
      return {
        tone: 'info',
        word: facts.of === 'tax' ? 'Tax' : 'MOT',
        text: `Its ${facts.of === 'tax' ? 'tax' : 'MOT'} date moved from ${formatDate(facts.from)} to ${formatDate(facts.to)}. Reminders moved with it.`,
      };
  }
}
