import { addDays, toMidnightTimestamp } from '../dates.ts';
import type { SimulatedCar, PlannedDate } from '../fleet/car.types.ts';
import { ukvdColourChanges, ukvdImportExportMarks, ukvdPlateChanges } from './history.ts';

const ago = (car: SimulatedCar, days: number | undefined): string | null =>
  days === undefined ? null : toMidnightTimestamp(addDays(car.today, -days));

const dayOf = (car: SimulatedCar, when: PlannedDate): string =>
  'on' in when ? when.on : addDays(car.today, -when.daysAgo);

function writeOff(car: SimulatedCar) {
  const mark = car.markers?.writeOff;
  if (!mark)
    return {
      WrittenOff: false,
      WriteOffDate: null,
      WriteOffCategory: null,
      WriteOffRecordCount: 0,
      WriteOffRecordList: [],
    };
  const day = dayOf(car, mark);
  const record = {
    MiaftrEntryDate: toMidnightTimestamp(addDays(day, 12)),
    LossDate: toMidnightTimestamp(day),
    LossType: mark.lossType,
    Category: mark.category,
  };
  return {
    WrittenOff: true,
    WriteOffDate: toMidnightTimestamp(day),
    WriteOffCategory: mark.category,
    WriteOffRecordCount: mark.unlisted ? 0 : 1,
    WriteOffRecordList: mark.unlisted ? [] : [record],
  };
}

function stolen(car: SimulatedCar) {
  const mark = car.markers?.stolen;
  const insurer = car.markers?.insurerTheftDaysAgo;
  return {
    Stolen: mark !== undefined,
    StolenStatus: mark ? 'STOLEN' : null,
    StolenDate: ago(car, mark?.daysAgo),
    StolenPoliceForce: mark?.force ?? null,
    StolenContactNumber: mark?.phone ?? null,
    StolenInfoSource: mark ? 'PNC' : null,
    StolenMiaftrRecordCount: insurer === undefined ? 0 : 1,
    StolenMiaftrRecordList:
      insurer === undefined
        ? []
        : [{ MiaftrEntryDate: ago(car, insurer - 9), LossDate: ago(car, insurer), LossType: 'THEFT', Category: null }],
  };
}

function finance(car: SimulatedCar) {
  const agreements = car.markers?.finance ?? [];
  return {
    FinanceRecordCount: agreements.length + (car.markers?.unlistedAgreements ?? 0),
    FinanceRecordList: agreements.map((agreement) => ({
      AgreementDate: ago(car, agreement.startedDaysAgo),
      AgreementType: agreement.type,
      AgreementTerm: String(agreement.months),
      AgreementNumber: agreement.number,
      FinanceCompany: agreement.lender,
      ContactNumber: agreement.phone,
      VehicleDescription: `${car.model.make} ${car.model.range.toUpperCase()}`,
    })),
  };
}

function highRisk(car: SimulatedCar) {
  const records = car.markers?.highRisk ?? [];
  return {
    HighRiskRecordCount: records.length,
    HighRiskRecordList: records.map((record) => ({
      DateOfInterest: ago(car, record.daysAgo),
      HighRiskType: record.type,
      Company: record.company,
      Contact: record.phone,
    })),
  };
}

function mileage(car: SimulatedCar) {
  const readings = car.tests
    .flatMap((test) => (test.odometer === null ? [] : [{ test, odometer: test.odometer }]))
    .map(({ test, odometer }) => ({
      DateOfInformation: toMidnightTimestamp(test.completedAt.slice(0, 10)),
      Mileage: Math.round(odometer.unit === 'KM' ? odometer.value * 0.621371 : odometer.value),
      SourceOfInformation: 'MOT',
    }));
  const goesBack = readings.some((reading, index) => {
    const later = readings[index - 1];
    return later !== undefined && later.Mileage < reading.Mileage - 500;
  });
  return { MileageRecordCount: readings.length, MileageRecordList: readings, MileageAnomalyDetected: goesBack };
}

/** `DataItems` of the package VdiCheckFull: one flat object. */
export function ukvdVdiCheckFull(car: SimulatedCar) {
  const { model } = car;
  const moved = ukvdImportExportMarks(car);
  const [latestColour] = ukvdColourChanges(car);
  const [inspection] = car.markers?.inspections ?? [];
  return {
    Vrm: car.registration,
    Make: model.make,
    Model: model.name,
    Colour: car.colour,
    FuelType: model.fuel,
    EngineCapacity: model.cc,
    GearCount: model.gears,
    TransmissionType: model.transmission,
    YearOfManufacture: String(car.manufactured),
    VinLast5: car.vin.slice(-5),
    DateFirstRegistered: toMidnightTimestamp(car.firstRegistered),
    DateFirstRegisteredUk: toMidnightTimestamp(car.firstRegisteredUk),
    LatestV5cIssuedDate: toMidnightTimestamp(car.documents[0] ?? null),
    LatestKeeperChangeDate: toMidnightTimestamp(car.keeperChanges[0] ?? null),
    PreviousKeeperCount: car.previousKeepers,
    PreviousKeepers: null,
    PlateChangeCount: car.plates?.length ?? 0,
    PlateChangeList: ukvdPlateChanges(car),
    ColourChangeCount: car.colours?.length ?? 0,
    PreviousColour: latestColour?.Colour ?? null,
    LatestColourChangeDate: latestColour?.DateOfChange ?? null,
    Imported: moved.imported,
    ImportedFromOutsideEu: moved.importedFromOutsideEu,
    ImportDate: moved.importDate,
    ImportUsedBeforeUkRegistration: moved.imported,
    Exported: moved.exported,
    ExportDate: moved.exportDate,
    Scrapped: moved.scrapped,
    ScrapDate: moved.scrapDate,
    CertificateOfDestructionIssued: moved.scrapped,
    VicTested: inspection !== undefined,
    VicTestDate: toMidnightTimestamp(inspection?.on ?? null),
    VicTestResult: inspection?.result ?? null,
    ...writeOff(car),
    ...stolen(car),
    ...highRisk(car),
    ...finance(car),
    ...mileage(car),
    LookupStatusCode: null,
    LookupStatusMessage: null,
    Data: null,
  };
}
