import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedPerson } from './person.ts';

/** What a person does in one phase. */
export type ScenarioPhaseAction = (person: SimulatedPerson, chance: SeededRandom) => Promise<unknown>;

/** Minutes that pass before each phase: within the trial, to its end, the first month and the renewal. */
export const scenarioPhases = [
  { name: 'sign-up', minutes: 0 },
  { name: 'trial', minutes: 20 },
  { name: 'first charge', minutes: 26 * 60 },
  { name: 'third day', minutes: 2 * 1_440 },
  { name: 'after fourteen days', minutes: 13 * 1_440 },
  { name: 'renewal', minutes: 18 * 1_440 },
  { name: 'leaving', minutes: 90 },
  { name: 'returning', minutes: 60 },
] as const;

export type ScenarioPhase = (typeof scenarioPhases)[number]['name'];

export interface Scenario {
  name: string;
  /** The card family: the first six digits of its number. */
  card?: '424242' | '400025' | '400026' | '400027' | '400028';
  /** True to share one card with the other persons of the round who share. */
  sharesCard?: true;
  phaseActions: Partial<Record<ScenarioPhase, ScenarioPhaseAction>>;
}

const cars = ['AB12CDE', 'FN15FNC', 'KP08KPR', 'MP14MPT', 'TX12CAB'] as const;
const how = (chance: SeededRandom) => chance.pick(['account', 'link', 'page'] as const);

/** One random action of those possible at this time. */
const anything: ScenarioPhaseAction = async (person, chance) => {
  for (let left = chance.between(1, 3); left > 0; left -= 1) {
    const what = chance.between(0, 9);
    if (what === 0) await person.upgrade({ rejoin: chance.happens(70) });
    else if (what <= 3) await person.unlock(chance.pick(cars), { twice: chance.happens(30) });
    else if (what === 4) await person.cancel(how(chance));
    else if (what === 5) await person.keep(chance.pick(['account', 'link'] as const));
    else if (what === 6) {
      await person.changeCard(chance.pick(['visa', 'mastercard', 'chargeCustomerFail', 'authenticationRequired']));
    } else if (what === 7) await person.refundByHand(chance.pick([50, 890] as const), chance.pick([undefined, 25]));
    else if (what === 8) await person.cancelByHand(chance.happens(50));
    else await person.deleteAccount();
  }
};

/** The scenarios, assigned round-robin in this order. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'stays and uses each check',
    phaseActions: {
      'sign-up': (person) => person.join(),
      'first charge': (person) => person.unlock(),
      renewal: (person) => person.unlock('FN15FNC'),
    },
  },
  {
    name: 'is declined, upgrades early, runs the check and leaves',
    card: '400026',
    phaseActions: {
      'sign-up': (person, chance) => person.join({ declines: chance.between(1, 3) }),
      trial: async (person, chance) => {
        await person.upgrade();
        await person.unlock(person.registration, { twice: true });
        await person.cancel(how(chance));
      },
    },
  },
  {
    name: 'deletes the account after the check, returns with the same card and address, and leaves again',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: async (person) => {
        await person.upgrade();
        await person.unlock();
      },
      'first charge': (person) => person.deleteAccount(),
      'third day': async (person, chance) => {
        await person.join();
        await person.upgrade();
        await person.unlock();
        await person.cancel(how(chance));
      },
    },
  },
  {
    name: 'leaves within the trial',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: (person, chance) => person.cancel(how(chance)),
      'first charge': (person) => person.upgrade({ rejoin: true }),
    },
  },
  {
    name: 'gets the month back unused, and joins again',
    phaseActions: {
      'sign-up': (person) => person.join(),
      'third day': (person, chance) => person.cancel(how(chance)),
      'after fourteen days': async (person) => {
        await person.upgrade({ rejoin: true });
        await person.unlock();
        await person.cancel('account');
      },
    },
  },
  {
    name: 'cancels late, keeps, and cancels again',
    phaseActions: {
      'sign-up': (person) => person.join(),
      'first charge': (person) => person.unlock(),
      'after fourteen days': async (person, chance) => {
        await person.cancel(how(chance));
        await person.keep(chance.pick(['account', 'link'] as const));
      },
      leaving: (person, chance) => person.cancel(how(chance)),
    },
  },
  {
    name: 'cannot pay the first month, and changes the card',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: (person) => person.changeCard('chargeCustomerFail'),
      'third day': async (person) => {
        await person.upgrade();
        await person.changeCard('visa');
        await person.unlock();
      },
    },
  },
  {
    name: 'never pays the first month',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: (person) => person.changeCard('chargeCustomerFail'),
      leaving: (person, chance) => (chance.happens(50) ? person.deleteAccount() : person.unlock()),
    },
  },
  {
    name: 'has a bank that asks each time',
    card: '400027',
    phaseActions: {
      'sign-up': async (person, chance) => {
        if (chance.happens(50)) await person.join({ bank: 'fail' });
        await person.join();
      },
      trial: (person, chance) => person.upgrade({ bank: chance.happens(30) ? 'fail' : 'complete' }),
      'third day': async (person) => {
        await person.upgrade();
        await person.unlock();
      },
      leaving: (person, chance) => person.cancel(how(chance)),
    },
  },
  {
    name: 'claims the 50p back at the bank',
    card: '400025',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: (person, chance) => person.decideDisputes(chance.pick(['won', 'lost'] as const)),
      'third day': (person, chance) => person.cancel(how(chance)),
    },
  },
  {
    name: 'claims the month back at the bank',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: async (person) => {
        await person.changeCard('createDispute');
        await person.upgrade();
        await person.unlock();
      },
      'first charge': async (person, chance) => {
        if (chance.happens(40)) await person.cancel(how(chance));
        await person.decideDisputes(chance.pick(['won', 'lost'] as const));
      },
      leaving: (person) => person.deleteAccount(),
    },
  },
  {
    name: 'is given the money back in the dashboard',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: async (person, chance) => {
        if (chance.happens(30)) await person.refundByHand(50);
      },
      'third day': async (person, chance) => {
        await person.refundByHand(890, chance.pick([undefined, 445]));
        await person.cancel(how(chance));
      },
      renewal: (person) => person.upgrade({ rejoin: true }),
    },
  },
  {
    name: 'is cancelled in the dashboard',
    phaseActions: {
      'sign-up': (person) => person.join(),
      'first charge': (person) => person.unlock(),
      'third day': (person, chance) => person.cancelByHand(chance.happens(50)),
      renewal: (person) => person.upgrade({ rejoin: true }),
    },
  },
  {
    name: 'pays in two tabs at once',
    phaseActions: {
      'sign-up': (person, chance) =>
        Promise.all([
          person.join({ closesTab: chance.happens(50), withSecondTab: true }),
          person.join({ closesTab: chance.happens(50), withSecondTab: true }),
        ]),
      trial: (person) => person.upgrade(),
      'third day': (person, chance) => person.cancel(how(chance)),
    },
  },
  {
    name: 'closes the tab after the payment',
    phaseActions: {
      'sign-up': (person) => person.join({ closesTab: true }),
      'first charge': (person) => person.unlock(),
      'third day': (person) => person.deleteAccount(),
    },
  },
  {
    name: 'tries cards until the form is closed, and leaves it',
    phaseActions: { 'sign-up': (person) => person.join({ declines: 8, with: '4000000000000002' }) },
  },
  {
    name: 'has a card whose refunds fail',
    card: '400028',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: (person) => person.upgrade(),
      'third day': (person, chance) => person.cancel(how(chance)),
      leaving: (person, chance) => (chance.happens(50) ? person.deleteAccount() : Promise.resolve()),
    },
  },
  {
    name: 'has a check that fails, and leaves meanwhile',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: async (person, chance) => {
        await person.upgrade();
        const check = person.unlock('DN02DWN');
        await person.cancel(how(chance));
        await check;
      },
    },
  },
  {
    name: 'deletes the account within the trial, and returns',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: (person) => person.deleteAccount(),
      'first charge': (person) => person.join(),
      'third day': (person) => person.upgrade(),
    },
  },
  {
    name: 'does anything',
    phaseActions: {
      'sign-up': (person) => person.join(),
      trial: anything,
      'first charge': anything,
      'third day': anything,
      'after fourteen days': anything,
      renewal: anything,
    },
  },
  ...Array.from({ length: 5 }, (): Scenario => ({
    name: 'shares a card with more people than it may start trials for',
    sharesCard: true,
    phaseActions: {
      'sign-up': (person) => person.join(),
      'third day': (person, chance) => (chance.happens(50) ? person.cancel(how(chance)) : person.unlock()),
    },
  })),
];
