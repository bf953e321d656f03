/** Colours as DVLA and DVSA name them, as CSS colours of about that shade. These constants are safe in a style. */
const swatches = new Map([
  ['BEIGE', '#d8c7a3'],
  ['BLACK', '#1b1b1b'],
  ['BLUE', '#2456a6'],
  ['BRONZE', '#8a6a3b'],
  ['BROWN', '#5e3b22'],
  ['BUFF', '#d9b978'],
  ['CREAM', '#f3e9c6'],
  ['GOLD', '#c2a14d'],
  ['GREEN', '#256b43'],
  ['GREY', '#7a7d80'],
  ['IVORY', '#f4f0df'],
  ['MAROON', '#6b1f2b'],
  ['MAUVE', '#a687b3'],
  ['ORANGE', '#dd6b1f'],
  ['PINK', '#e59ab0'],
  ['PURPLE', '#5c3a78'],
  ['RED', '#b3202a'],
  ['SILVER', '#c0c4c8'],
  ['TURQUOISE', '#2f9ba0'],
  ['VIOLET', '#6a4a93'],
  ['WHITE', '#fafafa'],
  ['YELLOW', '#f0c52b'],
]);

/** The CSS colour for a colour's name; null for a name that is not a known single colour (`MULTICOLOURED`). */
export function cssColourOfName(name: string | null): string | null {
  return swatches.get(name?.trim().toUpperCase() ?? '') ?? null;
}
