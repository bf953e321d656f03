import { headingBlock, listBlock, noteBlock, tableBlock, textBlock } from '../../platform/blocks.ts';
import type { ArticleBody } from '../article.ts';

export const motHistoryArticle: ArticleBody = {
  blocks: [
    textBlock(
      'Every MOT test leaves a record: the day, the result, the mileage, each defect, and each thing that the tester thought worth mentioning. The record is public and free. Ten minutes with it tell you more about a car’s life than any advert, if you know what to look for.',
    ),
    headingBlock('How the test works'),
    textBlock(
      'In Great Britain a car needs its first MOT three years after it was first registered; in Northern Ireland, four. After that it needs one each year. You may have it tested up to a month, minus a day, before the old one runs out and keep the same date for the next year. Cars over 40 years old that have not been substantially changed in the last 30 are exempt. The most a station may charge for a car is £54.85, and driving without a valid MOT can bring a fine of up to £1,000. Driving to a test that you have booked is allowed.',
    ),
    textBlock('Since May 2018 testers sort what they find into categories.'),
    tableBlock(
      'What the tester’s words mean',
      ['Word', 'Result', 'What it means'],
      ['Dangerous', 'Fail', 'A direct risk to safety. It must not be driven until it is repaired.'],
      ['Major', 'Fail', 'It may affect safety or the environment. Repair it at once.'],
      ['Minor', 'Pass', 'A small defect. Repair it as soon as you can.'],
      ['Advisory', 'Pass', 'It may become worse. Watch it.'],
    ),
    headingBlock('A fail is not bad news by itself'),
    textBlock(
      'A failed test followed by a pass the next day means that the owner had the fault repaired. That is what the test is for. Worry about the kind of fault and about what came after. A blown bulb is nothing. Corrosion near a seat-belt mounting or a suspension mounting is structural, and it comes back. A dangerous tyre tells you how the previous keeper thought about tyres.',
    ),
    headingBlock('Advisories that come back'),
    textBlock(
      'The most telling line is the one that repeats. An advisory for a worn bush in 2023, again in 2024 and again in 2025 says that the owner was told three times and chose not to spend the money. Ask what else went undone. Our reports mark an advisory when the same entry of the testers’ manual turns up in two or more tests in a row, whatever words the tester used.',
    ),
    textBlock(
      'Advisories are also a price list. Brake pads wearing thin, tyres close to the limit and a slight oil leak at the last test are costs that fall to the next owner. If the seller cannot show an invoice, assume that they are still to pay.',
    ),
    headingBlock('Reading the mileage'),
    textBlock(
      'Each test notes the odometer. Put the readings in a row and look at the steps between them. A private car often covers somewhere between 5,000 and 15,000 miles a year; what matters is that the steps make sense together.',
    ),
    listBlock(
      [
        { strong: 'A reading lower than the one before.' },
        ' Either the clock was turned back, or a digit was mistyped. Look at the next test. If later readings carry on from the lower figure, be suspicious. If they return to the old line, it was a slip.',
      ],
      [
        { strong: 'A figure ten times too small.' },
        ' Somebody left out the last digit. 8,412 between 77,000 and 91,000 was almost surely 84,12x.',
      ],
      [
        { strong: 'A jump by about six tenths.' },
        ' Miles and kilometres were mixed up, which is common with imports. One mile is 1.609 kilometres.',
      ],
      [
        { strong: 'A flat stretch.' },
        ' The car stood still. ServiceStatus is not kind to tyres, brakes and batteries. Ask why.',
      ],
      [
        { strong: 'A leap.' },
        ' Sixty thousand miles in a year is a taxi’s or a courier’s life. It may be honest, but it is not a careful pensioner’s.',
      ],
    ),
    noteBlock(
      'Why our reports speak of confidence',
      'Readings that agree raise the confidence that the mileage is true; readings that clash lower it. We flag a fall of more than 500 miles below the highest earlier reading. A flag is a question for the seller, not an accusation.',
    ),
    headingBlock('What the history leaves out'),
    textBlock(
      'A car under three years old may have no test at all, so its mileage rests on service invoices. A test shows the state of the car on one day, and many parts are never looked at: the engine’s inside, the clutch and the gearbox are no part of it. Gaps can be innocent too. A car declared off the road needs no test, and one that spent years abroad has none here.',
    ),
    textBlock(
      'Look at the calendar as well. A fresh MOT the week before a sale is a sensible thing for a seller to get. A fresh MOT with no advisories, after years of long lists and no invoices in between, deserves a second opinion.',
    ),
    headingBlock('What to do with it'),
    textBlock(
      'Before you view a car, read its tests from oldest to newest and write down three things: faults that came back, the last list of advisories, and any mileage step that puzzles you. Look at those places on the car first. If the seller knows the history and has the invoices, you have found a careful owner, and that is worth more than a shine.',
    ),
  ],
  sources: [
    { name: 'GOV.UK, Check the MOT history of a vehicle', href: 'https://www.gov.uk/check-mot-history' },
    { name: 'GOV.UK, Getting an MOT', href: 'https://www.gov.uk/getting-an-mot' },
    { name: 'nidirect, How the MOT scheme works', href: 'https://www.nidirect.gov.uk/articles/how-mot-scheme-works' },
  ],
};
