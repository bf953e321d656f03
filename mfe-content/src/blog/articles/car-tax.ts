import { headingBlock, listBlock, noteBlock, tableBlock, textBlock } from '../../platform/blocks.ts';
import type { ArticleBody } from '../article.ts';

export const carTaxArticle: ArticleBody = {
  blocks: [
    textBlock(
      'Vehicle tax rates rise each April. The rates that began on 1 April 2026 hold until the end of March 2027, and they change what some second-hand cars cost to keep. Two cars that look alike in an advert can differ by several hundred pounds a year. Here is how the tax works now and what a buyer should ask.',
    ),
    headingBlock('Which system your car is under'),
    textBlock('It depends on the day the car was first registered, not on the day you buy it.'),
    listBlock(
      [{ strong: 'From 1 April 2017:' }, ' a first-year rate by CO₂, then one standard rate for nearly every car.'],
      [{ strong: 'From 1 March 2001 to 31 March 2017:' }, ' thirteen bands, A to M, by CO₂.'],
      [{ strong: 'Before 1 March 2001:' }, ' two rates by engine size, up to 1,549 cc and above it.'],
      [{ strong: 'Over 40 years old:' }, ' nothing to pay once the car counts as historic, but you must still tax it.'],
    ),
    headingBlock('Cars registered since April 2017'),
    textBlock(
      'From the second year the standard rate is £200, up from £195. Electric cars pay it as well: their exemption ended in April 2025. The first-year rate is paid by whoever buys the car new, so it matters to you only if you do.',
    ),
    tableBlock(
      'First-year rates, 2026/27',
      ['CO₂, g/km', 'You pay'],
      ['0', '£10'],
      ['1–50', '£115'],
      ['51–75', '£135'],
      ['76–90', '£280'],
      ['91–100', '£365'],
      ['101–110', '£405'],
      ['111–130', '£455'],
      ['131–150', '£560'],
      ['151–170', '£1,410'],
      ['171–190', '£2,270'],
      ['191–225', '£3,420'],
      ['226–255', '£4,850'],
      ['Over 255', '£5,690'],
    ),
    headingBlock('The expensive-car supplement'),
    textBlock(
      'A car whose list price was over £40,000 when new pays a supplement of about £440 on top of the standard rate, for five years from the second licence. For electric cars the threshold has been £50,000 since April 2026. What counts is the list price with options, not what anybody paid, and certainly not what it costs second-hand. A four-year-old car bought for £18,000 can still owe about £640 a year because it once cost £41,000.',
    ),
    noteBlock(
      'Ask before you buy',
      'If a car is between one and six years old, find out its list price when it was new. The seller’s last tax reminder shows what they paid.',
    ),
    headingBlock('Cars from 2001 to 2017'),
    textBlock(
      'These keep their band for life. The press has reported these yearly amounts for 2026/27; the tax reminder or GOV.UK shows the one for your car.',
    ),
    tableBlock(
      'Yearly rates by band, 2026/27, as reported',
      ['Band', 'You pay'],
      ['A and B', '£20'],
      ['C', '£35'],
      ['D', '£170'],
      ['E', '£200'],
      ['F', '£225'],
      ['G', '£275'],
      ['H', '£325'],
      ['I', '£360'],
      ['J', '£410'],
      ['K', '£445'],
      ['L', '£760'],
      ['M', '£790'],
    ),
    textBlock(
      'So a small diesel from 2014 in band A may cost £20 a year, and a large petrol car of the same age £790. In this age group the band is worth reading before the advert.',
    ),
    headingBlock('How you pay'),
    textBlock(
      'You may pay for a year, for six months at 55% of the yearly rate, or by direct debit. Monthly instalments come to 5% more than the single yearly payment. Historic vehicles pay nothing, and some disabled drivers are exempt or pay half.',
    ),
    headingBlock('Tax does not come with the car'),
    textBlock(
      'When a car is sold, its tax ends. The seller gets a refund for each full month that is left, and the buyer must tax the car before driving it away, even if a search made that morning said “Taxed”. You need the reference on the new keeper slip of the log book (V5C/2), and you can do it online at any hour or by telephone. If the car is to stand on private land, declare it off the road instead. That is called SORN, and it is free.',
    ),
    textBlock(
      'Cameras find untaxed cars automatically, and DVLA writes to the keeper. The letter asks for £80, or £40 if paid within 33 days. If it goes to court the fine can be £1,000 or five times the tax, whichever is greater, and an untaxed car on the road may be clamped.',
    ),
    headingBlock('What it means for a buyer'),
    listBlock(
      'Find out the first registration and the CO₂ figure before you compare prices. Both are in the log book.',
      'Treat the supplement as part of the price: the years that are left, times about £440.',
      'Budget for tax on the day you buy. You cannot take over the seller’s.',
      'An electric car is no longer free of tax. At £200 a year it may still be cheaper to run.',
      [
        'Look up low-emission zones as well. They are separate from tax. In London’s ULEZ a petrol car usually needs Euro 4 and a diesel Euro 6; others pay £12.50 a day.',
      ],
    ),
    textBlock(
      'Rates are set in the Budget and can change each April. The amounts on this page are those known on the date above. The one that counts is on GOV.UK on the day you pay.',
    ),
  ],
  sources: [
    { name: 'GOV.UK, Vehicle tax rates', href: 'https://www.gov.uk/vehicle-tax-rate-tables' },
    { name: 'Confused.com, car tax rates for 2026/27 (first-year rates)' },
    { name: 'Press reports of the 2026/27 rates (bands of 2001 to 2017)' },
    {
      name: 'Transport for London, Ultra Low Emission Zone',
      href: 'https://tfl.gov.uk/modes/driving/ultra-low-emission-zone',
    },
  ],
};
