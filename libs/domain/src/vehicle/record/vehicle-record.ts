import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';

/** The source of a datum. */
export type SourceName = 'DVLA' | 'DVSA' | 'UKVD';

/** Why a source gave no data; shown to the user, so never a guess. */
export type UnavailableReason =
  | 'timeout'
  | 'rate-limited'
  | 'budget-spent'
  | 'refused'
  | 'source-error'
  | 'unreadable-answer'
  | 'circuit-open'
  | 'restricted';

/**
 * One source's data about one vehicle, and when it was read. `not-held`: it responded and has no record. `asking`: it
 * has been pending since `at`; never stored.
 */
export type RecordSection<T> =
  | { state: 'asking'; source: SourceName; at: IsoInstant }
  | { state: 'found'; source: SourceName; at: IsoInstant; data: T }
  | { state: 'not-held'; source: SourceName; at: IsoInstant }
  | { state: 'unavailable'; source: SourceName; at: IsoInstant; reason: UnavailableReason };

/** A section that is no longer pending: with data, or unavailable. */
export type AnsweredRecordSection<T = unknown> = Exclude<RecordSection<T>, { state: 'asking' }>;

export type DvlaTaxStatus = 'Taxed' | 'Untaxed' | 'SORN' | 'Not Taxed for on Road Use';
export type DvlaMotStatus = 'Valid' | 'Not valid' | 'No details held by DVLA' | 'No results returned';

/** DVLA Vehicle Enquiry Service; a key missing from the response is null. */
export interface DvlaLicensingData {
  make: string | null;
  colour: string | null;
  fuelType: string | null;
  yearOfManufacture: number | null;
  /** cc */
  engineCapacity: number | null;
  /** g/km */
  co2Emissions: number | null;
  taxStatus: DvlaTaxStatus | null;
  taxDueDate: IsoDate | null;
  artEndDate: IsoDate | null;
  motStatus: DvlaMotStatus | null;
  motExpiryDate: IsoDate | null;
  /** `YYYY-MM` */
  monthOfFirstRegistration: string | null;
  dateOfLastV5CIssued: IsoDate | null;
  euroStatus: string | null;
  realDrivingEmissions: string | null;
  typeApproval: string | null;
  wheelplan: string | null;
  /** kg */
  revenueWeight: number | null;
  markedForExport: boolean | null;
  automatedVehicle: boolean | null;
}

export type DefectType =
  'ADVISORY' | 'MINOR' | 'MAJOR' | 'DANGEROUS' | 'FAIL' | 'PRS' | 'NON SPECIFIC' | 'SYSTEM GENERATED' | 'USER ENTERED';

export interface MotDefect {
  type: DefectType;
  text: string;
  dangerous: boolean;
}

export interface MotTest {
  /** Absent from some Northern Ireland records. */
  testNumber: string | null;
  completedAt: IsoInstant;
  result: 'PASSED' | 'FAILED';
  expiryDate: IsoDate | null;
  /** Null unless the odometer was read. */
  odometer: { value: number; unit: 'MI' | 'KM' } | null;
  odometerResult: 'READ' | 'UNREADABLE' | 'NO_ODOMETER';
  dataSource: 'DVSA' | 'DVA NI' | 'CVS';
  defects: MotDefect[];
}

/** DVSA MOT History; tests newest first, empty for a vehicle that was never tested. */
export interface MotTestingData {
  make: string | null;
  model: string | null;
  fuelType: string | null;
  primaryColour: string | null;
  /** cc */
  engineSize: number | null;
  firstUsedDate: IsoDate | null;
  registrationDate: IsoDate | null;
  manufactureDate: IsoDate | null;
  /** First test due, for a vehicle that was never tested. */
  motTestDueDate: IsoDate | null;
  hasOutstandingRecall: 'Yes' | 'No' | 'Unknown' | 'Unavailable';
  tests: MotTest[];
}

export interface PlateChange {
  currentRegistration: string | null;
  previousRegistration: string | null;
  date: IsoDate | null;
}

/** A change of keeper on `date`; `previousKeepers` is the number of keepers before it. */
export interface KeeperChange {
  date: IsoDate | null;
  previousKeepers: number | null;
}

/** A colour that the vehicle had until `date`. */
export interface ColourChange {
  previousColour: string | null;
  date: IsoDate | null;
}

/** A vehicle identity check (VIC), which vehicles written off before October 2015 needed to get a new V5C. */
export interface IdentityInspection {
  date: IsoDate | null;
  result: 'PASS' | 'FAIL' | null;
}

/** UK Vehicle Data, package VehicleData. The full VIN never leaves the adapter: last five characters only. */
export interface SpecificationData {
  make: string | null;
  model: string | null;
  colour: string | null;
  fuelType: string | null;
  bodyStyle: string | null;
  transmission: string | null;
  driveType: string | null;
  yearOfManufacture: number | null;
  dateFirstRegistered: IsoDate | null;
  /** cc */
  engineCapacity: number | null;
  engineNumber: string | null;
  vinLast5: string | null;
  seats: number | null;
  doors: number | null;
  gears: number | null;
  bhp: number | null;
  powerKw: number | null;
  maxSpeedMph: number | null;
  zeroToSixtySeconds: number | null;
  /** kg */
  kerbWeight: number | null;
  combinedMpg: number | null;
  /** g/km */
  co2Emissions: number | null;
  euroStatus: string | null;
  vedBand: string | null;
  /** pence a year */
  vedTwelveMonths: number | null;
  /** The source's own tax status as of today, which takes precedence over the due date. */
  taxStatus: Extract<DvlaTaxStatus, 'Taxed' | 'Untaxed' | 'SORN'> | null;
  taxDueDate: IsoDate | null;
  motDueDate: IsoDate | null;
  previousKeepers: number | null;
  lastKeeperChange: IsoDate | null;
  /** Newest first. */
  keeperChanges: KeeperChange[];
  plateChangeCount: number | null;
  plateChanges: PlateChange[];
  colourChangeCount: number | null;
  /** Newest first. */
  colourChanges: ColourChange[];
  identityInspections: IdentityInspection[];
  imported: boolean | null;
  importedFromOutsideEu: boolean | null;
  exported: boolean | null;
  dateExported: IsoDate | null;
  scrapped: boolean | null;
  dateScrapped: IsoDate | null;
  certificateOfDestruction: boolean | null;
}

/**
 * Everything that the free sources hold about one registration. Status labels are derived from it for a given day,
 * never stored.
 */
export interface VehicleRecord {
  /** Upper case, no spaces. */
  registration: string;
  fetchedAt: IsoInstant;
  licensing: RecordSection<DvlaLicensingData>;
  testing: RecordSection<MotTestingData>;
  specification: RecordSection<SpecificationData>;
}
