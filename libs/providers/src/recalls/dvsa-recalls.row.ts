import {
  type RecallCampaign,
  type RecallCampaignRange,
  recallCampaignGroups,
} from '@ve/domain/vehicle/recall/campaign';
import { canonicalMake } from '@ve/domain/vehicle/recall/make-and-model';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { toPostgresText } from '@ve/domain/kernel/text/clean-text';
import { parseDay } from '../platform/parse-values.ts';

/** The columns that are read. The file has others, which may change. */
export const recallsFileColumns = [
  'Launch Date',
  'Recalls Number',
  'Make',
  'Concern',
  'Defect',
  'Remedy',
  'Vehicle Numbers',
  'Model',
  'VIN Start',
  'VIN End',
  'Build Start',
  'Build End',
] as const;
export type RecallRow = Partial<Record<(typeof recallsFileColumns)[number], string>>;

const maxTextLength = 4_000;

const cleaned = (text: string | undefined, maxLength: number): string =>
  toPostgresText((text ?? '').replace(/\s+/g, ' ').trim()).slice(0, maxLength);

/** A day in the file's format, dd/mm/yyyy; null if blank, undefined if invalid. */
function dayOf(text: string | undefined): IsoDate | null | undefined {
  const written = (text ?? '').trim();
  if (written === '') return null;
  return (written.includes('/') ? parseDay(written) : null) ?? undefined;
}

/** A range of build days; null if none is given, undefined for one that DVSA's own parser rejects. */
function buildsOf(row: RecallRow, launchedOn: IsoDate): RecallCampaignRange | null | undefined {
  const [from, until] = [dayOf(row['Build Start']), dayOf(row['Build End'])];
  if (from === undefined || until === undefined) return undefined;
  if (from !== null && (from > launchedOn || (until !== null && until < from))) return undefined;
  return from === null && until === null ? null : { from, until };
}

function vinsOf(row: RecallRow): RecallCampaignRange | null {
  const [from, until] = [row['VIN Start'], row['VIN End']].map((vin) => {
    const written = (vin ?? '').replace(/\s/g, '').toUpperCase();
    return /^[A-Z0-9]{1,40}$/.test(written) ? written : null;
  });
  return from === null && until === null ? null : { from: from ?? null, until: until ?? null };
}

/**
 * The campaign of a row, by the rules of DVSA's own parser (dvsa/recalls-app): make, model, number, concern, defect and
 * remedy are present; the number is of a known group and not of a future year; the launch is not in the future, the
 * first build day not after the launch, the last not before the first. Null for a row that breaks a rule.
 */
export function recallCampaignOf(row: RecallRow, today: IsoDate): RecallCampaign | null {
  const make = canonicalMake(cleaned(row.Make, 101));
  const model = cleaned(row.Model, 201).toUpperCase();
  const [concern, defect, remedy] = [row.Concern, row.Defect, row.Remedy].map((text) => cleaned(text, maxTextLength));
  const number = (row['Recalls Number'] ?? '').trim().toUpperCase();
  const launchedOn = dayOf(row['Launch Date']);
  if (!make || make.length > 100 || !model || model.length > 200 || !concern || !defect || !remedy) return null;
  if (!launchedOn || launchedOn > today || !isNumber(number, today)) return null;
  const builds = buildsOf(row, launchedOn);
  if (builds === undefined) return null;
  const vins = vinsOf(row);
  const affected = /^\d{1,9}$/.exec((row['Vehicle Numbers'] ?? '').replace(/[\s,]/g, ''));
  return {
    ...{ number, make, model, launchedOn, concern, defect, remedy },
    affected: affected === null ? null : Number(affected[0]),
    vins: vins === null ? [] : [vins],
    builds: builds === null ? [] : [builds],
  };
}

function isNumber(number: string, today: IsoDate): boolean {
  const parts = /^([A-Z]{1,5})\/(\d{2}|\d{4})\/[0-9A-Z]{1,6}$/.exec(number);
  if (!parts) return false;
  const [, group = '', year = ''] = parts;
  const fullYear = year.length === 2 ? 1_900 + Number(year) : Number(year);
  return recallCampaignGroups.includes(group) && fullYear <= Number(today.slice(0, 4));
}

/** Limits the size of one campaign. */
const maxRanges = 200;

/** Adds a row's campaign to those of the file; ranges of the same make, model and number are joined. */
export function addRecallCampaignRow(campaigns: Map<string, RecallCampaign>, campaign: RecallCampaign): void {
  const key = JSON.stringify([campaign.make, campaign.model, campaign.number]);
  const first = campaigns.get(key);
  if (!first) {
    campaigns.set(key, campaign);
    return;
  }
  // A row without a range is about all vehicles: ranges of other rows must not narrow that.
  first.builds = joined(first.builds, campaign.builds);
  first.vins = joined(first.vins, campaign.vins);
}

const joined = (some: readonly RecallCampaignRange[], more: readonly RecallCampaignRange[]): RecallCampaignRange[] =>
  some.length === 0 || more.length === 0 || some.length + more.length > maxRanges ? [] : [...some, ...more];
