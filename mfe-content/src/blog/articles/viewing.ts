import { headingBlock, listBlock, noteBlock, stepsBlock, textBlock } from '../../platform/blocks.ts';
import type { ArticleBody } from '../article.ts';

export const carViewingArticle: ArticleBody = {
  blocks: [
    textBlock(
      'Most people decide about a car within a minute of seeing it, and spend the rest of the viewing looking for reasons to be right. A list helps. Work through it in this order, because the cheap checks come first and any of them may save you the others. Allow an hour, go in daylight, and do not go when it rains: water hides dents, scratches and poor paint.',
    ),
    headingBlock('Before you leave home: ten minutes'),
    listBlock(
      'Look up the registration. Make, colour, fuel and year should match the advert. Read the tax and MOT status and the test history.',
      'Ask the seller two questions by telephone: are you the registered keeper, and is there finance on it? Write down the answers.',
      'Arrange to meet at the address on the log book, and ask that the engine be cold when you arrive.',
      'Get an insurance quotation, so that you know the running cost, and cover if you mean to drive it.',
    ),
    headingBlock('The papers: ten minutes'),
    textBlock(
      'Start here, not with the car. The log book (V5C) should carry a watermark, no spelling mistakes and no alterations. The name need not be the owner’s, since it records the keeper, but it should be the seller’s; if not, ask why, and ask for proof. Check that the address is the one where you are standing.',
    ),
    textBlock(
      'Then find the vehicle identification number. It has 17 characters on cars made since the early 1980s and stands in more than one place, commonly at the foot of the windscreen, on a plate in a door frame and stamped into the body. All of them must agree with each other and with the log book. Walk away from scratched or re-stamped numbers.',
    ),
    textBlock(
      'Lay the service invoices and MOT certificates out by date. Mileage should rise steadily from one to the next. Gaps are questions, not crimes.',
    ),
    headingBlock('The outside: ten minutes'),
    stepsBlock(
      'Crouch at each corner and look along the side. Reflections should run straight. Ripples mean filler or a repair.',
      'Compare the gaps between panels, left with right. Uneven gaps mean that something was taken off or pushed in.',
      'Look for paint on rubber seals, trims and lamps, and for a colour that differs slightly in the sun.',
      'Look underneath and in the wheel arches for rust, fresh black paint and drips.',
      'Look at the tyres. The law asks for 1.6 mm of tread across the central three quarters of the width, all the way round. Wear on one edge points to alignment or suspension.',
      'Check that every lamp, both wipers and all the locks work, and that both keys are there.',
    ),
    headingBlock('Inside and under the bonnet: ten minutes'),
    textBlock(
      'Compare the wear with the mileage. A shiny steering wheel, a polished pedal rubber and a sagging seat at 30,000 miles do not go together. Turn the ignition on without starting: the warning lamps should light and then go out. One that never lights may have been made not to.',
    ),
    textBlock(
      'With the engine cold, look at the oil on the dipstick, the coolant level and the colour of both. A white, creamy sludge under the oil cap can mean that coolant is getting into the oil. Look for fresh stains, for loose wiring and for parts that are much newer than their neighbours.',
    ),
    headingBlock('The drive: twenty minutes'),
    textBlock(
      'Make sure that you are insured, and that the car is taxed and has an MOT. Start it yourself, listen for rattles, and have someone watch the exhaust. A little white vapour on a cold day is water. Blue smoke is oil, thick white that stays is coolant, and black is too much fuel.',
    ),
    listBlock(
      'In town: does the clutch bite smoothly, does every gear go in, does it pull up straight?',
      'On a rough road: does anything knock, does the steering shake?',
      'On a faster road: does it hold its line, do vibrations come and go with speed?',
      'On a quiet road, with nobody behind: brake firmly. The car should stop straight, without a pulsing pedal.',
      'Afterwards: let it idle, look at the temperature, and look under it again for new drips.',
    ),
    noteBlock(
      'An electric or plug-in car',
      'Ask for a report on the battery’s health and what is left of its warranty. Charge it for a few minutes, on a rapid charger if you can, and check that the cables come with it.',
    ),
    headingBlock('Then talk about money'),
    textBlock(
      'If anything left you unsure, pay a mechanic of your own choosing to inspect it. It costs little beside the price of a car, and a seller with nothing to hide will not mind. If you still want it, use what you found: an MOT that runs out next month, two tyres near the limit and a missing key each have a price. Say what you saw, say what you will pay, and then be quiet.',
    ),
    textBlock(
      'Do not leave a deposit to “hold” a car that you have not seen, and do not let anybody hurry you. From a trader you have rights under the Consumer Rights Act 2015, including 30 days to reject a faulty car. From a private seller it need only match its description and be theirs to sell. The hour you spend before paying is most of the protection you get.',
    ),
  ],
  sources: [
    { name: 'GOV.UK, Checks when buying a used car', href: 'https://www.gov.uk/checks-when-buying-a-used-car' },
    {
      name: 'Consumer Rights Act 2015, sections 9 to 22',
      href: 'https://www.legislation.gov.uk/ukpga/2015/15/contents',
    },
    {
      name: 'The Highway Code, annex 6, tyres',
      href: 'https://www.gov.uk/guidance/the-highway-code/annex-6-vehicle-maintenance-safety-and-security',
    },
  ],
};
