import { sampleFamilyNames, sampleFirstNames, sampleStreets, sampleTowns } from './sample-values.ts';
import { createSeededRandom, seededUuid } from './seeded-random.ts';

/** The parameters of a seed: the number of customers, the random seed and the current time. */
export interface SeedParameters {
  count: number;
  seed: number;
  now: Date;
}

/**
 * A customer by their index, from 0 for the oldest. All their data follows from it, except that times are relative to
 * `now`.
 */
export interface SeededCustomer {
  scale: SeedParameters;
  index: number;
}

const aDay = 86_400_000;
/** The period in which customers were created; more of them recently. */
const history = 730 * aDay;

/** The numbers in the ids of a customer's rows: of single rows and, in `firstOf`, of the first of several. */
const idNumbers = { user: 0, customer: 1, subscription: 2, report: 3, role: 4, message: 5, audit: 6, notice: 7 };
const firstOf = { charge: 100, receipt: 200, event: 300 };

/** Returns the id of a row that a customer has once. */
export const seededIdOf = ({ scale, index }: SeededCustomer, what: keyof typeof idNumbers): string =>
  seededUuid(scale.seed, index, idNumbers[what]);

/** Returns the id of one of several rows. */
export const seededIdOfSeveral = (
  { scale, index }: SeededCustomer,
  what: keyof typeof firstOf,
  number: number,
): string => seededUuid(scale.seed, index, firstOf[what] + number);

/** The end of each of their Stripe ids. */
export const seededStripeIdSuffix = ({ scale, index }: SeededCustomer): string =>
  `${scale.seed.toString(36)}x${index.toString(36)}`;

/** Returns when a customer was created; later ones follow each other faster, in the order of the index. */
export const seededCreationTimeOf = ({ scale: { count, now }, index }: SeededCustomer): Date =>
  new Date(now.getTime() - Math.floor(history * (1 - Math.sqrt((index + 0.5) / count))) - 1_000);

export const seededNameAndEmailOf = ({ scale, index }: SeededCustomer): { name: string; email: string } => {
  const drawn = createSeededRandom(scale.seed, 2, index);
  const [first, family] = [drawn.one(sampleFirstNames), drawn.one(sampleFamilyNames)];
  return { name: `${first} ${family}`, email: `${inAddress(first)}.${inAddress(family)}${index}@example.com` };
};

export const seededAddressOf = ({ scale, index }: SeededCustomer): { address: string; postcode: string } => {
  const drawn = createSeededRandom(scale.seed, 3, index);
  const [town, area] = drawn.one(sampleTowns);
  const postcode = `${area}${1 + drawn.below(20)} ${1 + drawn.below(9)}${drawn.letters(2, postcodeAlphabet)}`;
  return { address: `${1 + drawn.below(180)} ${drawn.one(sampleStreets)}, ${town}, ${postcode}`, postcode };
};

const postcodeAlphabet = 'ABDEFGHJLNPQRSTUWXYZ';

const inAddresses = new Map(
  [...sampleFirstNames, ...sampleFamilyNames].map((name) => [
    name,
    name
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase(),
  ]),
);

/** Returns a name in the form used in e-mail addresses: `Zoë` as `zoe`. */
const inAddress = (name: string): string => inAddresses.get(name) ?? name;
