import {
  amount,
  day,
  flag,
  instant,
  listOf,
  matching,
  midnight,
  month,
  nothing,
  oneOf,
  orNull,
  record,
  text,
  whole,
  type Shape,
} from './shapes.ts';

const anything: Shape = () => [];

/** `Vehicle` of DVLA's OpenAPI document 1.1.0. */
export const dvlaVehicleShape = record(
  { registrationNumber: text },
  {
    taxStatus: oneOf('Not Taxed for on Road Use', 'SORN', 'Taxed', 'Untaxed'),
    taxDueDate: day,
    artEndDate: day,
    motStatus: oneOf('No details held by DVLA', 'No results returned', 'Not valid', 'Valid'),
    motExpiryDate: day,
    make: text,
    monthOfFirstDvlaRegistration: month,
    monthOfFirstRegistration: month,
    yearOfManufacture: whole,
    engineCapacity: whole,
    co2Emissions: whole,
    fuelType: text,
    markedForExport: flag,
    colour: text,
    typeApproval: text,
    wheelplan: text,
    revenueWeight: whole,
    realDrivingEmissions: text,
    dateOfLastV5CIssued: day,
    euroStatus: text,
  },
);

const dvlaError = record({ errors: listOf(record({ title: text }, { status: text, code: text, detail: text })) });

/** Error bodies that DVLA documents, by status. */
export const dvlaErrorShapes: Record<number, Shape> = {
  400: dvlaError,
  403: record({ message: text }),
  404: dvlaError,
  429: dvlaError,
  500: dvlaError,
  503: listOf(record({ status: whole, title: text, detail: text })),
};

const dvsaBase = {
  registration: text,
  make: text,
  model: text,
  fuelType: text,
  primaryColour: text,
  registrationDate: day,
  manufactureDate: day,
  hasOutstandingRecall: oneOf('Yes', 'No', 'Unknown', 'Unavailable'),
};
const defect = record({
  text,
  type: oneOf(
    'ADVISORY',
    'MINOR',
    'MAJOR',
    'DANGEROUS',
    'FAIL',
    'PRS',
    'NON SPECIFIC',
    'SYSTEM GENERATED',
    'USER ENTERED',
  ),
  dangerous: flag,
});
export const testedVehicleShape = record(
  {
    ...dvsaBase,
    firstUsedDate: day,
    motTests: listOf(
      record(
        {
          completedDate: instant,
          testResult: oneOf('PASSED', 'FAILED'),
          expiryDate: orNull(day),
          odometerValue: orNull(matching(/^\d+$/)),
          odometerUnit: orNull(oneOf('MI', 'KM')),
          odometerResultType: oneOf('READ', 'UNREADABLE', 'NO_ODOMETER'),
          motTestNumber: matching(/^\d{12}$/),
          dataSource: oneOf('DVSA', 'DVA NI', 'CVS'),
        },
        { defects: listOf(defect), location: text },
      ),
    ),
  },
  { engineSize: matching(/^\d+$/) },
);
export const newVehicleShape = record({
  ...dvsaBase,
  manufactureYear: matching(/^\d{4}$/),
  motTestDueDate: orNull(day),
});
export const dvsaErrorShape = record({
  requestId: text,
  errorCode: matching(/^MOTH-[A-Z]{2}-\d{2}$/),
  errorMessage: text,
});

export const ukvdEnvelope = (dataItems: Shape): Shape =>
  record({
    Request: record({
      RequestGuid: text,
      PackageId: text,
      PackageVersion: whole,
      ResponseVersion: whole,
      DataKeys: record({ Vrm: orNull(text) }),
      ApiKeyId: text,
    }),
    Response: record({
      StatusCode: text,
      StatusMessage: text,
      StatusInformation: record({
        Lookup: record({ StatusCode: text, StatusMessage: text, AdviceTextList: listOf(text) }),
      }),
      DataItems: dataItems,
    }),
  });
export const ukvdFailure = ukvdEnvelope(nothing);

const plateChange = record({
  CurrentVRM: text,
  PreviousVRM: text,
  DateOfReceipt: midnight,
  DateOfTransaction: midnight,
  TransferType: text,
});
const price = record({ SixMonth: orNull(amount), TwelveMonth: orNull(amount) });

export const vehicleDataShape = ukvdEnvelope(
  record({
    VehicleRegistration: record({
      Vrm: text,
      Vin: text,
      VinLast5: matching(/^[A-Z0-9]{5}$/),
      VinConfirmationFlag: orNull(text),
      Make: text,
      Model: text,
      MakeModel: text,
      Colour: text,
      FuelType: text,
      EngineCapacity: orNull(matching(/^\d+$/)),
      EngineNumber: text,
      YearOfManufacture: matching(/^\d{4}$/),
      YearMonthFirstRegistered: month,
      DateFirstRegistered: midnight,
      DateFirstRegisteredUk: midnight,
      DateOfLastUpdate: midnight,
      VehicleUsedBeforeFirstRegistration: flag,
      Transmission: text,
      TransmissionType: text,
      TransmissionCode: text,
      GearCount: whole,
      SeatingCapacity: whole,
      DoorPlan: text,
      DoorPlanLiteral: text,
      WheelPlan: text,
      VehicleClass: text,
      GrossWeight: whole,
      MaxPermissibleMass: whole,
      Co2Emissions: orNull(whole),
      MvrisMakeCode: orNull(text),
      MvrisModelCode: orNull(text),
      PreviousVrmGb: orNull(text),
      PreviousVrmNi: orNull(text),
      Imported: flag,
      ImportNonEu: flag,
      Exported: flag,
      DateExported: orNull(midnight),
      Scrapped: flag,
      DateScrapped: orNull(midnight),
      CertificateOfDestructionIssued: flag,
    }),
    VehicleHistory: record({
      NumberOfPreviousKeepers: whole,
      KeeperChangesCount: whole,
      KeeperChangesList: listOf(
        record({ DateOfTransaction: midnight, NumberOfPreviousKeepers: whole, DateOfLastKeeperChange: midnight }),
      ),
      PlateChangeCount: whole,
      PlateChangeList: listOf(plateChange),
      ColourChangeCount: whole,
      ColourChangeList: listOf(record({ Colour: text, DateOfChange: midnight })),
      V5CCertificateCount: whole,
      V5CCertificateList: listOf(record({ CertificateDate: midnight })),
      VicCount: whole,
      VicList: listOf(anything),
    }),
    VehicleStatus: record({
      MotVed: record({
        Message: nothing,
        MotDue: orNull(midnight),
        TaxDue: orNull(midnight),
        VedBand: orNull(matching(/^[A-M]$/)),
        VedCo2Band: orNull(text),
        VedCo2Emissions: orNull(whole),
        VehicleStatus: nothing,
        VedRate: record({ FirstYear: price, PremiumVehicle: record({ YearTwoToSix: price }), Standard: price }),
      }),
    }),
    SmmtDetails: anything,
    TechnicalDetails: record({
      Consumption: anything,
      Dimensions: anything,
      General: anything,
      Performance: record({
        Acceleration: anything,
        Co2: orNull(whole),
        MaxSpeed: record({ Mph: whole, Kph: whole }),
        NoiseLevel: nothing,
        Power: record({ Bhp: amount, Kw: amount, Rpm: whole }),
        Torque: anything,
      }),
      Safety: anything,
    }),
    ClassificationDetails: anything,
    UkvdEnhancedData: anything,
  }),
);

const count = whole;
export const vdiCheckShape = ukvdEnvelope(
  record({
    Vrm: text,
    Make: text,
    Model: text,
    Colour: text,
    FuelType: text,
    EngineCapacity: orNull(whole),
    GearCount: whole,
    TransmissionType: text,
    YearOfManufacture: matching(/^\d{4}$/),
    VinLast5: text,
    DateFirstRegistered: midnight,
    DateFirstRegisteredUk: midnight,
    LatestV5cIssuedDate: orNull(midnight),
    LatestKeeperChangeDate: orNull(midnight),
    PreviousKeeperCount: count,
    PreviousKeepers: nothing,
    PlateChangeCount: count,
    PlateChangeList: listOf(plateChange),
    ColourChangeCount: count,
    PreviousColour: orNull(text),
    LatestColourChangeDate: orNull(midnight),
    Imported: flag,
    ImportedFromOutsideEu: flag,
    ImportDate: orNull(midnight),
    ImportUsedBeforeUkRegistration: flag,
    Exported: flag,
    ExportDate: orNull(midnight),
    Scrapped: flag,
    ScrapDate: orNull(midnight),
    CertificateOfDestructionIssued: flag,
    VicTested: flag,
    VicTestDate: nothing,
    VicTestResult: nothing,
    WrittenOff: flag,
    WriteOffDate: orNull(midnight),
    WriteOffCategory: orNull(text),
    WriteOffRecordCount: count,
    WriteOffRecordList: listOf(
      record({ MiaftrEntryDate: midnight, LossDate: midnight, LossType: text, Category: text }),
    ),
    Stolen: flag,
    StolenStatus: orNull(text),
    StolenDate: orNull(midnight),
    StolenPoliceForce: orNull(text),
    StolenContactNumber: orNull(text),
    StolenInfoSource: orNull(text),
    StolenMiaftrRecordCount: count,
    StolenMiaftrRecordList: listOf(anything),
    HighRiskRecordCount: count,
    HighRiskRecordList: listOf(anything),
    FinanceRecordCount: count,
    FinanceRecordList: listOf(
      record({
        AgreementDate: midnight,
        AgreementType: text,
        AgreementTerm: text,
        AgreementNumber: text,
        FinanceCompany: text,
        ContactNumber: text,
        VehicleDescription: text,
      }),
    ),
    MileageRecordCount: count,
    MileageRecordList: listOf(record({ DateOfInformation: midnight, Mileage: whole, SourceOfInformation: text })),
    MileageAnomalyDetected: flag,
    LookupStatusCode: nothing,
    LookupStatusMessage: nothing,
    Data: nothing,
  }),
);

const pounds = matching(/^\d+$/);
export const valuationShape = ukvdEnvelope(
  record({
    Vrm: text,
    Mileage: pounds,
    PlateYear: text,
    ValuationList: record({
      OTR: pounds,
      DealerForecourt: pounds,
      TradeRetail: pounds,
      PrivateClean: pounds,
      PrivateAverage: pounds,
      PartExchange: pounds,
      Auction: pounds,
      TradeAverage: pounds,
      TradePoor: pounds,
    }),
    ValuationTime: text,
    ValuationBook: text,
    VehicleDescription: text,
  }),
);
