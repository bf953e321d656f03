import { headingBlock, listBlock, noteBlock, textBlock } from '../../platform/blocks.ts';
import type { ArticleBody } from '../article.ts';

export const historyCheckArticle: ArticleBody = {
  blocks: [
    textBlock(
      'A used car comes with two stories: the one the seller tells and the one that registers hold. A vehicle history check puts the second beside the first. It takes a registration number, asks the bodies that keep records about vehicles, and shows what each of them said. Read well, it saves you a wasted journey or a bad purchase. Read badly, it gives a comfort that it never promised.',
    ),
    headingBlock('The markers that should stop you'),
    textBlock(
      'Some findings mean that you should not buy without getting to the bottom of them first. In our reports they make the verdict FAILED.',
    ),
    listBlock(
      [
        { strong: 'Police stolen marker.' },
        ' The police have the vehicle recorded as stolen. A stolen car still belongs to whoever it was taken from, or to the insurer that paid for it. Buying it in good faith does not make it yours.',
      ],
      [
        { strong: 'Insurance stolen marker.' },
        ' An insurer has recorded a theft claim. The car may have been found since, but ask who owns it now.',
      ],
      [
        { strong: 'Written off.' },
        ' An insurer decided not to pay for its repair. Since October 2017 there are four categories. A means scrap every part; B means the body must be crushed, though parts may be used again. S means damage to the structure. N means damage to other parts, and those can be ones that keep you safe: brakes, steering, suspension, airbags. Cars of both kinds may return to the road once they are repaired. Before that date the categories for repairable cars were called C and D.',
      ],
      [
        { strong: 'Scrapped, or unscrapped later.' },
        ' A scrapped vehicle should not be for sale at all. Where the record was reversed, somebody should be able to tell you why.',
      ],
      [
        { strong: 'An identity inspection.' },
        ' At some time the car had to be examined to show that it was the one it claimed to be. Compare its chassis number with the log book yourself.',
      ],
    ),
    headingBlock('The markers that should slow you down'),
    textBlock(
      'Others call for care. They make the verdict WARNING, because a good explanation often exists and the seller should have the papers to prove it.',
    ),
    listBlock(
      [
        { strong: 'Outstanding finance.' },
        ' A lender may own the car until the last payment. We have written about ',
        { words: 'buying a car with finance on it', to: '/blog/6' },
        '.',
      ],
      [{ strong: 'Exported.' }, ' The record says that it left the country. It must be registered here again.'],
      [
        { strong: 'Imported.' },
        ' The years before its import are in no British register, and some insurers charge more.',
      ],
      [
        { strong: 'A mileage issue.' },
        ' Two readings do not agree. It may be a slip at the test station; our guide to ',
        { words: 'MOT history', to: '/blog/4' },
        ' shows how to tell.',
      ],
    ),
    headingBlock('What is telling without being a fault'),
    textBlock(
      'Three or four owners in under five years is a red flag. People keep cars they are happy with, so ask why each of them let it go so soon. A change of plate is usually vanity and harmless, but it can also hide an earlier record, so check under every number the car has worn. A change of colour should agree with the log book; if it does not, somebody either forgot to tell DVLA or did not want to.',
    ),
    textBlock(
      'Look at dates too. A log book issued last month, a car advertised after two weeks of ownership and a seller in a hurry are each explicable. Together they are a pattern.',
    ),
    headingBlock('What it cannot tell you'),
    textBlock(
      'Registers hold what somebody reported, and nothing else. A crash that two drivers settled between themselves is in none of them. Nor is a repair that the owner paid for, a loan that was taken out this morning, or the worn clutch you will meet on the first hill. No report names the keeper, because that is personal data; only the log book and the person in front of you can show you who is selling.',
    ),
    noteBlock(
      'Clear is not the same as no answer',
      'A check can find nothing because there is nothing, or because a source did not reply. A report that shows both in the same green is hiding something from you. Ours writes “Not available” and says which source was silent.',
    ),
    headingBlock('What fraud costs'),
    textBlock(
      'About £3,000 is often quoted as what vehicle fraud costs a buyer on average. We know of no official statistic behind that figure, so treat it as a warning rather than a measurement. The worst case is simpler to state: if the car was stolen, you can lose the car and all the money you paid for it.',
    ),
    headingBlock('When to check'),
    textBlock(
      'Check twice. Look at the free part, with tax, MOT history, mileage and the import, export and scrap markers, before you travel. It costs nothing, and it answers the question of whether to go. Run the full check on the day you mean to pay: registers change, and a report from last month says nothing of last week. Then take the report with you, and ask the seller about each line that surprised you. An honest one will have an answer. If the answer is that the record must be wrong, ask the body that keeps it, not the person who gains by your believing it.',
    ),
  ],
  sources: [
    {
      name: 'GOV.UK, Insurance write-offs',
      href: 'https://www.gov.uk/scrapped-and-written-off-vehicles/insurance-writeoffs',
    },
    { name: 'GOV.UK, Checks when buying a used car', href: 'https://www.gov.uk/checks-when-buying-a-used-car' },
    { name: 'Vehicle Enquiry, rules of the verdict (Buying advice)' },
  ],
};
