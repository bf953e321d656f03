/** Colours of the site (`libs/ui`), for mail programs, which do not support CSS variables. */
const light = {
  paper: '#F7F6F2',
  surface: '#FFFFFF',
  line: '#D9D5CA',
  text: '#16181D',
  muted: '#545A66',
  brand: '#0B5D3B',
  onBrand: '#FFFFFF',
};

const dark: typeof light = {
  paper: '#0F1412',
  surface: '#171D1A',
  line: '#2B342F',
  text: '#F2F4F1',
  muted: '#A9B3AC',
  brand: '#3FBF82',
  onBrand: '#06150D',
};

/** The registration plate: the same in light and dark mode. */
const plate = { ground: '#FFD307', ink: '#111111', band: '#12449C' };

/** Inline styles have the light colours; classes apply the dark ones in mail programs that support them. */
export const mailTheme = {
  light,
  plate,
  font: "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  css: `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    body { margin: 0; }
    .m-paper { background-color: ${light.paper}; }
    @media (max-width: 480px) {
      .m-card { padding: 24px 20px 8px !important; }
    }
    @media (prefers-color-scheme: dark) {
      .m-paper { background-color: ${dark.paper} !important; }
      .m-card { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
      .m-text { color: ${dark.text} !important; }
      .m-muted { color: ${dark.muted} !important; }
      .m-line { border-color: ${dark.line} !important; }
      .m-link { color: ${dark.brand} !important; }
      .m-button { background-color: ${dark.brand} !important; color: ${dark.onBrand} !important; }
    }
  `,
};
