import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import type { CompanyIdentity } from '@ve/domain/membership/company-identity';
import { personalDataKinds } from '@ve/domain/privacy/personal-data-kinds';
import { retentionText, type RetentionEntry, retentionSchedule } from '@ve/domain/privacy/retention';
import { plainTextOfBlock } from '../platform/blocks.ts';
import type { LegalText } from '../platform/legal-text.ts';
import { legalTextsEffectiveFrom } from '../platform/service-details.ts';
import { contractorNote, controllerNote } from './company-note.ts';
import { privacyText } from './privacy-text.ts';
import { PrivacyPage } from './privacy.page.tsx';
import { termsText } from './terms-text.ts';
import { TermsPage } from './terms.page.tsx';

const wordsOf = (legal: LegalText, id?: string) =>
  legal.sections
    .filter((section) => id === undefined || section.id === id)
    .flatMap(({ blocks }) => blocks.map(plainTextOfBlock))
    .join(' ');

describe.each([
  ['terms', termsText, <TermsPage key="terms" />],
  ['privacy', privacyText, <PrivacyPage key="privacy" />],
])('the page %s', (_, legal, page) => {
  test('states its effective date and what changed', () => {
    renderPage(page);
    expect(screen.getByText('Effective date: 03/04/2024')).toBeInTheDocument();
    const [changed = ''] = legal.changes.map(({ date }) => date);
    expect(screen.getByText(`Last changed: ${changed.split('-').toReversed().join('/')}`)).toBeInTheDocument();
    expect(legal.changes.at(-1)?.date).toBe(legalTextsEffectiveFrom);
    expect(screen.getByRole('region', { name: 'Changes to this page' })).toHaveTextContent('03/04/2024');
  });

  test('its table of contents links to each section', () => {
    renderPage(page);
    const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
    expect(links).toHaveLength(legal.sections.length + 1);
    for (const link of links) {
      const target = document.querySelector(link.getAttribute('href') ?? '');
      expect(target).toHaveAccessibleName(link.textContent);
    }
  });
});

test('name the company once it is known, and promise to before a real payment', () => {
  const company: CompanyIdentity = {
    name: 'Example OÜ',
    register: 'Estonian Commercial Register',
    number: '12345678',
    address: 'Näidise 1, 10111 Tallinn, Estonia',
    vatNumber: 'EE123456789',
    ukRepresentative: 'Example Ltd, 1 High Street, London',
  };
  const identity =
    'Example OÜ, Näidise 1, 10111 Tallinn, Estonia. Registered in the Estonian Commercial Register under number 12345678. VAT number EE123456789.';
  expect(plainTextOfBlock(contractorNote(company))).toContain(identity);
  expect(plainTextOfBlock(controllerNote(company))).toContain(
    `${identity} Its data protection representative in the United Kingdom: Example Ltd, 1 High Street, London.`,
  );
  expect(plainTextOfBlock(controllerNote({ ...company, vatNumber: null, ukRepresentative: null }))).toMatch(
    /under number 12345678\.$/,
  );
  for (const note of [contractorNote(null), controllerNote(null)])
    expect(plainTextOfBlock(note)).toMatch(/before we take the first real payment/i);
});

describe('the terms', () => {
  test('name the prices and the trial', () => {
    const price = wordsOf(termsText, 'price');
    expect(price).toContain(formatPrice(membershipOffer.membership.pence));
    expect(price).toContain(formatPrice(membershipOffer.trial.pence));
    expect(price).toContain(`${membershipOffer.trial.hours} hours`);
    expect(price).toContain('£107.30');
  });

  test('describe plate and keeper changes as free, as the report does, and the valuation as part of the full check', () => {
    const [free, full] = wordsOf(termsText, 'service').split('The full check.');
    expect(free).toContain('plate changes, keeper changes (where available)');
    expect(full?.split('Vehicle Companion')[0]).toMatch(/^(?!.*(plate|keeper)).*colour changes, with a valuation/);
  });

  test('state that a trial ends immediately when it is cancelled', () => {
    expect(wordsOf(termsText, 'cancel')).toContain(
      'Cancel during the trial: it ends at once, and no further charge is made.',
    );
  });

  test('do not mention a membership that is not available yet', () => {
    expect(wordsOf(termsText) + wordsOf(privacyText)).not.toMatch(/not open|not on sale|when membership opens/i);
  });

  test('set out each refund rule', () => {
    const refunds = wordsOf(termsText, 'refunds');
    for (const rule of [
      /Within 30 days of your last membership charge, without having used its full check/,
      /Within 14 days of the first £8\.90 you ever paid, having used its full check/,
      /£3\.90, which is what the month costs without the check.*The £5\.00 for the check is not returned/,
      /On day 1 .*£3\.77.*On day 7 .*£2\.99.*On day 14 .*£2\.08/,
      /50p for the trial is not returned/,
      /refund cancels the subscription automatically/,
      /5-10 business days/,
    ]) {
      expect(refunds).toMatch(rule);
    }
  });

  test('require an age of 16 years and the capacity to contract, and keep UK rights under Estonian law', () => {
    expect(wordsOf(termsText, 'who')).toMatch(/legally able to enter into a contract and be at least 16/);
    expect(wordsOf(termsText, 'law')).toMatch(/Estonian law governs.*does not take away any protection/);
  });

  test('make the same promise about complaints as the service', () => {
    expect(wordsOf(termsText, 'complaints')).toMatch(/48 working hours.*10 working days/);
  });
});

test('the privacy notice has its purposes, processors, retention, rights and complaints', () => {
  const words = wordsOf(privacyText);
  for (const part of [
    /DVLA/,
    /DVSA/,
    /Stripe/,
    /Retention/,
    /one month/,
    /acknowledge it within 30 days/,
    /Information Commissioner/,
  ]) {
    expect(words).toMatch(part);
  }
});

test('the privacy notice names every kind of personal data and who receives it', () => {
  const words = wordsOf(privacyText);
  for (const { what, receivers } of personalDataKinds) {
    expect(words).toContain(what);
    expect(words).toContain(receivers);
  }
  expect(words).toMatch(/Log lines of our servers.*At most 30 days/);
});

test('the privacy notice shows the table of retention that the purges follow', () => {
  const section = privacyText.sections.find(({ id }) => id === 'retention');
  const shown = section?.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
  const entries = Object.values<RetentionEntry>(retentionSchedule);
  expect(shown).toEqual(
    entries.filter(({ ends }) => ends !== 'never').map((entry) => [entry.what, retentionText(entry), entry.why]),
  );
  expect(entries.filter(({ ends }) => ends === 'never').map(({ what }) => what)).toEqual([
    retentionSchedule.machines.what,
  ]);
  for (const words of ['2 years after the message', '6 years after the end of the tax year', 'within 35 days']) {
    expect(plainTextOfBlock(section!.blocks[0]!)).toContain(words);
  }
});
