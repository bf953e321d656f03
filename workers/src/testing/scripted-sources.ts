import type { DvlaLicensingData, SpecificationData, MotTestingData } from '@ve/domain/vehicle/record/vehicle-record';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import type { VehicleDataSources } from '@ve/app/vehicle/vehicle-data-sources';

type Script<T> = (call: number, signal?: AbortSignal) => VehicleAnswer<T> | Promise<VehicleAnswer<T>>;

/** Scripted sources that count their calls. Those without a script hold no records. */
export const scriptedSources = (scripts: {
  licensing?: Script<DvlaLicensingData>;
  testing?: Script<MotTestingData>;
  specification?: Script<SpecificationData>;
}) => {
  const calls = { licensing: 0, testing: 0, specification: 0 };
  const port = <T>(name: keyof typeof calls, script: Script<T> = () => ({ state: 'not-held' })) => ({
    find: (_registration: string, signal?: AbortSignal) => {
      calls[name] += 1;
      return Promise.resolve(script(calls[name], signal));
    },
  });
  const sources: VehicleDataSources = {
    licensing: port('licensing', scripts.licensing),
    testing: port('testing', scripts.testing),
    specification: port('specification', scripts.specification),
    close: () => Promise.resolve(),
  };
  return { sources, calls };
};

/** A licensing response with only a make. */
export const exampleLicensing = (make: string): DvlaLicensingData => ({
  make,
  colour: null,
  fuelType: null,
  yearOfManufacture: null,
  engineCapacity: null,
  co2Emissions: null,
  taxStatus: null,
  taxDueDate: null,
  artEndDate: null,
  motStatus: null,
  motExpiryDate: null,
  monthOfFirstRegistration: null,
  dateOfLastV5CIssued: null,
  euroStatus: null,
  realDrivingEmissions: null,
  typeApproval: null,
  wheelplan: null,
  revenueWeight: null,
  markedForExport: null,
  automatedVehicle: null,
});

/** An MOT response with only a make. */
export const exampleMotTesting = (make: string): MotTestingData => ({
  make,
  model: null,
  fuelType: null,
  primaryColour: null,
  engineSize: null,
  firstUsedDate: null,
  registrationDate: null,
  manufactureDate: null,
  motTestDueDate: null,
  hasOutstandingRecall: 'Unknown',
  tests: [],
});
