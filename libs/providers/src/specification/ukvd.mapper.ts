import type { ColourChange, IdentityInspection, SpecificationData } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import type { FieldReader } from '../platform/field-reader.ts';
import {
  identityInspectionResult,
  sortNewestFirst,
  zeroToNull,
  toPlateChanges,
  readLastFiveOfVin,
} from '../ukvd-fields.ts';

function highest(numbers: (number | null)[]): number | null {
  return numbers.reduce((max, each) => (each !== null && (max === null || each > max) ? each : max), null);
}

function keepers(
  history: FieldReader,
): Pick<SpecificationData, 'previousKeepers' | 'lastKeeperChange' | 'keeperChanges'> {
  const keeperChanges = sortNewestFirst(
    (history.list('KeeperChangesList') ?? []).map((change) => ({
      date: change.day('DateOfLastKeeperChange') ?? change.day('DateOfTransaction'),
      previousKeepers: change.whole('NumberOfPreviousKeepers', 0, 1_000),
    })),
  );
  return {
    // `KeeperChangesCount` counts the records in the list, which may be fewer than the actual keepers.
    previousKeepers:
      history.whole('NumberOfPreviousKeepers', 0, 1_000) ??
      highest(keeperChanges.map(({ previousKeepers }) => previousKeepers)),
    lastKeeperChange: keeperChanges[0]?.date ?? null,
    keeperChanges,
  };
}

function colours(history: FieldReader): Pick<SpecificationData, 'colourChangeCount' | 'colourChanges'> {
  const list = history.list('ColourChangeList');
  const colourChanges = (list ?? []).map((change): ColourChange => ({
    previousColour: change.text('Colour') ?? change.text('PreviousColour'),
    date: change.day('DateOfChange') ?? change.day('DateOfTransaction'),
  }));
  return {
    colourChangeCount:
      history.whole('ColourChangeCount', 0, 1_000) ??
      history.object('ColourChangeDetails').whole('NumberOfPreviousColours', 0, 1_000) ??
      list?.length ??
      null,
    colourChanges: sortNewestFirst(colourChanges),
  };
}

function identityInspections(history: FieldReader): IdentityInspection[] {
  const inspections = (history.list('VicList') ?? []).map((inspection): IdentityInspection => ({
    date: inspection.day('VICDate'),
    result: inspection.read('VICResult', identityInspectionResult),
  }));
  return sortNewestFirst(inspections);
}

function performance(
  technical: FieldReader,
): Pick<SpecificationData, 'bhp' | 'powerKw' | 'maxSpeedMph' | 'zeroToSixtySeconds'> {
  const measured = technical.object('Performance');
  const power = measured.object('Power');
  return {
    bhp: zeroToNull(power.amount('Bhp', 0, 5_000)),
    powerKw: zeroToNull(power.amount('Kw', 0, 5_000)),
    maxSpeedMph: zeroToNull(measured.object('MaxSpeed').amount('Mph', 0, 400)),
    zeroToSixtySeconds: zeroToNull(measured.object('Acceleration').amount('ZeroTo60Mph', 0, 600)),
  };
}

/** The tax status of the source's phrase: "Taxed", "Tax not due", "Not taxed keeper change", "SORN in place". */
function readTaxPhrase(phrase: string): SpecificationData['taxStatus'] {
  if (/\bno sorn\b|\bsorn (?:expired|ended|cancelled)\b/i.test(phrase)) return null;
  if (/\bsorn\b/i.test(phrase)) return 'SORN';
  if (/\b(?:not|un)[ -]?(?:taxed|licensed)\b|\btax (?:due|expired)\b|\bno tax\b/i.test(phrase)) return 'Untaxed';
  return /\btaxed\b|\btax not due\b|\blicensed\b/i.test(phrase) ? 'Taxed' : null;
}

function taxation(
  motVed: FieldReader,
): Pick<SpecificationData, 'vedBand' | 'vedTwelveMonths' | 'taxStatus' | 'taxDueDate' | 'motDueDate'> {
  const pounds = motVed.object('VedRate').object('Standard').amount('TwelveMonth', 0, 50_000);
  const taxStatus = motVed.read('VehicleStatus', readTaxPhrase);
  return {
    vedBand: motVed.text('VedBand') ?? motVed.text('VedCo2Band'),
    vedTwelveMonths: pounds === null ? null : Math.round(pounds * 100),
    taxStatus,
    // An unknown phrase may mean that the date no longer applies.
    taxDueDate: taxStatus === null && motVed.text('VehicleStatus') !== null ? null : motVed.day('TaxDue'),
    motDueDate: motVed.day('MotDue'),
  };
}

/** The UK date is the date of first registration only if the vehicle was not used abroad before. */
function firstRegisteredUk(registration: FieldReader): IsoDate | null {
  const cameUsed = registration.flag('VehicleUsedBeforeFirstRegistration') ?? registration.flag('Imported');
  return cameUsed === true ? null : registration.day('DateFirstRegisteredUk');
}

/** Maps the package to our specification: many values are in two blocks, and either may be empty. */
export function toSpecification(items: FieldReader): SpecificationData {
  const registration = items.object('VehicleRegistration');
  const history = items.object('VehicleHistory');
  const motVed = items.object('VehicleStatus').object('MotVed');
  const smmt = items.object('SmmtDetails');
  const technical = items.object('TechnicalDetails');
  const dimensions = technical.object('Dimensions');
  return {
    make: registration.text('Make') ?? smmt.text('Marque'),
    model: registration.text('Model') ?? smmt.text('Range'),
    colour: registration.text('Colour'),
    fuelType: registration.text('FuelType') ?? smmt.text('FuelType'),
    bodyStyle: bodyStyle(registration.text('DoorPlanLiteral'), smmt.text('BodyStyle')),
    transmission:
      registration.text('Transmission') ?? registration.text('TransmissionType') ?? smmt.text('Transmission'),
    driveType: smmt.text('DriveType'),
    yearOfManufacture: registration.whole('YearOfManufacture', 1880, 2100),
    dateFirstRegistered: registration.day('DateFirstRegistered') ?? firstRegisteredUk(registration),
    engineCapacity:
      zeroToNull(registration.whole('EngineCapacity', 0, 100_000)) ??
      zeroToNull(smmt.whole('EngineCapacity', 0, 100_000)),
    engineNumber: registration.text('EngineNumber'),
    vinLast5: readLastFiveOfVin(registration),
    seats:
      zeroToNull(registration.whole('SeatingCapacity', 0, 500)) ??
      zeroToNull(dimensions.whole('NumberOfSeats', 0, 500)),
    doors: zeroToNull(smmt.whole('NumberOfDoors', 0, 50)) ?? zeroToNull(dimensions.whole('NumberOfDoors', 0, 50)),
    gears: zeroToNull(registration.whole('GearCount', 0, 50)) ?? zeroToNull(smmt.whole('NumberOfGears', 0, 50)),
    ...performance(technical),
    kerbWeight: zeroToNull(dimensions.amount('KerbWeight', 0, 200_000)),
    combinedMpg: zeroToNull(technical.object('Consumption').object('Combined').amount('Mpg', 0, 2_000)),
    co2Emissions: registration.amount('Co2Emissions', 0, 5_000) ?? motVed.amount('VedCo2Emissions', 0, 5_000),
    euroStatus: technical.object('General').text('EuroStatus'),
    ...taxation(motVed),
    ...keepers(history),
    ...toPlateChanges(history),
    ...colours(history),
    identityInspections: identityInspections(history),
    imported: registration.flag('Imported'),
    importedFromOutsideEu: registration.flag('ImportNonEu'),
    exported: registration.flag('Exported'),
    dateExported: registration.day('DateExported'),
    scrapped: registration.flag('Scrapped'),
    dateScrapped: registration.day('DateScrapped'),
    certificateOfDestruction: registration.flag('CertificateOfDestructionIssued'),
  };
}

/** The model's body style, unless the vehicle is registered as a taxi. */
function bodyStyle(registered: string | null, ofModel: string | null): string | null {
  return registered !== null && /\b(?:taxi|hackney)/i.test(registered) ? registered : (ofModel ?? registered);
}
