import { type SourcedDatum, missingSourcedDatum } from '../vehicle/record/datum.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import type { DatumTone } from '../vehicle/facts/state-labels.ts';
import { missingReasonText } from '../vehicle/record/source-messages.ts';
import { type TaxiEvidence, taxiEvidence } from '../vehicle/taxi/taxi-evidence.ts';
import type { RecordSection, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';
import { formatCountWithNoun } from '../kernel/text/phrases.ts';
import { colourHistory } from './colour-history.ts';
import {
  financeFinding,
  type RegisterFinding,
  highRiskFinding,
  reportedWriteOffs,
  theftFinding,
  splitTheftByRegister,
  reportSectionOfTheft,
  missingDetailsNote,
  mostSeriousInsurerLoss,
  writeOffFinding,
} from './findings.ts';
import { matchVin } from './match-vin.ts';
import { sentenceCaseOrNull, formatDateOrNull, policeForceNameOrNull } from './register-values.ts';
import type { CorrectableSection } from '../membership/who-can-correct.ts';
import { salvageCategoryOf } from './salvage-category.ts';

export type FullVdiLabel =
  'Written Off' | 'Salvage History' | 'Stolen' | 'Colour Changes' | 'Ex-Taxi' | 'VIN Check' | 'Outstanding Finance';

export interface FullVdiRow extends SourcedDatum {
  label: FullVdiLabel;
  /** Its subject, which determines who can correct it. */
  section: CorrectableSection;
  tone: DatumTone;
  /** Further lines about the value, such as the sources' differing values. */
  details: string[];
}

type Row = Omit<FullVdiRow, 'label' | 'section'>;

/**
 * The seven rows of a full check in the specification's order (section 2). A row is No only if a register said no.
 * `typedVin` is the part of the VIN that the buyer typed.
 */
export function fullVdiRows(record: VehicleRecord, fullCheck: FullCheck, typedVin = ''): FullVdiRow[] {
  const evidence = taxiEvidence(record);
  return [
    { label: 'Written Off', section: 'write-off', ...writtenOffRow(fullCheck) },
    { label: 'Salvage History', section: 'write-off', ...salvageRow(fullCheck) },
    { label: 'Stolen', section: reportSectionOfTheft(fullCheck), ...stolenRow(fullCheck) },
    { label: 'Colour Changes', section: 'history', ...colourRow(record, fullCheck) },
    { label: 'Ex-Taxi', section: taxiSection(evidence), ...exTaxiRow(record, evidence) },
    { label: 'VIN Check', section: 'vehicle', ...vinRow(typedVin, record, fullCheck) },
    { label: 'Outstanding Finance', section: 'finance', ...financeRow(fullCheck) },
  ];
}

function unsaid(why: string): Row {
  return { value: null, tone: 'unknown', source: null, at: null, why, details: [] };
}

function unknown(sections: readonly RecordSection<unknown>[], details: (string | null)[] = []): Row {
  return { ...missingSourcedDatum(sections), tone: 'unknown', details: details.filter((line) => line !== null) };
}

function answered(
  { source, at }: Pick<RegisterFinding, 'source' | 'at'>,
  { tone, value, details = [] }: { tone: DatumTone; value: string; details?: (string | null)[] },
): Row {
  return { value, tone, source, at, why: null, details: details.filter((line) => line !== null) };
}

/** `Yes — Category S, 3 March 2019` */
const yes = (...parts: (string | null)[]): string => {
  const present = parts.filter((part) => part !== null);
  return present.length === 0 ? 'Yes' : `Yes — ${present.join(', ')}`;
};
function writtenOffRow(fullCheck: FullCheck): Row {
  const found = writeOffFinding(fullCheck);
  if (found.state === 'clear') return answered(found, { tone: 'pass', value: 'No' });
  if (found.state !== 'found' || fullCheck.vdi.state !== 'found') return unknown([fullCheck.vdi]);
  const { data } = fullCheck.vdi;
  const all = reportedWriteOffs(fullCheck);
  // The worst loss, as in the decision; without a known category the latest.
  const shown = mostSeriousInsurerLoss(fullCheck)?.loss ?? all[0];
  const lines = all.map(({ lossDate, enteredOn, lossType, category }) => {
    const entered = formatDateOrNull(enteredOn);
    const when = formatDateOrNull(lossDate) ?? (entered === null ? 'date not recorded' : `entered on ${entered}`);
    return [salvageCategoryOf(category).title, sentenceCaseOrNull(lossType), when]
      .filter((part) => part !== null)
      .join('; ');
  });
  return answered(found, {
    tone: 'fail',
    value: yes(shortCategory(shown?.category ?? null), formatDateOrNull(shown?.lossDate ?? null)),
    details: [
      ...lines,
      missingDetailsNote({ count: data.writeOffCount, listedCount: all.length, one: 'loss', many: 'losses' }),
      data.writtenOff === false ? 'The register’s own marker says No, its entries say otherwise.' : null,
    ],
  });
}

function shortCategory(category: string | null): string | null {
  const { letter } = salvageCategoryOf(category);
  return letter === null ? null : `Category ${letter}`;
}

/**
 * Insurers give a salvage category to what they dispose of; sales at salvage auctions are on none of these registers.
 */
function salvageRow(fullCheck: FullCheck): Row {
  const found = writeOffFinding(fullCheck);
  const notSales = 'From the insurers’ register of losses. Sales at salvage auctions are not in it.';
  if (found.state === 'clear')
    return answered(found, { tone: 'pass', value: 'No salvage category recorded', details: [notSales] });
  if (found.state !== 'found') return unknown([fullCheck.vdi]);
  const letters = reportedWriteOffs(fullCheck).flatMap(({ category }) => shortCategory(category) ?? []);
  if (letters.length === 0) return unsaid('Insurers recorded a loss, but the register gives no salvage category.');
  return answered(found, { tone: 'fail', value: yes(...new Set(letters)), details: [notSales] });
}

function stolenRow(fullCheck: FullCheck): Row {
  const found = theftFinding(fullCheck);
  if (fullCheck.vdi.state !== 'found') return unknown([fullCheck.vdi]);
  const { stolen, stolenStatus, stolenDate, stolenPoliceForce } = fullCheck.vdi.data;
  const { police, insurerCount } = splitTheftByRegister(fullCheck.vdi.data);
  const byPolice =
    police === null
      ? 'The answer does not say whether the police list it as stolen.'
      : 'The police do not list it as stolen.';
  const byInsurers =
    insurerCount === null
      ? 'The answer does not say whether insurers recorded a theft.'
      : insurerCount === 0
        ? 'Insurers recorded no theft.'
        : `Insurers recorded ${formatCountWithNoun(insurerCount, 'theft')}.`;
  const status = sentenceCaseOrNull(stolenStatus);
  const statusLine = status === null ? null : `Status on record: ${status}`;
  if (found.state === 'clear')
    return answered(found, { tone: 'pass', value: 'No', details: [byPolice, statusLine, byInsurers] });
  if (found.state !== 'found') return unknown([fullCheck.vdi], [byPolice, statusLine, byInsurers]);
  if (police === true) {
    return answered(found, {
      tone: 'fail',
      value: yes(policeForceNameOrNull(stolenPoliceForce), formatDateOrNull(stolenDate)),
      details: [statusLine, byInsurers],
    });
  }
  const when = stolen === true ? formatDateOrNull(stolenDate) : null;
  return answered(found, {
    tone: 'fail',
    value: yes('recorded by an insurer', when),
    details: [byInsurers, byPolice, statusLine],
  });
}

function colourRow(record: VehicleRecord, fullCheck: FullCheck): Row {
  const { count, words, source, at, disagreement, changes } = colourHistory(record, fullCheck);
  if (count === null || words === null) return unknown([record.specification, fullCheck.vdi]);
  return answered(
    { source, at },
    {
      tone: count === 0 ? 'pass' : 'info',
      value: count === 0 ? 'No' : words,
      details: [...changes.map((change) => change.words), disagreement],
    },
  );
}

/**
 * The section of the strongest evidence: a body type is in DVLA's register; testers' notes and test dates belong to the
 * MOT.
 */
function taxiSection([strongest]: readonly TaxiEvidence[]): CorrectableSection {
  return strongest === undefined || strongest.kind === 'body-type' ? 'history' : 'mot';
}

/** Councils license taxis, and none of these registers lists them: evidence means yes, and its absence is not a no. */
function exTaxiRow(record: VehicleRecord, evidence: readonly TaxiEvidence[]): Row {
  const [first] = evidence;
  if (first === undefined) {
    const noRegister = 'No register that we ask lists taxis';
    return record.testing.state === 'found'
      ? unsaid(`${noRegister}, and nothing in its MOT tests says that it was one.`)
      : unsaid(`${noRegister}, and its MOT tests are not known. ${missingReasonText([record.testing])}`);
  }
  return answered(first, {
    tone: 'warn',
    value: 'Possibly',
    details: evidence.map(({ text, date }) =>
      [formatDateOrNull(date), text].filter((part) => part !== null).join(': '),
    ),
  });
}

function vinRow(typed: string, record: VehicleRecord, fullCheck: FullCheck): Row {
  const { state, words, hint, source, at } = matchVin(typed, record, fullCheck);
  if (state === 'match')
    return answered(
      { source, at },
      { tone: 'pass', value: 'Valid — it matches what you typed', details: [words, hint] },
    );
  if (state === 'differs')
    return answered({ source, at }, { tone: 'fail', value: 'It does not match', details: [words, hint] });
  return state === 'not-available'
    ? unknown([record.specification, fullCheck.vdi])
    : { ...unsaid(words), details: hint === null ? [] : [hint] };
}

function financeRow(fullCheck: FullCheck): Row {
  const found = financeFinding(fullCheck);
  const { vdi } = fullCheck;
  if (vdi.state !== 'found') return unknown([vdi]);
  const noteCount = Math.max(vdi.data.highRiskCount ?? 0, vdi.data.highRisk.length);
  const isAtRisk = highRiskFinding(fullCheck).state === 'found';
  const notes = isAtRisk ? `${formatCountWithNoun(noteCount, 'note')} on the register of vehicles at risk.` : null;
  if (found.state === 'clear')
    return answered(found, { tone: isAtRisk ? 'warn' : 'pass', value: 'No', details: [notes] });
  if (found.state !== 'found') return unknown([vdi], [notes]);
  const { finance: agreements, financeCount } = vdi.data;
  const count = Math.max(financeCount ?? 0, agreements.length);
  return answered(found, {
    tone: 'warn',
    value: `Yes — ${formatCountWithNoun(count, 'agreement')}`,
    details: [
      ...agreements.map(({ company, type, agreementDate }) =>
        [cleanRegisterText(company) ?? 'Lender not recorded', sentenceCaseOrNull(type), formatDateOrNull(agreementDate)]
          .filter((part) => part !== null)
          .join(', '),
      ),
      missingDetailsNote({ count: financeCount, listedCount: agreements.length, one: 'agreement', many: 'agreements' }),
      notes,
    ],
  });
}
