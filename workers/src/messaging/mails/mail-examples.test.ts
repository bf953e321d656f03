import { describe, expect, it } from '@jest/globals';
import { disputableReportSections } from '@ve/contracts/http/membership/disputes';
import { mailTemplates } from '@ve/contracts/mails';
import { whoCanCorrect } from '@ve/domain/membership/who-can-correct';
import { exampleMailReaders, mailExamples } from './mail-examples.ts';
import { renderEmail } from './render-email.ts';

/** Pages of the organisations that can correct a register, and of the tax service. */
const registers = new Set<string | undefined>([
  ...disputableReportSections.map((section) => whoCanCorrect(section).link.url),
  'https://www.gov.uk/vehicle-tax',
]);

const every = Object.entries(mailExamples).flatMap(([template, examples]) =>
  Object.entries(examples).map(([name, letter]) => [`${template}/${name}`, letter] as const),
);

it('every template has a usual example', () => {
  expect(Object.keys(mailExamples).toSorted()).toEqual(Object.keys(mailTemplates).toSorted());
  for (const examples of Object.values(mailExamples)) expect(Object.keys(examples)).toContain('usual');
});

describe.each(every)('%s', (_, content) => {
  it('fetches nothing: no image, style sheet, script or font', async () => {
    const { html } = await renderEmail(content);
    // The angle brackets of user input are escaped, so every tag is from our templates.
    const tags = html.match(/<[^>]*>/g)?.join('\n') ?? '';
    expect(tags).not.toMatch(/<(img|link|script|iframe|object|embed|video|audio|source|base|form|input|svg)\b/i);
    expect(tags).not.toMatch(/\s(src|srcset|background|poster|action|on[a-z]+)\s*=/i);
    expect(html).not.toMatch(/url\(|@import|@font-face/i);
    for (const [, href] of tags.matchAll(/ href="([^"]*)"/g)) {
      if (registers.has(href)) continue;
      expect(href).toMatch(/^(https:\/\/vehicle-enquiry\.example(\/|$)|mailto:support@)/);
    }
  });

  it('supports dark mode and declares its language', async () => {
    const { html } = await renderEmail(content);
    expect(html).toContain('<html dir="ltr" lang="en-GB">');
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain('prefers-color-scheme: dark');
  });

  it('contains for members, and only for them, how to cancel, in HTML and text', async () => {
    const { html, text } = await renderEmail(content, exampleMailReaders.member);
    const { cancelUrl } = exampleMailReaders.member;
    expect(html).toContain(`href="${cancelUrl}"`);
    expect(html).toContain('>cancel my membership</a>');
    expect(text).toContain(
      `You can cancel your membership at any time, in two clicks and without signing in: cancel my membership ${cancelUrl}`,
    );
    const withoutMembership = await renderEmail(content);
    expect(withoutMembership.html + withoutMembership.text).not.toContain('You can cancel your');
  });

  it('has the same content in text: every link spelled out, no tags, no all-caps lines', async () => {
    const { html, text } = await renderEmail(content, exampleMailReaders.member);
    for (const [, href = ''] of html.matchAll(/ href="([^"]+)"/g)) {
      expect(text).toContain(href.replace(/^mailto:/, '').replaceAll('&amp;', '&'));
    }
    expect(text.startsWith(content.subject)).toBe(true);
    expect(text).not.toMatch(/<\/?(table|td|p|pre|strong|br|blockquote)\b[^>]*style/);
    expect(text).not.toMatch(/\n{4}/);
  });
});

it('the text of a mail is readable', async () => {
  const { text } = await renderEmail(mailExamples['newsletter-confirm'].usual!);
  expect(text).toBe(
    [
      'Confirm that you want our newsletter',
      'Someone asked for the Vehicle Enquiry newsletter with this e-mail address. We send it only once you have confirmed.',
      'Confirm my subscription https://vehicle-enquiry.example/newsletter/confirm?token=c0nfirm-c0nfirm-c0nfirm-c0nfirm-c0nfirm-abc',
      'The link works for 7 days. If it was not you, do nothing. You will get no newsletter, and we will delete your address.',
      'To unsubscribe at any time: https://vehicle-enquiry.example/unsubscribe?token=unsub_00unsub_00unsub_00unsub_00unsub_00abc',
      'Vehicle Enquiry · https://vehicle-enquiry.example\nsupport@vehicle-enquiry.example',
    ].join('\n\n'),
  );
});

it('the foot mentions a trial to trial members, and the end to those who cancelled', async () => {
  const receipt = mailExamples.receipt.usual!;
  expect((await renderEmail(receipt, exampleMailReaders.trial)).text).toContain(
    'You can cancel your trial at any time, in two clicks and without signing in: cancel my trial https://',
  );
  expect((await renderEmail(receipt, exampleMailReaders.cancelled)).text).toContain(
    'Your membership is cancelled and ends on 22 December 2026 at 17:40 UK time: see what that means https://',
  );
});

it.each([
  ['complaint-confirmation', 'usual', 2],
  ['complaint-delayed', 'usual', 2],
  ['contact-message', 'complaint', 1],
] as const)('the reference of a complaint does not break in %s/%s', async (template, name, times) => {
  const { html, text } = await renderEmail(mailExamples[template][name]!);
  expect(html.match(/<span style="white-space:nowrap">VE-7K3M9QXA<\/span>/g)).toHaveLength(times);
  expect(text).toContain('VE-7K3M9QXA');
});

it('an answer is shown literally in text and HTML', async () => {
  const { text, html } = await renderEmail(mailExamples['complaint-answer'].hostile!);
  expect(text).toContain('> <img src=x onerror=alert(1)>\n> </pre></blockquote><h1>Out</h1>');
  expect(html).not.toMatch(/<img|<h1>Out/);
});

it('the confirmation of a dispute names who can correct the entry, and repeats none of it', async () => {
  const confirmation = await renderEmail(mailExamples['dispute-confirmation'].usual!);
  expect(confirmation.text).toContain('under “Outstanding finance”');
  expect(confirmation.text).toContain(
    `Who can correct the entry at its source: the lender. ${whoCanCorrect('finance').how}`,
  );
  expect(confirmation.text).not.toMatch(/AB12|dana@|settled this/);
});
