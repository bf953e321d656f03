import type { AlertFacts, AlertKind } from '@ve/domain/monitoring/alerts/alert';
import { contactDvlaText, whoCanCorrect } from '@ve/domain/membership/who-can-correct';
import type { OffRoadStatus } from '@ve/domain/vehicle/record/off-road';
import { formatPounds } from '@ve/domain/kernel/money/format-pounds';
import { motFailureReasonMissingText } from '@ve/domain/vehicle/mot/mot-messages';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { taxStatusLabel } from '@ve/domain/vehicle/tax/tax-status-labels';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { formatCountWithNoun as numberOf } from '@ve/domain/kernel/text/phrases';

type Row = readonly [label: string, value: string];

interface AlertMessages {
  title: string;
  source: string;
  rows?: Row[];
  text: string[];
  lists?: { title: string; lines: readonly string[] }[];
  /** Page of the organisation that can correct it. */
  link?: { text: string; url: string };
  /** Default: the report. */
  action?: { page: 'dashboard'; words: string };
}

type AlertText<K extends AlertKind> = (facts: Extract<AlertFacts, { kind: K }>, plate: string) => AlertMessages;

const dvla = 'DVLA';

const dvsa = 'DVSA';

const ukvd = 'UK Vehicle Data';

const taxStatus: AlertText<'tax-status'> = ({ from, to, dueOn }, plate) => ({
  title: `DVLA now says that ${plate} is ${taxStatusLabel(to)}`,
  source: dvla,
  rows: [
    ['Now', to],
    ...(from === null ? [] : [['Before', from] as const]),
    ...(dueOn === null ? [] : [[to === 'Taxed' ? 'Due' : 'Was due', formatDate(dueOn)] as const]),
  ],
  text: [nextStepOf(to)],
});

const nextStepOf = (status: string): string => {
  if (status === 'Taxed') return 'There is nothing to do. We remind you before it is due again.';
  if (status === 'SORN') {
    return 'It must not be driven or parked on a public road, except to a booked MOT test. If you did not declare it, contact DVLA.';
  }
  return 'It must not be driven or parked on a public road until it is taxed. If you have just taxed it, DVLA’s record may take a few days to show it.';
};

const motResult: AlertText<'mot-result'> = (facts, plate) => {
  const { passed, testedOn, expiresOn, advisories, failures, repeated } = facts;
  const repeats =
    repeated === 0
      ? []
      : [
          `${numberOf(repeated, 'advisory was', 'advisories were')} given at an earlier test too: have ${repeated === 1 ? 'it' : 'them'} checked first.`,
        ];
  return {
    title: `${plate} ${passed ? 'passed' : 'failed'} its MOT on ${formatDate(testedOn)}`,
    source: dvsa,
    rows: [
      ['Result', passed ? 'Passed' : 'Failed'],
      ['Tested', formatDate(testedOn)],
      ...(expiresOn === null ? [] : [['Certificate until', formatDate(expiresOn)] as const]),
      ['Test number', facts.testNumber],
    ],
    text: [
      passed
        ? advisories.length === 0
          ? 'The record lists no advisories.'
          : `The tester gave ${numberOf(advisories.length, 'advisory', 'advisories')}: ${advisories.length === 1 ? 'something' : 'things'} that may fail at a later test.`
        : `${failures.length === 0 ? `${motFailureReasonMissingText} ` : ''}It must be repaired and tested again. Do not drive it with a dangerous defect. Without a valid certificate, drive it only to the repair or to a booked test.`,
      ...repeats,
    ],
    lists: [
      { title: 'Why it failed', lines: failures },
      { title: 'Advisories', lines: advisories },
    ].filter(({ lines }) => lines.length > 0),
  };
};

const recall: AlertText<'recall'> = ({ outstanding, campaigns }, plate) => {
  if (outstanding === 'No') {
    return {
      title: `${plate} no longer has an outstanding safety recall`,
      source: dvsa,
      text: ['DVSA now says that every recall repair on this vehicle has been done. There is nothing to do.'],
    };
  }
  const known = outstanding === 'Yes';
  return {
    title: known ? `${plate} has an outstanding safety recall` : `A safety recall may apply to ${plate}`,
    source: known ? dvsa : 'DVSA’s list of recalls',
    text: [
      known
        ? 'DVSA says that a recall repair on this vehicle is outstanding. Ring a main dealer with the registration. The repair is free.'
        : 'The recall covers vehicles of this make, model and age. A dealer can check by registration whether yours is one. The repair is free.',
    ],
    // The flag names no campaign, so the report lists what DVSA's recall data says.
    ...(campaigns.length === 0
      ? {}
      : {
          lists: [{ title: 'Recalls that may apply', lines: campaigns }],
          action: {
            page: 'dashboard' as const,
            words: campaigns.length === 1 ? 'Read what it is about' : 'Read what they are about',
          },
        }),
  };
};

const value: AlertText<'value'> = ({ month, pence, beforePence }, plate) => {
  const change = beforePence === null ? 0 : pence - beforePence;
  const compared =
    change === 0
      ? 'as much as before'
      : `${formatPounds(Math.abs(change))} ${change < 0 ? 'less' : 'more'} than before`;
  return {
    title: `${plate} is worth about ${formatPounds(pence)}`,
    source: ukvd,
    rows: [
      ['Value', formatPounds(pence)],
      ...(beforePence === null ? [] : [['Before', formatPounds(beforePence)] as const]),
      ['Month', monthOf(month)],
    ],
    text: [
      ...(beforePence === null ? [] : [`That is ${compared}.`]),
      'A private seller may ask this for a car in average condition. It is an estimate, not an offer.',
    ],
    action: { page: 'dashboard', words: 'See how it has changed' },
  };
};

/** `2027-03` as `March 2027`. */
const monthOf = (month: string): string => formatDate(`${month}-01`).replace(/^1 /, '');

const finance: AlertText<'finance'> = ({ agreements, before, company }, plate) => ({
  title:
    agreements > before
      ? `A finance agreement was recorded on ${plate}`
      : agreements === 0
        ? `No finance agreement is recorded on ${plate} now`
        : `A finance agreement on ${plate} has ended`,
  source: ukvd,
  rows: [
    ['Agreements now', String(agreements)],
    ['Before', String(before)],
    ...(company === null ? [] : [['Lender', company] as const]),
  ],
  text: [
    agreements > before
      ? 'If you did not take it out, ring the lender and ask what it is. Don’t sell it until the lender confirms that nothing is owed.'
      : agreements === 0
        ? 'If you settled it, the register is right. There is nothing to do.'
        : 'One is still recorded. Don’t sell it until the lender confirms that nothing is owed.',
  ],
});

const keeperChange: AlertText<'keeper-change'> = ({ on, keepers }, plate) => ({
  title: `${plate} has a new registered keeper`,
  source: ukvd,
  rows: [
    ...(on === null ? [] : [['Since', formatDate(on)] as const]),
    ...(keepers === null ? [] : [['Previous keepers', String(keepers)] as const]),
  ],
  text: [
    'If you have sold it, watch another car on your dashboard. If you still have it and did not expect this, contact DVLA: someone may have applied for its log book (V5C).',
  ],
  action: { page: 'dashboard', words: 'Open the dashboard' },
});

const plateChange: AlertText<'plate-change'> = ({ on, from, to }, plate) => ({
  title: `The registration of ${plate} was changed`,
  source: ukvd,
  rows: [
    ...(from === null ? [] : [['Before', formatRegistration(from)] as const]),
    ...(to === null ? [] : [['Now', formatRegistration(to)] as const]),
    ...(on === null ? [] : [['Since', formatDate(on)] as const]),
  ],
  text: [
    'If you put a private plate on it or took one off, tell your insurer, and watch the new registration on your dashboard. If you did not expect this, contact DVLA.',
  ],
  action: { page: 'dashboard', words: 'Open the dashboard' },
});

const offRoadTitles: Readonly<Record<OffRoadStatus, (plate: string) => string>> = {
  scrapped: (plate) => `${plate} is recorded as scrapped`,
  exported: (plate) => `${plate} is recorded as exported`,
  'marked-for-export': (plate) => `${plate} is marked for export`,
  neither: (plate) => `${plate} is no longer recorded as scrapped or exported`,
};

/** What the status means if it is right, and what to do if it is wrong. */
const offRoadTexts: Readonly<Record<Exclude<OffRoadStatus, 'neither'>, readonly [right: string, wrong: string]>> = {
  scrapped: [
    'If you had it scrapped, the record is right. Its reminders have stopped. You can watch another car on your dashboard.',
    'If you still have it, the record is wrong, or someone has passed another vehicle off as yours.',
  ],
  exported: [
    'If you have taken it abroad for good, the record is right. Its reminders have stopped. You can watch another car on your dashboard.',
    'If it has not left the country, the record is wrong, or someone is using its identity.',
  ],
  'marked-for-export': [
    'If you told DVLA that you are taking it abroad for 12 months or more, the record is right. Its reminders have stopped.',
    'If you did not, the record is wrong, or someone is using its identity.',
  ],
};

const howToCorrect = `Then ${contactDvlaText}. Have the VIN and the log book (V5C) to hand. Ask your insurer whether it is still covered before you drive it.`;

const scrappedOrExported: AlertText<'scrapped-or-exported'> = ({ state, on, destroyed, source }, plate) => {
  const heading = { title: offRoadTitles[state](plate), source: source === 'DVLA' ? dvla : ukvd };
  const action = { page: 'dashboard', words: 'Open the dashboard' } as const;
  if (state === 'neither') {
    return {
      ...heading,
      text: ['We are checking its tax and MOT dates again. Its reminders will resume. There is nothing to do.'],
      action,
    };
  }
  return {
    ...heading,
    rows: [
      ...(on === null ? [] : [[state === 'scrapped' ? 'Scrapped' : 'Exported', formatDate(on)] as const]),
      ...(destroyed ? [['Certificate of destruction', 'Issued'] as const] : []),
    ],
    text: [...offRoadTexts[state], howToCorrect],
    link: whoCanCorrect('history').link,
    action,
  };
};

const petrol: AlertText<'petrol'> = ({ fuel, pencePerLitreTenths, station, milesTenths }, plate) => ({
  title: `${fuelText(fuel)} near you: ${tenths(pencePerLitreTenths)}p a litre`,
  source: 'Fuel Finder',
  rows: [
    ['Station', station],
    ['Distance', `${tenths(milesTenths)} miles from your postcode, as the crow flies`],
    ['Price', `${tenths(pencePerLitreTenths)}p a litre`],
  ],
  text: [`It is the cheapest reported near your postcode for ${plate}. Prices may have changed since.`],
  action: { page: 'dashboard', words: 'Compare all prices nearby' },
});

const tenths = (count: number): string => (count / 10).toFixed(1);

const fuelNames: Record<string, string> = {
  E10: 'Petrol (E10)',
  E5: 'Petrol (E5)',
  B7_STANDARD: 'Diesel (B7)',
  B7_PREMIUM: 'Premium diesel (B7)',
  B10: 'Diesel (B10)',
  HVO: 'Diesel (HVO)',
};

const fuelText = (fuel: string): string => fuelNames[fuel] ?? fuel;

const dateMoved: AlertText<'date-moved'> = ({ of, from, to }, plate) => ({
  title: `${of === 'tax' ? 'Tax' : 'MOT'} for ${plate} is now due on ${formatDate(to)}`,
  source: of === 'tax' ? dvla : dvsa,
  rows: [
    ['Now', formatDate(to)],
    ['Before', formatDate(from)],
  ],
  text: ['Your reminders have moved with the date. There is nothing to do.'],
  action: { page: 'dashboard', words: 'See the next dates' },
});

const textsOf: { readonly [K in AlertKind]: AlertText<K> } = {
  'tax-status': taxStatus,
  'mot-result': motResult,
  recall,
  value,
  finance,
  'keeper-change': keeperChange,
  'plate-change': plateChange,
  petrol,
  'date-moved': dateMoved,
  'scrapped-or-exported': scrappedOrExported,
};

/** What the mail about a change says. */
export const alertMessagesOf = <K extends AlertKind>(
  facts: Extract<AlertFacts, { kind: K }>,
  plate: string,
): AlertMessages => (textsOf[facts.kind] as AlertText<K>)(facts, plate);
