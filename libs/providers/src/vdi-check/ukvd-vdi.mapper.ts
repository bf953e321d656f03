import type { FinanceAgreement, HighRiskNote, VdiCheck, WriteOff } from '@ve/domain/vehicle/record/full-check';
import type { FieldReader } from '../platform/field-reader.ts';
import {
  largerOfCountAndListed,
  identityInspectionResult,
  sortNewestFirst,
  zeroToNull,
  toPlateChanges,
  readLastFiveOfVin,
} from '../ukvd-fields.ts';

const maxRecords = 1_000;

/** The letter of `S`, `CAT S` or `CAT N NON STRUCTURAL DAMAGE`; X and F are former categories. */
const salvageCategoryLetter = (text: string): string | null =>
  /^(?:CAT(?:EGORY)?[ .]*)?([ABCDFNSX])\b/i.exec(text)?.[1]?.toUpperCase() ?? null;

function writeOff(items: FieldReader): Pick<VdiCheck, 'writtenOff' | 'writeOffCount' | 'writeOffs'> {
  const listed = (items.list('WriteOffRecordList') ?? []).map((record): WriteOff => ({
    lossDate: record.day('LossDate'),
    enteredOn: record.day('MiaftrEntryDate'),
    lossType: record.text('LossType'),
    category: record.read('Category', salvageCategoryLetter),
  }));
  const flag = items.flag('WrittenOff');
  const count = items.whole('WriteOffRecordCount', 0, maxRecords);
  const latest: WriteOff = {
    lossDate: items.day('WriteOffDate'),
    enteredOn: null,
    lossType: null,
    category: items.read('WriteOffCategory', salvageCategoryLetter),
  };
  const isWrittenOff = listed.length > 0 || (count ?? 0) > 0 || flag === true;
  const hasDetails = latest.lossDate !== null || latest.category !== null;
  return {
    // A record overrides a marker that contradicts it.
    writtenOff: isWrittenOff ? true : flag,
    writeOffCount: largerOfCountAndListed(count, listed),
    writeOffs:
      listed.length === 0 && isWrittenOff && hasDetails
        ? [latest]
        : listed.toSorted((a, b) => dateOf(b).localeCompare(dateOf(a))),
  };
}

const dateOf = ({ lossDate, enteredOn }: WriteOff): string => lossDate ?? enteredOn ?? '';

function theft(
  items: FieldReader,
): Pick<
  VdiCheck,
  'stolen' | 'stolenStatus' | 'stolenDate' | 'stolenPoliceForce' | 'stolenPhone' | 'stolenSource' | 'insurerTheftCount'
> {
  const count = items.whole('StolenMiaftrRecordCount', 0, maxRecords);
  return {
    stolen: items.flag('Stolen'),
    stolenStatus: items.text('StolenStatus'),
    stolenDate: items.day('StolenDate'),
    stolenPoliceForce: items.text('StolenPoliceForce'),
    stolenPhone: items.text('StolenContactNumber'),
    stolenSource: items.text('StolenInfoSource'),
    insurerTheftCount: largerOfCountAndListed(count, items.list('StolenMiaftrRecordList') ?? []),
  };
}

/** The months of `48` or `48 MONTHS`. */
const monthsOf = (text: string): number | null => {
  const months = /^(\d{1,3})(?: ?months?)?$/i.exec(text)?.[1];
  return months === undefined ? null : Number(months);
};

function finance(items: FieldReader): Pick<VdiCheck, 'financeCount' | 'finance'> {
  const agreements = (items.list('FinanceRecordList') ?? []).map((agreement): FinanceAgreement => ({
    agreementDate: agreement.day('AgreementDate'),
    type: agreement.text('AgreementType'),
    termMonths: zeroToNull(agreement.read('AgreementTerm', monthsOf)),
    number: agreement.text('AgreementNumber'),
    company: agreement.text('FinanceCompany'),
    phone: agreement.text('ContactNumber'),
    description: agreement.text('VehicleDescription'),
  }));
  return {
    financeCount: largerOfCountAndListed(items.whole('FinanceRecordCount', 0, maxRecords), agreements),
    finance: agreements.toSorted((a, b) => (b.agreementDate ?? '').localeCompare(a.agreementDate ?? '')),
  };
}

/** The vendor documents no shape of these records: only the count is reliable. */
function highRisk(items: FieldReader): Pick<VdiCheck, 'highRiskCount' | 'highRisk'> {
  const notes = (items.list('HighRiskRecordList') ?? []).map((record): HighRiskNote => ({
    date: record.day('DateOfInterest'),
    type: record.text('HighRiskType'),
    company: record.text('Company'),
    phone: record.text('Contact'),
  }));
  return {
    highRiskCount: largerOfCountAndListed(items.whole('HighRiskRecordCount', 0, maxRecords), notes),
    highRisk: sortNewestFirst(notes),
  };
}

function changes(
  items: FieldReader,
): Pick<VdiCheck, 'previousKeepers' | 'latestKeeperChange' | 'colourChangeCount' | 'latestColourChange'> {
  const colour = { previousColour: items.text('PreviousColour'), date: items.day('LatestColourChangeDate') };
  return {
    previousKeepers: items.whole('PreviousKeeperCount', 0, maxRecords) ?? items.whole('PreviousKeepers', 0, maxRecords),
    latestKeeperChange: items.day('LatestKeeperChangeDate'),
    colourChangeCount: items.whole('ColourChangeCount', 0, maxRecords),
    latestColourChange: colour.previousColour === null && colour.date === null ? null : colour,
  };
}

function inspection(items: FieldReader): Pick<VdiCheck, 'identityInspected' | 'identityInspection'> {
  const result = { date: items.day('VicTestDate'), result: items.read('VicTestResult', identityInspectionResult) };
  const isKnown = result.date !== null || result.result !== null;
  return {
    identityInspected: isKnown ? true : items.flag('VicTested'),
    identityInspection: isKnown ? result : null,
  };
}

/** Maps the package, one flat object, to our check. */
export function toVdiCheck(items: FieldReader): VdiCheck {
  return {
    vinLast5: readLastFiveOfVin(items),
    ...writeOff(items),
    ...theft(items),
    ...finance(items),
    ...highRisk(items),
    ...changes(items),
    ...toPlateChanges(items),
    imported: items.flag('Imported'),
    importedFromOutsideEu: items.flag('ImportedFromOutsideEu'),
    importDate: items.day('ImportDate'),
    usedBeforeImport: items.flag('ImportUsedBeforeUkRegistration'),
    exported: items.flag('Exported'),
    exportDate: items.day('ExportDate'),
    scrapped: items.flag('Scrapped'),
    scrapDate: items.day('ScrapDate'),
    certificateOfDestruction: items.flag('CertificateOfDestructionIssued'),
    ...inspection(items),
    mileageAnomaly: items.flag('MileageAnomalyDetected'),
  };
}
