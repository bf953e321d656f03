import { formatCountWithNoun } from '../kernel/text/phrases.ts';
import type { FullCheck, VdiCheck } from '../vehicle/record/full-check.ts';
import type { DatumTone } from '../vehicle/facts/state-labels.ts';
import type { SourceName } from '../vehicle/record/vehicle-record.ts';
import type { IsoInstant } from '../kernel/time/iso-date.ts';
import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';
import { financeAgreementDetails } from './finance-next-step.ts';
import { type CheckDetail, detailWithoutTelephone, telephoneDetail } from './check-detail.ts';
import {
  financeFinding,
  type RegisterFinding,
  highRiskFinding,
  reportedWriteOffs,
  theftFinding,
  splitTheftByRegister,
  missingDetailsNote,
  writeOffFinding,
} from './findings.ts';
import { sentenceCaseOrNull, formatDateOrNull, policeForceNameOrNull } from './register-values.ts';
import { salvageCategoryOf } from './salvage-category.ts';

export type AdditionalCheckName = 'Stolen Check' | 'Written Off' | 'Finance Check';

/** The details of one theft, loss, agreement or note; with a `title` if there are several. */
export interface CheckDetailGroup {
  title: string | null;
  rows: CheckDetail[];
}

export interface AdditionalCheck {
  name: AdditionalCheckName;
  /** `locked`: no full check was made. `unknown`: no register responded. */
  state: 'locked' | 'asking' | 'clear' | 'found' | 'unknown';
  /** `No`, `Yes — 2 agreements`; null while locked, pending or unknown. */
  status: string | null;
  tone: DatumTone;
  /** Only with a status other than No (specification, section 2). */
  details: CheckDetailGroup[];
  /** The missing details. */
  note: string | null;
  source: SourceName | null;
  at: IsoInstant | null;
  why: string | null;
}

/**
 * The three cards of the Additional Checks tab, in the specification's order. `fullCheck` is null before one was made:
 * the cards are then locked.
 */
export function additionalChecks(fullCheck: FullCheck | null): AdditionalCheck[] {
  if (fullCheck === null) {
    return (['Stolen Check', 'Written Off', 'Finance Check'] as const).map((name) => ({
      name,
      state: 'locked',
      status: null,
      tone: 'unknown',
      details: [],
      note: null,
      source: null,
      at: null,
      why: null,
    }));
  }
  const data = fullCheck.vdi.state === 'found' ? fullCheck.vdi.data : null;
  return [
    card('Stolen Check', theftFinding(fullCheck), {
      tone: 'fail',
      found: data === null ? nothing : stolenDetails(data),
    }),
    card('Written Off', writeOffFinding(fullCheck), {
      tone: 'fail',
      found: data === null ? nothing : lossDetails(data, fullCheck),
    }),
    financeCard(fullCheck, data),
  ];
}

interface Found {
  count: string | null;
  details: CheckDetailGroup[];
  note: string | null;
}

const nothing: Found = { count: null, details: [], note: null };

function card(
  name: AdditionalCheckName,
  { state, ...datum }: RegisterFinding,
  { tone: toneOfYes, found }: { tone: DatumTone; found: Found },
): AdditionalCheck {
  if (state === 'found') {
    const { count, details, note } = found;
    return { name, state, status: count === null ? 'Yes' : `Yes — ${count}`, tone: toneOfYes, details, note, ...datum };
  }
  const tone = state === 'clear' ? 'pass' : 'unknown';
  return { name, state, status: state === 'clear' ? 'No' : null, tone, details: [], note: null, ...datum };
}

const numbered = (name: string, index: number, of: number): string | null =>
  of === 1 ? null : `${name} ${index + 1} of ${of}`;

function stolenDetails(data: VdiCheck): Found {
  const { police, insurerCount } = splitTheftByRegister(data);
  const marker: CheckDetailGroup = {
    title: null,
    rows: [
      ...(police === true
        ? [detailWithoutTelephone('Police force', policeForceNameOrNull(data.stolenPoliceForce))]
        : []),
      detailWithoutTelephone('Date', formatDateOrNull(data.stolenDate)),
      detailWithoutTelephone('Status', sentenceCaseOrNull(data.stolenStatus)),
      detailWithoutTelephone(
        'Register',
        data.stolenSource === 'PNC' ? 'Police National Computer' : cleanRegisterText(data.stolenSource),
      ),
      telephoneDetail(data.stolenPhone),
    ],
  };
  const insurers: CheckDetailGroup = {
    title: null,
    rows: [detailWithoutTelephone('Thefts recorded by insurers', insurerCount === null ? null : String(insurerCount))],
  };
  return { count: null, details: data.stolen === true ? [marker, insurers] : [insurers], note: null };
}

function lossDetails(data: VdiCheck, fullCheck: FullCheck): Found {
  const all = reportedWriteOffs(fullCheck);
  const details = all.map(({ category, lossType, lossDate, enteredOn }, index) => ({
    title: numbered('Loss', index, all.length),
    rows: [
      detailWithoutTelephone('Category', category === null ? null : salvageCategoryOf(category).title),
      detailWithoutTelephone('Cause', sentenceCaseOrNull(lossType)),
      detailWithoutTelephone('Date of the loss', formatDateOrNull(lossDate)),
      detailWithoutTelephone('Entered in the register', formatDateOrNull(enteredOn)),
    ],
  }));
  const count = Math.max(data.writeOffCount ?? 0, all.length);
  return {
    count: count > 1 ? formatCountWithNoun(count, 'loss', 'losses') : null,
    details,
    note: missingDetailsNote({ count: data.writeOffCount, listedCount: all.length, one: 'loss', many: 'losses' }),
  };
}

/** The finance card also counts notes on the register of vehicles at risk as found. */
function financeCard(fullCheck: FullCheck, data: VdiCheck | null): AdditionalCheck {
  const owed = financeFinding(fullCheck);
  const risk = highRiskFinding(fullCheck);
  const found = data === null ? nothing : financeDetails(data);
  if (owed.state === 'found' || risk.state !== 'found') return card('Finance Check', owed, { tone: 'warn', found });
  const notes = found.count ?? '';
  const status = owed.state === 'clear' ? `No agreement, but ${notes}` : notes;
  return { ...card('Finance Check', risk, { tone: 'warn', found }), status };
}

function financeDetails(data: VdiCheck): Found {
  const agreements = data.finance.map((agreement, index) => ({
    title: numbered('Agreement', index, data.finance.length),
    rows: financeAgreementDetails(agreement),
  }));
  const notes = data.highRisk.map(({ company, type, date, phone }, index) => ({
    title:
      numbered('Note on the register of vehicles at risk', index, data.highRisk.length) ??
      'Register of vehicles at risk',
    rows: [
      detailWithoutTelephone('Company', cleanRegisterText(company)),
      detailWithoutTelephone('Kind', sentenceCaseOrNull(type)),
      detailWithoutTelephone('Date', formatDateOrNull(date)),
      telephoneDetail(phone),
    ],
  }));
  const owed = Math.max(data.financeCount ?? 0, data.finance.length);
  const risk = Math.max(data.highRiskCount ?? 0, data.highRisk.length);
  const count = [
    ...(owed > 0 ? [formatCountWithNoun(owed, 'agreement')] : []),
    ...(risk > 0 ? [`${formatCountWithNoun(risk, 'note')} on the register of vehicles at risk`] : []),
  ].join(', ');
  const gaps = [
    missingDetailsNote({
      count: data.financeCount,
      listedCount: data.finance.length,
      one: 'agreement',
      many: 'agreements',
    }),
    missingDetailsNote({ count: data.highRiskCount, listedCount: data.highRisk.length, one: 'note', many: 'notes' }),
  ].filter((gap) => gap !== null);
  return {
    count: count === '' ? null : count,
    details: [...agreements, ...notes],
    note: gaps.length === 0 ? null : gaps.join(' '),
  };
}
