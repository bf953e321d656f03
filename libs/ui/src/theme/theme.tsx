import hanken from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2';
import barlow from '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2';
import { createGlobalStyle } from 'styled-components';
import {
  colour,
  font,
  fontSize,
  mediaQueries,
  palette,
  radius,
  space,
  minTargetSize,
  type ColourToken,
} from './tokens.ts';

export {
  colour,
  font,
  fontSize,
  mediaQueries as media,
  palette,
  radius,
  space,
  minTargetSize as target,
  type ColourToken,
};

/** Every colour token as a CSS variable reference: `token.brand` is `var(--ve-brand)`. */
export const colourVariables = Object.fromEntries(
  (Object.keys(palette) as ColourToken[]).map((name) => [name, colour(name)]),
) as Record<ColourToken, string>;

/** The fonts that every page uses, for documents that preload them. */
export const fontFiles: readonly string[] = [hanken, barlow];

const variables = (mode: 0 | 1) =>
  Object.entries(palette)
    .map(([name, values]) => `--ve-${name}: ${values[mode]};`)
    .join('\n');

/*
 * The fallback fonts get the metrics of Hanken Grotesk (ascent 1000, descent 303 of 1000; mean width of English text
 * against Arial 1.0115 and Roboto 1.011), so that nothing moves when the web font loads.
 */
const fontFaces = `
@font-face {
  font-family: 'Hanken Grotesk';
  font-style: normal;
  font-display: swap;
  font-weight: 100 900;
  src: url(${hanken}) format('woff2');
}
@font-face {
  font-family: 'Hanken fallback Arial';
  src: local('Arial'), local('Liberation Sans');
  size-adjust: 101.15%;
  ascent-override: 98.86%;
  descent-override: 29.96%;
  line-gap-override: 0%;
}
@font-face {
  font-family: 'Hanken fallback Roboto';
  src: local('Roboto');
  size-adjust: 101.1%;
  ascent-override: 98.91%;
  descent-override: 29.97%;
  line-gap-override: 0%;
}
@font-face {
  font-family: 'Barlow Condensed';
  font-style: normal;
  font-display: swap;
  font-weight: 600;
  src: url(${barlow}) format('woff2');
}`;

/** Tokens for light, dark and print, fonts, and base styles of elements. */
export const themeCss = `
${fontFaces}

:root {
  color-scheme: light dark;
  ${variables(0)}
}
@media (prefers-color-scheme: dark) {
  :root { ${variables(1)} }
}
${mediaQueries.print} {
  :root { color-scheme: light; ${variables(0)} --ve-bg: #ffffff; --ve-sunken: #ffffff; }
}

*, *::before, *::after { box-sizing: border-box; }
html {
  background: ${colour('bg')};
  color: ${colour('text')};
  font-family: ${font.text};
  font-size: 100%;
  line-height: 1.55;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
  scroll-padding-top: ${space[72]};
}
body { margin: 0; overflow-wrap: break-word; }
h1, h2, h3, h4, p, ul, ol, dl, dd, figure { margin: 0; }
ul[class], ol[class] { padding: 0; list-style: none; }
img, svg { display: block; max-width: 100%; }
button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
button, summary, [role='tab'] { cursor: pointer; }
/* Pressed, and its page is not here yet. Our own busy buttons are disabled too, and have a busy label. */
[aria-busy='true']:is(a, button, [role='button']):not([aria-disabled]) {
  opacity: 0.6;
  cursor: progress;
}
${mediaQueries.motion} {
  [aria-busy='true']:is(a, button, [role='button']):not([aria-disabled]) {
    animation: ve-busy 0.5s ease-in-out infinite alternate;
  }
  @keyframes ve-busy { to { opacity: 0.3; } }
}
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
[hidden] { display: none !important; }
/* Icons do not shrink beside long words. Not a style attribute, which the Content-Security-Policy forbids. */
.lucide { flex: none; }

:focus-visible {
  outline: 3px solid ${colour('plate')};
  outline-offset: 2px;
  box-shadow: 0 0 0 2px ${colour('focus-ink')};
  border-radius: 2px;
}
main:focus, [tabindex='-1']:focus { outline: none; box-shadow: none; }
::selection { background: ${colour('plate')}; color: ${colour('plate-ink')}; }

${mediaQueries.print} {
  html { font-size: 11pt; }
  a { color: inherit; }
}
`;

/** The theme as a style element. Rendered once per page, by the host. */
export const ThemeStyles = createGlobalStyle`${themeCss}`;
