import { type AdditionalCheck, additionalChecks } from '../../full-check/additional-checks.ts';
import { fullVdiRows } from '../../full-check/full-vdi-rows.ts';
import { valuationRows } from '../../full-check/valuation.ts';
import { motExemptionText } from '../../vehicle/mot/exemption-messages.ts';
import { motState } from '../../vehicle/mot/mot-state.ts';
import { motBasisText } from '../../vehicle/mot/mot-messages.ts';
import { formatRegistration } from '../../kernel/registration/format-registration.ts';
import type { SourcedDatum } from '../../vehicle/record/datum.ts';
import { makeBuyingDecision } from '../../verdict/make-decision.ts';
import { unlockFirstMessage } from '../../verdict/decision-messages.ts';
import { verdictNotes } from '../../verdict/verdict-notes.ts';
import { decisionTone, decisionReasonTones } from '../../verdict/decision-tones.ts';
import type { BuyingDecision } from '../../verdict/decision.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import { roadStatusOf } from '../../vehicle/record/road-status.ts';
import { taxEndsAtSaleNote, type DatumTone } from '../../vehicle/facts/state-labels.ts';
import { noFullCheckSentence } from '../pdf-labels.ts';
import { freeVdiRows } from '../../full-check/vdi-rows.ts';
import { vehicleFacts } from '../../vehicle/facts/vehicle-facts.ts';
import { vehicleName } from '../../vehicle/facts/vehicle-name.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { isZeroEmission } from '../../vehicle/record/zero-emission.ts';
import { pdfCosts } from './pdf-costs.ts';
import { pdfMileage } from './pdf-mileage.ts';
import { pdfMotTests } from './pdf-tests.ts';
import { toPdfLine, sourceAttribution } from './pdf-text.ts';
import type { PdfFullCheckResult, PdfFact, ReportPdfContent } from './pdf-content.ts';
import type { ReportInput } from '../../vehicle/record/report-input.ts';

/** Version of the document; increasing it renders every PDF again. */
export const reportPdfVersion = 6;

/** Limits for unbounded content; each entry needs less space than the one before. */
export const pdfContentLimits = [
  { tests: 24, notes: 5, details: 4, found: 4, text: 300, line: 140, value: 70 },
  { tests: 12, notes: 3, details: 2, found: 2, text: 200, line: 80, value: 40 },
  { tests: 4, notes: 2, details: 1, found: 1, text: 100, line: 50, value: 24 },
] as const;

/** Numbers of lines and entries, and of characters in a text, a line and a value. */
export type PdfContentLimits = (typeof pdfContentLimits)[number];

const maxLabelLength = 60;

/**
 * The content of a report's PDF on a day: the decision and the mileage first. It has only what the sources answered;
 * what they did not is listed with the reason, and what was not requested is mentioned once. Bounded for any input.
 */
export function reportPdfContent(input: ReportInput, fit: PdfContentLimits = pdfContentLimits[0]): ReportPdfContent {
  const { record, fullCheck, today } = input;
  const { make, model, colour, year } = vehicleName(record);
  const rows = [
    ...freeVdiRows(input),
    ...(fullCheck === null ? [] : fullVdiRows(record, fullCheck).filter(({ label }) => inHistory.has(label))),
  ];
  const facts = rows.map(({ label, tone, details, ...datum }) => ({ label, tone, details, datum }));
  const named = [make, model].filter((part) => part !== null).join(' ');
  const [tax, mot] = ['Road Tax', 'MOT'].map((label) => facts.find((fact) => fact.label === label));
  const costs = pdfCosts({ record, fullCheck, today, fit });
  const isInUse = roadStatusOf(record, fullCheck) === 'in-use';
  return {
    registration: record.registration,
    plate: formatRegistration(record.registration),
    zeroEmission: isZeroEmission(record),
    name: toPdfLine(named, 80) || 'Make not available',
    about: toPdfLine([colour, year].filter((part) => part !== null).join(' · '), 60),
    day: today,
    verdict: verdictOf(makeBuyingDecision(input, Infinity), verdictNotes(input), fit),
    mileage: pdfMileage(record, fullCheck, fit),
    tax: tax === undefined ? null : factOf({ ...tax, details: isInUse ? [taxEndsAtSaleNote] : [] }, fit),
    mot:
      mot === undefined
        ? null
        : factOf({ ...mot, details: motExplanations(record, today) }, { ...fit, line: fit.text }),
    history: facts
      .filter(({ label }) => label !== 'Road Tax' && label !== 'MOT')
      .flatMap((fact) => factOf(fact, fit) ?? []),
    checks: fullCheck === null ? [] : additionalChecks(fullCheck).flatMap((check) => checkOf(check, fit) ?? []),
    prices: fullCheck === null ? null : pricesOf(fullCheck, fit),
    costs: costs.facts,
    tests: pdfMotTests(record, fit),
    vehicle: vehicleFacts(record, today).flatMap(({ label, value }) => {
      const text = toPdfLine(value, fit.value);
      return text === '' ? [] : [{ label, value: text }];
    }),
    unknown: unknownOf([
      ...facts.map(({ label, datum }) => ({ label, ...datum })),
      ...costs.unknown,
      ...(fullCheck === null ? [] : unansweredFullChecks(fullCheck)),
    ]),
    notChecked: fullCheck === null ? noFullCheckSentence : null,
  };
}

/** Rows of a full check that the rest of the PDF does not show; the VIN is compared by the user on the page. */
const inHistory: ReadonlySet<string> = new Set(['Salvage History', 'Colour Changes', 'Ex-Taxi']);

/** The page links to the full check, which a PDF cannot. */
const nextInPdf =
  'See the car and its V5C, and compare the last five characters of its VIN with this report before you pay.';

function verdictOf(
  decision: BuyingDecision,
  notes: readonly string[],
  fit: PdfContentLimits,
): ReportPdfContent['verdict'] {
  const { verdict, title, sentence, clear, reasons, next } = decision;
  return {
    title: toPdfLine(title, 120),
    tone: decisionTone(decision),
    sentence: [toPdfLine(sentence, fit.text), ...(clear === null ? [] : [clear]), ...notes].join(' '),
    reasons: reasons.map(({ text, level, source, at }) => ({
      text: toPdfLine(text, fit.text),
      tone: decisionReasonTones[level],
      by: sourceAttribution(source, at),
    })),
    next: verdict === 'NOTHING FOUND' ? nextInPdf : toPdfLine(next.replace(` ${unlockFirstMessage}`, ''), fit.text),
  };
}

interface Row {
  label: string;
  tone: DatumTone;
  details: readonly string[];
  datum: SourcedDatum;
}

function factOf(
  { label, tone, details, datum: { value, source, at } }: Row,
  fit: { line: number; details: number },
): PdfFact | null {
  const text = toPdfLine(value, fit.line);
  if (text === '') return null;
  const lines = details.slice(0, fit.details).map((line) => toPdfLine(line, fit.line));
  const rest = details.length - lines.length;
  return {
    label,
    value: text,
    tone,
    details: rest > 0 ? [...lines, `And ${rest} more.`] : lines,
    by: sourceAttribution(source, at),
  };
}

/** The basis of the state if that is not a certificate; the conditions of an exemption that may apply. */
function motExplanations(record: VehicleRecord, today: IsoDate): string[] {
  const { basis, state } = motState(record, today);
  if (state === 'exempt') return [motExemptionText(record, today) ?? ''];
  return basis === 'first-test-due' || basis === 'computed' ? [motBasisText[basis]] : [];
}

function checkOf(check: AdditionalCheck, fit: PdfContentLimits): PdfFullCheckResult | null {
  const { name, status, tone, details, note, source, at } = check;
  const fact = factOf(
    { label: name, tone, details: note === null ? [] : [note], datum: { value: status, source, at, why: null } },
    fit,
  );
  if (fact === null) return null;
  const found = details.slice(0, fit.found).map(({ title, rows }) => ({
    title: title === null ? null : toPdfLine(title, maxLabelLength),
    rows: rows.flatMap(({ label, value }) => {
      const text = toPdfLine(value, fit.value);
      return text === '' ? [] : [{ label, value: text }];
    }),
  }));
  return { ...fact, found: found.filter(({ rows }) => rows.length > 0), more: details.length - found.length };
}

function pricesOf({ valuation }: FullCheck, fit: PdfContentLimits): ReportPdfContent['prices'] {
  const { rows, basis, why } = valuationRows(valuation);
  if (why !== null) return null;
  return {
    basis: basis === null ? null : toPdfLine(basis, fit.line),
    prices: rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }])),
    by: sourceAttribution(valuation.source, valuation.at),
  };
}

function unansweredFullChecks(fullCheck: FullCheck): { label: string; value: string | null; why: string | null }[] {
  const { why } = valuationRows(fullCheck.valuation);
  return [
    ...additionalChecks(fullCheck).map(({ name, status, why: reason }) => ({
      label: name,
      value: status,
      why: reason,
    })),
    { label: 'Valuation', value: why === null ? 'known' : null, why },
  ];
}

/** Labels without a value, grouped by reason, one line each. */
function unknownOf(all: readonly { label: string; value: string | null; why: string | null }[]): string[] {
  const missing = all.filter(({ value }) => toPdfLine(value, 1) === '');
  const byReason = Map.groupBy(missing, ({ why }) => why ?? '');
  return [...byReason].map(([why, labels]) => {
    const names = [...new Set(labels.map(({ label }) => label))].join(', ');
    return toPdfLine(`${names}: ${why === '' ? 'not available.' : why}`, 300);
  });
}
