/** A postcode district that the sandbox has addresses in. */
export interface PostcodeDistrict {
  outward: string;
  postTown: string;
  country: 'England' | 'Scotland' | 'Wales' | 'Northern Ireland';
  county: string;
  district: string;
  ward: string;
  /** The middle of the district, in degrees; `eastings` and `northings` in metres. */
  latitude: number;
  longitude: number;
  eastings: number;
  northings: number;
  streets: readonly string[];
}

/** Every valid postcode of these districts has addresses, invented except for those of SW1A 2AA. */
export const postcodeDistricts: readonly PostcodeDistrict[] = [
  {
    outward: 'SW1A',
    postTown: 'LONDON',
    country: 'England',
    county: 'London',
    district: 'Westminster',
    ward: "St James's",
    latitude: 51.5035,
    longitude: -0.1277,
    eastings: 530_047,
    northings: 179_951,
    streets: ['Whitehall', 'St. James’s Place', 'Cleveland Row', 'Horse Guards Avenue'],
  },
  {
    outward: 'ID1',
    postTown: 'LONDON',
    country: 'England',
    county: 'London',
    district: 'Hammersmith and Fulham',
    ward: 'North End',
    latitude: 51.4899,
    longitude: -0.2089,
    eastings: 524_466,
    northings: 178_299,
    streets: ['Barons Court Road'],
  },
  {
    outward: 'M1',
    postTown: 'MANCHESTER',
    country: 'England',
    county: 'Lancashire',
    district: 'Manchester',
    ward: 'Piccadilly',
    latitude: 53.4775,
    longitude: -2.2333,
    eastings: 384_600,
    northings: 397_900,
    streets: ['Canal Street', 'Dale Street', 'Lever Street', 'Tariff Street'],
  },
  {
    outward: 'LS1',
    postTown: 'LEEDS',
    country: 'England',
    county: 'West Yorkshire',
    district: 'Leeds',
    ward: 'Little London & Woodhouse',
    latitude: 53.7976,
    longitude: -1.5487,
    eastings: 429_800,
    northings: 433_500,
    streets: ['Park Square East', 'York Place', 'Greek Street'],
  },
  {
    outward: 'CF10',
    postTown: 'CARDIFF',
    country: 'Wales',
    county: 'South Glamorgan',
    district: 'Cardiff',
    ward: 'Cathays',
    latitude: 51.4816,
    longitude: -3.1791,
    eastings: 318_200,
    northings: 176_500,
    streets: ['Park Place', 'Windsor Place', 'Charles Street'],
  },
  {
    outward: 'EH1',
    postTown: 'EDINBURGH',
    country: 'Scotland',
    county: 'Midlothian',
    district: 'City of Edinburgh',
    ward: 'City Centre',
    latitude: 55.9503,
    longitude: -3.1883,
    eastings: 325_900,
    northings: 673_700,
    streets: ['Cockburn Street', 'Candlemaker Row', 'Blackfriars Street'],
  },
  {
    outward: 'BT1',
    postTown: 'BELFAST',
    country: 'Northern Ireland',
    county: 'County Antrim',
    district: 'Belfast',
    ward: 'Central',
    latitude: 54.6003,
    longitude: -5.9269,
    eastings: 146_100,
    northings: 530_600,
    streets: ['Waring Street', 'Hill Street', 'Donegall Street'],
  },
];
