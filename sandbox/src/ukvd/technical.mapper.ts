import type { SimulatedCar } from '../fleet/car.types.ts';

const round = (value: number, places = 1): number => Number(value.toFixed(places));

/** Formats a day in the British format of SMMT dates. */
const dayMonthYear = (day: string): string => day.split('-').reverse().join('/');

export function ukvdSmmtDetails(car: SimulatedCar) {
  const { model } = car;
  return {
    Marque: model.make,
    Range: model.range.toUpperCase(),
    ModelVariant: model.variant.toUpperCase(),
    Series: null,
    BodyStyle: model.body.toUpperCase(),
    CountryOfOrigin: model.country.toUpperCase(),
    DriveType: model.driveType,
    EngineCapacity: model.cc === null ? null : String(model.cc),
    NominalEngineCapacity: model.cc === null ? null : String(round(model.cc / 1000)),
    FuelType: model.fuel === 'ELECTRICITY' ? 'ELECTRIC' : model.fuel,
    NumberOfDoors: String(model.doors),
    NumberOfGears: String(model.gears),
    Transmission: model.transmission.toUpperCase(),
    SysSetupDate: dayMonthYear(`${car.manufactured}-01-15`),
    TerminateDate: null,
    VisibilityDate: dayMonthYear(`${car.manufactured}-01-15`),
  };
}

export function ukvdTechnicalDetails(car: SimulatedCar) {
  const { model } = car;
  const [length, width, height, wheelBase] = model.size;
  const consumption = (mpg: number | null) => ({
    Lkm: mpg === null ? null : round(282.48 / mpg),
    Mpg: mpg === null ? null : round(mpg),
  });
  const engine = model.cylinders === null ? null : model.cylinders;
  return {
    Consumption: {
      Combined: consumption(model.mpg),
      ExtraUrban: consumption(model.mpg === null ? null : model.mpg * 1.17),
      UrbanCold: consumption(model.mpg === null ? null : model.mpg * 0.8),
    },
    Dimensions: {
      CarLength: length,
      Width: width,
      Height: height,
      KerbWeight: model.kerbKg,
      UnladenWeight: model.kerbKg - 75,
      GrossVehicleWeight: model.grossKg,
      FuelTankCapacity: model.tankLitres,
      NumberOfDoors: model.doors,
      NumberOfSeats: model.seats,
      NumberOfAxles: model.typeApproval === 'N3' ? 3 : 2,
      WheelBase: wheelBase,
    },
    General: {
      EuroStatus: model.euro?.replace(/^EURO ?/, '') ?? null,
      DriverPosition: 'R',
      DrivingAxle: model.driveType === '4X4' ? 'AWD' : 'FWD',
      PowerDelivery: model.fuel === 'ELECTRICITY' ? 'ELECTRIC' : 'NORMAL',
      TypeApprovalCategory: model.typeApproval ?? 'M1',
      SeriesDescription: null,
      Engine: {
        Aspiration: engine === null ? null : model.fuel === 'DIESEL' ? 'Turbocharged' : 'Naturally Aspirated',
        Bore: null,
        Stroke: null,
        CylinderArrangement: engine === null ? null : 'I',
        NumberOfCylinders: engine,
        ValvesPerCylinder: engine === null ? null : car.manufactured < 1990 ? 2 : 4,
      },
    },
    Performance: {
      Acceleration: { ZeroTo60Mph: model.zeroToSixty, ZeroTo100Kph: round(model.zeroToSixty * 1.04) },
      Co2: model.co2,
      MaxSpeed: { Mph: model.maxMph, Kph: Math.round(model.maxMph * 1.609344) },
      NoiseLevel: null,
      Power: { Bhp: model.bhp, Kw: round(model.bhp * 0.7457), Rpm: model.fuel === 'DIESEL' ? 4000 : 5800 },
      Torque: { FtLb: round(model.torque * 0.73756), Nm: model.torque, Rpm: model.fuel === 'DIESEL' ? 1750 : 4000 },
    },
    Safety: { EuroNcap: { Adult: null, Child: null, Pedestrian: null } },
  };
}

export function ukvdClassificationDetails(car: SimulatedCar) {
  const { model } = car;
  const isNi = /^[A-Z]{1,3}\d{1,4}$/.test(car.registration) && /[IZ]/.test(car.registration);
  return {
    Dvla: { Make: model.make, Model: model.name },
    Smmt: {
      Make: model.make,
      Range: model.range.toUpperCase(),
      Trim: model.variant.toUpperCase(),
      Mvris: { MakeCode: null, ModelCode: null },
    },
    Ukvd: {
      IsElectricVehicle: model.fuel === 'ELECTRICITY',
      VrmFormat: { IsGbGeneralFormat: !isNi, IsNiGeneralFormat: isNi },
    },
  };
}
