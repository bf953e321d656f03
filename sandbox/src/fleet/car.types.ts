export type DataVendor = 'dvla' | 'dvsa' | 'ukvd';

export interface CarModel {
  make: string;
  /** The name in DVLA's spelling. */
  name: string;
  range: string;
  variant: string;
  body: string;
  doors: number;
  seats: number;
  gears: number;
  transmission: 'Manual' | 'Automatic';
  driveType: '4X2' | '4X4';
  fuel: 'PETROL' | 'DIESEL' | 'ELECTRICITY' | 'HYBRID ELECTRIC';
  /** cc; null for an electric motor. */
  cc: number | null;
  cylinders: number | null;
  /** g/km; null where DVLA holds none (before 2001, personal imports). */
  co2: number | null;
  /** The standard in DVLA's spelling, such as `EURO 6 AD`; null where DVLA holds none. */
  euro: string | null;
  bhp: number;
  /** Nm */
  torque: number;
  maxMph: number;
  zeroToSixty: number;
  /** kg */
  kerbKg: number;
  grossKg: number;
  mpg: number | null;
  /** mm: length, width, height, wheelbase */
  size: readonly [number, number, number, number];
  tankLitres: number | null;
  country: string;
  /** World manufacturer identifier: the first three characters of the VIN. */
  wmi: string;
  /** The list price in pounds. */
  price: number;
  typeApproval?: string;
  wheelplan?: string;
  /** Real driving emissions step. */
  rde?: string;
}

export type MotTestDefectType = 'ADVISORY' | 'MINOR' | 'MAJOR' | 'DANGEROUS' | 'FAIL' | 'PRS' | 'USER ENTERED';

export interface MotTestDefect {
  text: string;
  type: MotTestDefectType;
  dangerous: boolean;
}

/** Special events at a yearly test, keyed by years before the newest test. */
export interface PlannedMotTestEvents {
  advisories?: readonly string[];
  minors?: readonly string[];
  /** The vehicle failed first and passed `retestDays` later (0: the same day). */
  failed?: {
    for: readonly string[];
    dangerous?: readonly string[];
    retestDays: number;
    /** Failures before the pass, `retestDays` apart; 1 by default. */
    times?: number;
  };
  /** The vehicle failed and was never presented again. */
  neverRetested?: boolean;
  odometer?: 'UNREADABLE' | 'NO_ODOMETER';
  /** Miles added to this reading and to every later one; negative when the odometer was clocked. */
  shift?: number;
  /** A remark of the tester, without a manual reference. */
  remark?: string;
}

export interface PlannedMotTests {
  /** Expiry of the newest certificate: days from today, or a fixed day for a vehicle that is no longer tested. */
  expires: { inDays: number } | { on: string };
  /** Years from first use in this country to the first test. */
  firstAfterYears?: number;
  /** Miles at the first test, and added per year. */
  miles: { first: number; yearly: number };
  /** Tests at least this many years before the newest were read in kilometres. */
  kilometresFrom?: number;
  occasions?: Readonly<Record<number, PlannedMotTestEvents>>;
  dataSource?: 'DVSA' | 'DVA NI' | 'CVS';
}

export interface PlannedFinanceAgreement {
  startedDaysAgo: number;
  type: string;
  months: number;
  number: string;
  lender: string;
  phone: string;
}

export type PlannedDate = { daysAgo: number } | { on: string };

/** Marks on a car's record; days count back from today. */
export interface PlannedMarkers {
  finance?: readonly PlannedFinanceAgreement[];
  /** `unlisted`: marked with date and category, but without a record in the list. */
  writeOff?: PlannedDate & { category: string; lossType: string; unlisted?: boolean };
  /** Agreements that are counted but not listed. */
  unlistedAgreements?: number;
  /** A theft that an insurer entered in MIAFTR. */
  insurerTheftDaysAgo?: number;
  /** Vehicle identity checks (VIC), newest first. */
  inspections?: readonly { on: string; result: 'PASS' | 'FAIL' }[];
  stolen?: { daysAgo: number; force: string; phone: string };
  exportedDaysAgo?: number;
  scrappedDaysAgo?: number;
  /** Registered here for the first time after use abroad. */
  imported?: { on: string; outsideEu: boolean };
  highRisk?: readonly { company: string; phone: string; type: string; daysAgo: number }[];
}

/** Kinds of unusual data in the vendors' responses about a car, applied by `oddities.ts`. */
export type DataOddity = 'nulls' | 'strings' | 'counts' | 'markup' | 'new-words' | 'doubled' | 'future';

export interface PlannedCar {
  registration: string;
  /** A description of what the car demonstrates, in plain words. */
  is: string;
  model: CarModel;
  colour: string;
  /** The first registration, in any country. */
  firstRegistered: string;
  yearOfManufacture?: number;
  tax: { status: 'Taxed' | 'Untaxed' | 'SORN' | 'Not Taxed for on Road Use'; dueInDays?: number };
  /** Null if never tested. */
  mot: PlannedMotTests | null;
  recall?: 'Yes' | 'No' | 'Unknown' | 'Unavailable';
  previousKeepers: number;
  plates?: readonly { previous: string; daysAgo: number }[];
  /** Earlier colours, oldest first. */
  colours?: readonly { previous: string; daysAgo: number }[];
  markers?: PlannedMarkers;
  /** The value in pounds, where it does not follow from the age. */
  value?: number;
  /** The body type on the registration document, if it is not the model's. */
  bodyType?: 'TAXI';
  /** Vendors that have no record of the car. */
  unknownToSources?: readonly DataVendor[];
  odd?: readonly DataOddity[];
}

export interface SimulatedMotTest {
  number: string;
  completedAt: string;
  result: 'PASSED' | 'FAILED';
  expiryDate: string | null;
  odometer: { value: number; unit: 'MI' | 'KM' } | null;
  odometerResult: 'READ' | 'UNREADABLE' | 'NO_ODOMETER';
  dataSource: 'DVSA' | 'DVA NI' | 'CVS';
  defects: MotTestDefect[];
}

/** A planned car on a given day, with all dates computed. */
export interface SimulatedCar extends PlannedCar {
  today: string;
  firstRegisteredUk: string;
  manufactured: number;
  taxDue: string | null;
  /** Sorted newest first. */
  tests: SimulatedMotTest[];
  motExpiry: string | null;
  /** The due date of the first test, for a car that was never tested. */
  firstTestDue: string | null;
  keeperChanges: string[];
  /** Issue dates of registration documents, newest first. */
  documents: string[];
  vin: string;
  engineNumber: string;
  /** Newest reading in miles, or an estimate by age. */
  miles: number;
}
