import { seededNumber, seededDigits } from '../seeded-values.ts';
import { postcodeDistricts, type PostcodeDistrict } from './areas.data.ts';

/** `Address` of Ideal Postcodes v1, with all of its keys. */
export interface PafAddress {
  postcode: string;
  postcode_inward: string;
  postcode_outward: string;
  post_town: string;
  dependant_locality: string;
  double_dependant_locality: string;
  thoroughfare: string;
  dependant_thoroughfare: string;
  building_number: string;
  building_name: string;
  sub_building_name: string;
  po_box: string;
  department_name: string;
  organisation_name: string;
  udprn: number;
  umprn: number | '';
  postcode_type: 'S' | 'L';
  su_organisation_indicator: string;
  delivery_point_suffix: string;
  line_1: string;
  line_2: string;
  line_3: string;
  premise: string;
  longitude: number;
  latitude: number;
  eastings: number;
  northings: number;
  country: string;
  country_iso: string;
  country_iso_2: string;
  county: string;
  county_code: string;
  traditional_county: string;
  administrative_county: string;
  postal_county: string;
  district: string;
  ward: string;
  uprn: string;
  id: string;
  language: string;
  dataset: 'paf';
}

type Premises = Pick<
  PafAddress,
  'organisation_name' | 'sub_building_name' | 'building_name' | 'building_number' | 'thoroughfare'
>;

const nothing = { organisation_name: '', sub_building_name: '', building_name: '', building_number: '' };
const organisations = ['Kestrel Print Works Ltd', 'Hartley & Sons', 'The Corner Surgery', 'Ashdown Solicitors'];
const buildings = ['Linden House', 'The Old Schoolhouse', 'Marlowe Court', 'Rose Cottage'];

/** The premises of an invented postcode: a row of numbers, among them flats, named houses and an office. */
function premisesOf(postcode: string, streets: readonly string[]): Premises[] {
  const pick = (seed: string, from: readonly string[]): string =>
    from[seededNumber(`${postcode}/${seed}`, from.length)] ?? '';
  const thoroughfare = pick('street', streets);
  const begin = 1 + 2 * seededNumber(`${postcode}/first`, 40);
  // The vendor's maximum per page, to demonstrate a long list.
  const count = postcode === 'M1 1AA' ? 100 : 4 + seededNumber(`${postcode}/count`, 20);
  return Array.from({ length: count }, (_, place): Premises => {
    const base = { ...nothing, thoroughfare, building_number: String(begin + 2 * place) };
    if (place === 1) return { ...base, organisation_name: pick('office', organisations) };
    if (place === 2) return { ...base, building_number: '', building_name: pick('house', buildings) };
    if (place % 5 === 3) {
      const building_number = String(begin + 2 * (place - (place % 2)));
      return { ...base, building_number, sub_building_name: `Flat ${1 + (place % 9)}` };
    }
    return base;
  });
}

/** The premises of the vendor's own sample and test postcodes. */
const documented: Readonly<Record<string, readonly Premises[]>> = {
  'SW1A 2AA': [
    {
      ...nothing,
      organisation_name: 'Prime Minister & First Lord Of The Treasury',
      building_number: '10',
      thoroughfare: 'Downing Street',
    },
  ],
  'ID1 1QD': ['2', '4', '6', '8'].flatMap((building_number) =>
    ['', 'Basement Flat'].map((sub_building_name) => ({
      ...nothing,
      sub_building_name,
      building_number,
      thoroughfare: 'Barons Court Road',
    })),
  ),
  // Exists without any delivery points.
  'SW1A 0ZZ': [],
};

/** The lines of an address in the vendor's order: organisation, flat, named building, then number and street. */
function linesOf(premises: Premises): string[] {
  const { organisation_name, sub_building_name, building_name, building_number, thoroughfare } = premises;
  const inside = [sub_building_name, building_name].filter((part) => part !== '').join(', ');
  return [organisation_name, inside, `${building_number} ${thoroughfare}`.trim()].filter((line) => line !== '');
}

function addressOf({
  postcode,
  area,
  premises,
  place,
}: {
  postcode: string;
  area: PostcodeDistrict;
  premises: Premises;
  place: number;
}): PafAddress {
  const [line_1 = '', line_2 = '', line_3 = ''] = linesOf(premises);
  const [outward = '', inward = ''] = postcode.split(' ');
  const isSample = postcode === 'SW1A 2AA';
  const udprn = isSample ? 23_747_771 : Number(seededDigits(`${postcode}/${place}`, 8));
  return {
    postcode,
    postcode_inward: inward,
    postcode_outward: outward,
    post_town: area.postTown,
    dependant_locality: '',
    double_dependant_locality: '',
    dependant_thoroughfare: '',
    ...premises,
    po_box: '',
    department_name: '',
    udprn,
    umprn: '',
    postcode_type: premises.organisation_name === '' ? 'S' : 'L',
    su_organisation_indicator: '',
    delivery_point_suffix: `${1 + Math.floor(place / 20)}${'ABDEFGHJLNPQRSTUWXYZ'.charAt(place % 20)}`,
    line_1,
    line_2,
    line_3,
    premise: [premises.sub_building_name, premises.building_name, premises.building_number]
      .filter((part) => part !== '')
      .join(', '),
    longitude: area.longitude,
    latitude: area.latitude,
    eastings: area.eastings,
    northings: area.northings,
    country: area.country,
    country_iso: 'GBR',
    country_iso_2: 'GB',
    county: area.county,
    county_code: '',
    traditional_county: area.county === 'London' ? 'Greater London' : area.county,
    administrative_county: '',
    postal_county: area.county,
    district: area.district,
    ward: area.ward,
    uprn: isSample ? '100023336956' : seededDigits(`${postcode}/${place}/uprn`, 12),
    id: `paf_${udprn}`,
    language: 'en',
    dataset: 'paf',
  };
}

/** The postcode with a single space and in upper case; null for invalid text. */
export function parsePostcode(typed: string): string | null {
  const parts = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/.exec(typed.replace(/\s/g, '').toUpperCase());
  return parts ? `${parts[1]} ${parts[2]}` : null;
}

/** The addresses of a postcode; null for one that does not exist. */
export function addressesOfPostcode(postcode: string): PafAddress[] | null {
  const area = postcodeDistricts.find(({ outward }) => postcode.startsWith(`${outward} `));
  if (!area) return null;
  const premises = documented[postcode] ?? (area.outward === 'ID1' ? undefined : premisesOf(postcode, area.streets));
  return premises?.map((each, place) => addressOf({ postcode, area, premises: each, place })) ?? null;
}

/** Existing postcodes with the same ending as a mistyped one, five at most. */
export function suggestPostcodes(typed: string): string[] {
  const inward = parsePostcode(typed)?.split(' ')[1];
  if (inward === undefined) return [];
  return postcodeDistricts
    .map(({ outward }) => `${outward} ${inward}`)
    .filter((each) => addressesOfPostcode(each))
    .slice(0, 5);
}
