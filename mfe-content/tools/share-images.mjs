/**
 * Draws the Open Graph images (1200 by 630): each article's illustration, and one for every other page. They are
 * committed, because not every build machine has a browser; draw them again when an illustration changes: `npm run
 * share-pictures -w @ve/mfe-content` (needs Chromium; `CHROMIUM` overrides /usr/bin/chromium).
 */
import { readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.woff2')) return nextLoad(url, context);
    const font = readFileSync(fileURLToPath(url)).toString('base64');
    return {
      format: 'module',
      source: `export default ${JSON.stringify(`data:font/woff2;base64,${font}`)};`,
      shortCircuit: true,
    };
  },
});

const { ThemeStyles } = await import('@ve/ui/theme/theme');
const { ArticleIllustration } = await import('../src/blog/illustrations/article-illustration.tsx');
const { CarIllustration } = await import('@ve/ui/car/car-illustration');
const { BlankPlateDrawing, RoadDrawing } = await import('../src/blog/illustrations/parts.tsx');
const { articleIds } = await import('../src/blog/article.ts');

const maxBytes = 60_000;
const frame = `
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: var(--ve-sunken); }
  .picture > div { border: 0; border-radius: 0; }
  .picture svg { display: block; width: 1060px; height: 530px; margin: 0 auto; }
  .name { display: flex; align-items: center; gap: 20px; height: 100px; padding: 0 70px; background: var(--ve-brand);
    color: var(--ve-on-brand); font: 700 44px 'Hanken Grotesk Variable', 'Hanken Grotesk', sans-serif; }
  .name i { width: 92px; height: 30px; border-radius: 5px; background: var(--ve-plate); }
`;

const general = h(
  'svg',
  { viewBox: '0 0 640 320' },
  h(RoadDrawing, { y: 280 }),
  h(CarIllustration, { x: 139, y: 159.4, scale: 1.34, behind: 'sunken' }),
  h(BlankPlateDrawing, { x: 180, y: 36, width: 280 }),
);

const pictures = [
  ['libs/mfe-kit/src/og/default.png', general],
  ...articleIds.map((id) => [`mfe-content/src/blog/og/${id}.png`, h(ArticleIllustration, { id, decorative: true })]),
];

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
  for (const [file, drawing] of pictures) {
    const sheet = new ServerStyleSheet();
    const body = renderToStaticMarkup(
      sheet.collectStyles(
        h(
          'main',
          null,
          h(ThemeStyles),
          h('div', { className: 'picture' }, drawing),
          h('p', { className: 'name', style: { margin: 0 } }, h('i'), 'Vehicle Enquiry'),
        ),
      ),
    );
    await page.setContent(`<!doctype html>${sheet.getStyleTags()}<style>${frame}</style>${body}`);
    await page.evaluate('document.fonts.ready.then(() => null)');
    const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
    await page.screenshot({ path });
    const { size } = statSync(path);
    console.log(`${file} ${String(size)} bytes`);
    if (size > maxBytes) throw new Error(`${file} is larger than ${String(maxBytes)} bytes`);
  }
} finally {
  await browser.close();
}
