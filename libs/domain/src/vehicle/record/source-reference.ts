/** The source of a statement about the law or the trade. */
export interface SourceReference {
  name: string;
  url: string;
}

/** The pages on which our statements about the law and the trade are based. */
export const lawAndTradeReferences = {
  writeOffs: {
    name: 'GOV.UK: Insurance write-offs',
    url: 'https://www.gov.uk/scrapped-and-written-off-vehicles/insurance-writeoffs',
  },
  salvageCode: {
    name: 'Association of British Insurers: Salvage Code of Practice',
    url: 'https://www.abi.org.uk/news/news-articles/2025/5/abi-continues-focus-on-road-safety-with-updates-to-its-salvage-code-of-practice/',
  },
  hirePurchase: {
    name: 'Hire Purchase Act 1964, Part III, sections 27 to 29',
    url: 'https://www.legislation.gov.uk/ukpga/1964/53/part/III',
  },
  billsOfSale: {
    name: 'National Debtline: Bills of sale',
    url: 'https://nationaldebtline.org/get-information/summaries/bill-of-sale-ew',
  },
  recalls: {
    name: 'GOV.UK: Vehicle recalls and faults',
    url: 'https://www.gov.uk/vehicle-recalls-and-faults',
  },
  recallsAtDealers: {
    name: 'Chartered Trading Standards Institute: DVSA warns car dealers',
    url: 'https://www.tradingstandards.uk/news-policy-campaigns/news-room/2018/get-safety-recalls-fixed-or-risk-prosecution-dvsa-warns-car-dealers/',
  },
  identityCheck: {
    name: 'Vehicle Identity Check, 2003 to 2015',
    url: 'https://en.wikipedia.org/wiki/Vehicle_Identity_Check',
  },
} as const satisfies Record<string, SourceReference>;
