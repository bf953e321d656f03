import { Font } from '@react-pdf/renderer';
import { createRequire } from 'node:module';

/** The site's typefaces; letters beyond western Europe are in a file of their own. */
export const pdfFontFamilies = { text: ['Hanken Grotesk', 'Hanken Grotesk Extended'], plate: 'Barlow Condensed' };

const { resolve } = createRequire(import.meta.url);
const hanken = (part: string, weight: number): { src: string; fontWeight: number } => ({
  src: resolve(`@fontsource/hanken-grotesk/files/hanken-grotesk-${part}-${String(weight)}-normal.woff`),
  fontWeight: weight,
});

/** Longer words are broken anywhere to fit a column. */
const maxWordLength = 24;

/** Registers the typefaces once per thread, and breaks only words that no column would hold. */
export function registerPdfFonts(): void {
  Font.register({ family: 'Hanken Grotesk', fonts: [hanken('latin', 400), hanken('latin', 700)] });
  Font.register({ family: 'Hanken Grotesk Extended', fonts: [hanken('latin-ext', 400), hanken('latin-ext', 700)] });
  Font.register({
    family: pdfFontFamilies.plate,
    fonts: [
      { src: resolve('@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff'), fontWeight: 600 },
    ],
  });
  Font.registerHyphenationCallback((word) =>
    word.length <= maxWordLength ? [word] : (word.match(/.{1,12}/gsu) ?? [word]),
  );
}
