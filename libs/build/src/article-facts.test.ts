import { readArticleFacts } from './article-facts.ts';

const head = (type: string, more = '') =>
  `<title>x</title><meta property="og:type" content="${type}"/><meta property="og:title" content="Cars &amp; &quot;plates&quot; &lt;3&gt; &#x27;n&#x27; &amp;amp;"/>${more}`;

test('reads title, date and section of an article as plain text', () => {
  const more =
    '<meta property="article:published_time" content="2026-11-20T08:00:00Z"/><meta property="og:description" content="What it is"/><meta property="article:section" content="Tips &amp; Guides"/>';
  expect(readArticleFacts(head('article', more))).toEqual({
    title: `Cars & "plates" <3> 'n' &amp;`,
    description: 'What it is',
    published: '2026-11-20',
    section: 'Tips & Guides',
  });
});

test.each([
  ['another page', head('website', '<meta property="article:published_time" content="2026-11-20"/>')],
  ['an article without a date', head('article')],
  ['a page that says nothing', '<title>x</title>'],
])('%s is no article', (_what, text) => {
  expect(readArticleFacts(text)).toBeNull();
});
