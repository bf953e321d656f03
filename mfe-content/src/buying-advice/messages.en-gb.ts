import type { AdviceCause } from '@ve/domain/verdict/causes';

/** Texts of the buying advice; the domain defines which cause leads to which verdict. */
export const messages = {
  title: 'Buying advice',
  description:
    'What FAILED, WARNING and PASSED mean in a vehicle report, what a report cannot tell you, and what to do before you pay.',
  lead: 'A report begins with its verdict. Here is what each one means, and what to do next.',
  verdicts: {
    FAILED: {
      word: 'FAILED',
      advice: 'Do not buy without investigating.',
      why: 'The report says FAILED if any one of these is recorded:',
    },
    WARNING: {
      word: 'WARNING',
      advice: 'Proceed with caution.',
      why: 'The report says WARNING if none of the above is recorded but any one of these is:',
    },
    PASSED: {
      word: 'PASSED',
      advice: 'None of these apply.',
      why: 'The report says PASSED only if every source answered and none of the causes above was recorded. It is a good start, not a promise: look at the vehicle too. The free report never says PASSED, because it does not check finance, write-off or theft: it begins with that, and at best adds “Nothing found in the free checks”. What is lawful is listed as something to look into, and changes no verdict:',
    },
  },
  causes: {
    'police-stolen': [
      'Police stolen marker',
      'The police have it recorded as stolen. Do not pay and do not go alone to see it; call 101.',
    ],
    'insurance-stolen': [
      'Insurance stolen marker',
      'An insurer has recorded a theft claim. Even if the vehicle was found, it may belong to that insurer.',
    ],
    'written-off': [
      'Written off',
      'An insurer decided not to repair it. Ask for the category: A and B must never return to the road. S had structural damage. N had damage elsewhere, such as the brakes, the steering or the airbags.',
    ],
    scrapped: ['Scrapped', 'It is recorded as scrapped, so there should be no vehicle to sell.'],
    unscrapped: [
      'Unscrapped',
      'It was recorded as scrapped, and that record was later reversed. Find out why before anything else.',
    ],
    'identity-inspection': [
      'Vehicle identity check inspection',
      'It needed an inspection to prove its identity. Compare its VIN with the V5C yourself.',
    ],
    finance: [
      'Outstanding finance',
      'A lender may own it until the agreement is settled. Ask the lender, not the seller, for the figure and for written proof that it is paid.',
    ],
    exported: [
      'Exported',
      'It is recorded as having left the country. It must be registered here again before it can be taxed.',
    ],
    imported: [
      'Imported',
      'Lawful, but its history before the import may not be in any UK register. Ask for its foreign papers and whether your insurer accepts it.',
    ],
    mileage: [
      'Mileage issue',
      'Its recorded mileage does not add up. Compare the odometer with MOT certificates and service invoices.',
    ],
  } satisfies Record<AdviceCause, readonly [name: string, what: string]>,
  notDisclosed: {
    title: 'What a report cannot tell you',
    lead: 'Registers contain only what was reported to them. These leave no trace:',
    items: [
      'An accident settled without insurers, or repaired at the owner’s own cost.',
      'Damage and repairs that no insurer decided to write off.',
      'A theft, sale or loan that has not been recorded yet. Registers can be days behind.',
      'Mileage wound back before the first MOT test, which in Great Britain comes after three years.',
      'Wear, rust, leaks and faults since the last MOT test.',
      'Whether the seller owns the car. The V5C names the registered keeper, who may not be the owner.',
    ],
  },
  before: {
    title: 'Before you pay',
    lead: 'Three things no report can do for you.',
    steps: [
      {
        name: 'Inspect the car',
        body: 'See it in daylight, dry, at the address on the V5C. Look along each side for panels that don’t match. Start it cold, and drive it for at least twenty minutes on different kinds of road.',
      },
      {
        name: 'Use a third-party mechanic',
        body: 'Choose and pay someone who knows neither the seller nor the car. Be wary of a seller who refuses.',
      },
      {
        name: 'Verify the paperwork',
        body: 'Check the V5C, its watermark and every detail on it. Compare the VIN in the log book with the VIN on the car, in more than one place. Compare MOT certificates and service invoices with the mileage, and the seller’s identity with the keeper’s name.',
      },
    ],
  },
  start: {
    title: 'Check a vehicle now',
    body: 'Search free, as often as you like, without an account.',
    action: 'Start Vehicle Check',
  },
} as const;
