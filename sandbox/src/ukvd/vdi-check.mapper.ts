import { addDays, atMidnight } from '../dates.ts';
import type { Car } from '../fleet/car.types.ts';
import { colourChanges, movements, plateChanges } from './history.ts';

const ago = (car: Car, days: number | undefined): string | null =>
  days === undefined ? null : atMidnight(addDays(car.today, -days));

function writeOff(car: Car) {
  const mark = car.markers?.writeOff;
  if (!mark)
    return {
      WrittenOff: false,
      WriteOffDate: null,
      WriteOffCategory: null,
      WriteOffRecordCount: 0,
      WriteOffRecordList: [],
    };
  return {
    WrittenOff: true,
    WriteOffDate: ago(car, mark.daysAgo),
    WriteOffCategory: mark.category,
    WriteOffRecordCount: 1,
    WriteOffRecordList: [
      {
        MiaftrEntryDate: ago(car, mark.daysAgo - 12),
        LossDate: ago(car, mark.daysAgo),
        LossType: mark.lossType,
        Category: mark.category,
      },
    ],
  };
}

function stolen(car: Car) {
  const mark = car.markers?.stolen;
  return {
    Stolen: mark !== undefined,
    StolenStatus: mark ? 'STOLEN' : null,
    StolenDate: ago(car, mark?.daysAgo),
    StolenPoliceForce: mark?.force ?? null,
    StolenContactNumber: mark?.phone ?? null,
    StolenInfoSource: mark ? 'PNC' : null,
    StolenMiaftrRecordCount: 0,
    StolenMiaftrRecordList: [],
  };
}

function finance(car: Car) {
  const agreements = car.markers?.finance ?? [];
  return {
    FinanceRecordCount: agreements.length,
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

function highRisk(car: Car) {
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

function mileage(car: Car) {
  const readings = car.tests
    .flatMap((test) => (test.odometer === null ? [] : [{ test, odometer: test.odometer }]))
    .map(({ test, odometer }) => ({
      DateOfInformation: atMidnight(test.completedAt.slice(0, 10)),
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
export function vdiCheckFull(car: Car) {
  const { model } = car;
  const moved = movements(car);
  const [latestColour] = colourChanges(car);
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
    DateFirstRegistered: atMidnight(car.firstRegistered),
    DateFirstRegisteredUk: atMidnight(car.firstRegisteredUk),
    LatestV5cIssuedDate: atMidnight(car.documents[0] ?? null),
    LatestKeeperChangeDate: atMidnight(car.keeperChanges[0] ?? null),
    PreviousKeeperCount: car.previousKeepers,
    PreviousKeepers: null,
    PlateChangeCount: car.plates?.length ?? 0,
    PlateChangeList: plateChanges(car),
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
    VicTested: false,
    VicTestDate: null,
    VicTestResult: null,
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
