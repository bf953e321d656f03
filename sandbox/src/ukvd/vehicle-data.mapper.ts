import { toMidnightTimestamp, monthOf } from '../dates.ts';
import type { SimulatedCar } from '../fleet/car.types.ts';
import { sixMonthTaxPrice, vedRate } from '../fleet/ved.ts';
import { ukvdColourChanges, ukvdKeeperChanges, ukvdImportExportMarks, ukvdPlateChanges } from './history.ts';
import { ukvdClassificationDetails, ukvdSmmtDetails, ukvdTechnicalDetails } from './technical.mapper.ts';

function vinConfirmation(car: SimulatedCar, vin: string | null): string | null {
  if (vin === null) return null;
  const expected = vin.toUpperCase();
  if (expected === car.vin) return 'FullMatch';
  return expected.length >= 5 && car.vin.endsWith(expected.slice(-5)) ? 'Partial match' : null;
}

const doorPlans: Record<string, string> = {
  '5 DOOR HATCHBACK': '14',
  '3 DOOR HATCHBACK': '13',
  '4 DOOR SALOON': '02',
  '2 DOOR SALOON': '01',
  TAXI: '07',
};

function vehicleRegistration(car: SimulatedCar, vin: string | null) {
  const { model } = car;
  const moved = ukvdImportExportMarks(car);
  const gears = `${model.transmission.toUpperCase()} ${model.gears} GEARS`;
  const doorPlan = car.bodyType ?? `${model.doors} DOOR ${model.body.toUpperCase()}`;
  return {
    Vrm: car.registration,
    // The full VIN needs another licence.
    Vin: 'LICENSE_RESTRICTED',
    VinLast5: car.vin.slice(-5),
    VinConfirmationFlag: vinConfirmation(car, vin),
    Make: model.make,
    Model: model.name,
    MakeModel: `${model.make} ${model.name}`,
    Colour: car.colour,
    FuelType: model.fuel,
    EngineCapacity: model.cc === null ? null : String(model.cc),
    EngineNumber: car.engineNumber,
    YearOfManufacture: String(car.manufactured),
    YearMonthFirstRegistered: monthOf(car.firstRegistered),
    DateFirstRegistered: toMidnightTimestamp(car.firstRegistered),
    DateFirstRegisteredUk: toMidnightTimestamp(car.firstRegisteredUk),
    DateOfLastUpdate: toMidnightTimestamp(car.documents[0] ?? car.firstRegisteredUk),
    VehicleUsedBeforeFirstRegistration: moved.imported,
    Transmission: gears,
    TransmissionType: model.transmission,
    TransmissionCode: model.transmission.charAt(0),
    GearCount: model.gears,
    SeatingCapacity: model.seats,
    DoorPlan: doorPlans[doorPlan] ?? '99',
    DoorPlanLiteral: doorPlan,
    WheelPlan: model.wheelplan ?? '2 AXLE RIGID BODY',
    VehicleClass: model.typeApproval === 'N3' ? 'HCV' : 'Car',
    GrossWeight: model.grossKg,
    MaxPermissibleMass: model.grossKg,
    Co2Emissions: model.co2,
    MvrisMakeCode: null,
    MvrisModelCode: null,
    PreviousVrmGb: car.plates?.[0]?.previous ?? null,
    PreviousVrmNi: null,
    Imported: moved.imported,
    ImportNonEu: moved.importedFromOutsideEu,
    Exported: moved.exported,
    DateExported: moved.exportDate,
    Scrapped: moved.scrapped,
    DateScrapped: moved.scrapDate,
    CertificateOfDestructionIssued: moved.scrapped,
  };
}

function vehicleHistory(car: SimulatedCar) {
  const changes = ukvdColourChanges(car);
  const inspections = car.markers?.inspections ?? [];
  return {
    NumberOfPreviousKeepers: car.previousKeepers,
    KeeperChangesCount: car.keeperChanges.length,
    KeeperChangesList: ukvdKeeperChanges(car),
    PlateChangeCount: car.plates?.length ?? 0,
    PlateChangeList: ukvdPlateChanges(car),
    ColourChangeCount: changes.length,
    ColourChangeList: changes,
    V5CCertificateCount: car.documents.length,
    V5CCertificateList: car.documents.map((day) => ({ CertificateDate: toMidnightTimestamp(day) })),
    VicCount: inspections.length,
    VicList: inspections.map(({ on, result }) => ({ VICDate: toMidnightTimestamp(on), VICResult: result })),
  };
}

/** The vendor's phrases for DVLA's tax statuses. */
const taxPhrases: Record<SimulatedCar['tax']['status'], string> = {
  Taxed: 'Taxed',
  Untaxed: 'Not taxed',
  SORN: 'SORN in place',
  'Not Taxed for on Road Use': 'Not taxed',
};

function motVed(car: SimulatedCar) {
  const rate = vedRate(car);
  const price = (twelve: number | null) => ({
    SixMonth: twelve === null ? null : sixMonthTaxPrice(twelve),
    TwelveMonth: twelve,
  });
  return {
    Message: null,
    MotDue: toMidnightTimestamp(car.motExpiry ?? car.firstTestDue),
    TaxDue: toMidnightTimestamp(car.taxDue),
    VedBand: rate.band,
    VedCo2Band: rate.band,
    VedCo2Emissions: car.model.co2,
    VehicleStatus: taxPhrases[car.tax.status],
    VedRate: {
      FirstYear: price(rate.firstYear),
      PremiumVehicle: { YearTwoToSix: price(rate.premium) },
      Standard: price(rate.standard),
    },
  };
}

/** `DataItems` of the package VehicleData; `vin` is the caller's own VIN to be confirmed. */
export function ukvdVehicleData(car: SimulatedCar, vin: string | null) {
  return {
    VehicleRegistration: vehicleRegistration(car, vin),
    VehicleHistory: vehicleHistory(car),
    VehicleStatus: { MotVed: motVed(car) },
    SmmtDetails: ukvdSmmtDetails(car),
    TechnicalDetails: ukvdTechnicalDetails(car),
    ClassificationDetails: ukvdClassificationDetails(car),
    UkvdEnhancedData: {},
  };
}
