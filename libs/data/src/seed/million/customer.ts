import { familyNames, firstNames, streets, towns } from './sample-values.ts';
import { drawFrom, uuidOf } from './random.ts';

/** What is seeded: so many customers, from which seed, as of when. */
export interface Scale {
  count: number;
  seed: number;
  now: Date;
}

/** A customer by their index, from 0: the oldest first. All of theirs follows from it, but times, which count from `now`. */
export interface Customer {
  scale: Scale;
  index: number;
}

const aDay = 86_400_000;
/** How far back the customers go; more of them came lately. */
const history = 730 * aDay;

/** What a customer has one of, or several from a number on. */
const idNumbers = { user: 0, customer: 1, subscription: 2, report: 3, role: 4, message: 5, audit: 6, notice: 7 };
const firstOf = { charge: 100, receipt: 200, event: 300 };

/** The id of something of a customer's. */
export const idOf = ({ scale, index }: Customer, what: keyof typeof idNumbers): string =>
  uuidOf(scale.seed, index, idNumbers[what]);

/** The id of one of several. */
export const idOfSeveral = ({ scale, index }: Customer, what: keyof typeof firstOf, number: number): string =>
  uuidOf(scale.seed, index, firstOf[what] + number);

/** Ends every Stripe id of theirs. */
export const stripeSuffix = ({ scale, index }: Customer): string => `${scale.seed.toString(36)}x${index.toString(36)}`;

/** Later ones follow each other faster; in the order of the index. */
export const createdAtOf = ({ scale: { count, now }, index }: Customer): Date =>
  new Date(now.getTime() - Math.floor(history * (1 - Math.sqrt((index + 0.5) / count))) - 1_000);

export const nameAndEmailOf = ({ scale, index }: Customer): { name: string; email: string } => {
  const drawn = drawFrom(scale.seed, 2, index);
  const [first, family] = [drawn.one(firstNames), drawn.one(familyNames)];
  return { name: `${first} ${family}`, email: `${inAddress(first)}.${inAddress(family)}${index}@example.com` };
};

export const addressOf = ({ scale, index }: Customer): { address: string; postcode: string } => {
  const drawn = drawFrom(scale.seed, 3, index);
  const [town, area] = drawn.one(towns);
  const postcode = `${area}${1 + drawn.below(20)} ${1 + drawn.below(9)}${drawn.letters(2, postcodeLetters)}`;
  return { address: `${1 + drawn.below(180)} ${drawn.one(streets)}, ${town}, ${postcode}`, postcode };
};

const postcodeLetters = 'ABDEFGHJLNPQRSTUWXYZ';

const inAddresses = new Map(
  [...firstNames, ...familyNames].map((name) => [
    name,
    name
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase(),
  ]),
);

/** A name as it stands in an e-mail address: `Zoë` as `zoe`. */
const inAddress = (name: string): string => inAddresses.get(name) ?? name;
