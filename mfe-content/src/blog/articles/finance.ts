import { headingBlock, listBlock, noteBlock, stepsBlock, tableBlock, textBlock } from '../../platform/blocks.ts';
import type { ArticleBody } from '../article.ts';

export const financeArticle: ArticleBody = {
  blocks: [
    textBlock(
      'Many cars on British roads were bought on credit. With the most common kinds of agreement the person who drives the car does not own it until the last payment has been made. Most people settle before they sell. Some do not, and a few never meant to. Here is how to keep their debt from becoming yours.',
    ),
    headingBlock('Who owns a car on finance'),
    tableBlock(
      'Kinds of agreement',
      ['Agreement', 'Who owns the car meanwhile'],
      ['Hire purchase (HP)', 'The lender, until the last payment and the option fee'],
      ['Personal contract purchase (PCP)', 'The lender, until the final “balloon” payment'],
      ['Conditional sale', 'The lender, until the last payment'],
      ['Lease or contract hire', 'The leasing company, always'],
      ['Logbook loan', 'The lender, until the loan is repaid'],
      ['Personal bank loan', 'The borrower. The bank has no claim on the car'],
    ),
    textBlock(
      'The log book does not help. It names the registered keeper: who uses the car and answers for its tax. It says on its face that it is no proof of ownership.',
    ),
    headingBlock('What if you buy one without knowing?'),
    textBlock(
      'The general rule is that nobody can sell what is not theirs. Part III of the Hire Purchase Act 1964 makes an important exception. A private buyer who buys a car on hire purchase or conditional sale in good faith, without knowing of the agreement, usually becomes its owner, and the lender must pursue the person who sold it. PCP agreements are normally hire purchase in law, so the rule covers them too.',
    ),
    textBlock(
      'It has limits. It protects private buyers and not the trade. It does not cover a leased car, a logbook loan or a stolen car. It does not help a buyer who knew, and a lender may ask how you could not have. Even if you are right, you may have to prove it while the lender’s agent wants the car back. A check made before you paid, and kept, is good evidence that you took care. If a lender writes to you, do not hand over the car at once; take advice, for example from Citizens Advice.',
    ),
    headingBlock('What a finance marker tells you'),
    textBlock(
      'Lenders record their agreements in registers, and a full history check asks those. A good answer names the lender, the kind and date of the agreement and a telephone number. Two things go wrong now and then. An agreement that was settled last week may still be shown, because lenders take some days to clear it. And an agreement made yesterday may not be there yet.',
    ),
    noteBlock(
      'A marker is no reason to shout',
      'Selling a car with finance on it is common and can be done properly. What matters is that the debt is paid before, or at the very moment, the money changes hands.',
    ),
    headingBlock('How to buy it safely'),
    stepsBlock(
      'Ask the seller who the lender is and what is owed. Compare the answer with the check.',
      'Ask the seller to get a settlement letter. It states the sum that ends the agreement, and a date until which it holds.',
      'Telephone the lender yourself, on a number you found yourself. Quote the agreement number and the registration, with the seller present. The lender will speak to you only if the seller allows it.',
      'Pay the settlement straight to the lender, by a method that leaves a record, and pay the seller only what remains.',
      'Get written confirmation from the lender that the agreement is settled and that it claims nothing on the car.',
      'Only then take the car, the keys and the new keeper slip. Keep every paper.',
    ),
    textBlock(
      'If the seller wants all the money first and promises to settle later, do not agree. If the debt is larger than the price, the seller has to find the difference before you can buy.',
    ),
    headingBlock('Paying without regret'),
    listBlock(
      'Pay by bank transfer, and check the name of the account. Banks now tell you whether the name matches. Stop if it does not.',
      'Be wary of a change of bank details by e-mail or text. Telephone the seller on the number you already had.',
      'From a trader, put at least part of the price on a credit card if you can. For a purchase of more than £100 and up to £30,000, section 75 of the Consumer Credit Act 1974 makes the card company liable together with the seller.',
      'Get a receipt with both names and addresses, the registration, the VIN, the mileage, the price, the date and the words “free of finance”.',
      'Never pay before you have seen the car, the log book and the seller in the same place.',
    ),
    headingBlock('If you are the one selling'),
    textBlock(
      'Be open about it. Get the settlement letter before you advertise, offer to meet the buyer at your bank or to telephone the lender together, and show the confirmation afterwards. A buyer who can see how the debt will end is easier to find than one who discovers it alone. Once it is settled, allow some days before you look at the register again.',
    ),
    headingBlock('In short'),
    textBlock(
      'Run the full check on the day you pay. If it shows finance, speak to the lender yourself, pay the lender first, and keep the proof. If it shows none, keep the report. In both cases pay in a way that can be traced, to the person named on the papers.',
    ),
  ],
  sources: [
    { name: 'Hire Purchase Act 1964, Part III', href: 'https://www.legislation.gov.uk/ukpga/1964/53' },
    { name: 'Consumer Credit Act 1974, section 75', href: 'https://www.legislation.gov.uk/ukpga/1974/39/section/75' },
    { name: 'Citizens Advice, help with buying a used car', href: 'https://www.citizensadvice.org.uk/' },
  ],
};
