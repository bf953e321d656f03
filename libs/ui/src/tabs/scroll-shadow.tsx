import { colour, space } from '../theme/tokens.ts';

/**
 * The background of a row that scrolls sideways: a fixed shade at an edge with more content behind it, covered at the
 * ends of the row by a background that scrolls with the content.
 */
export const scrollShadow = `
  linear-gradient(to right, ${colour('bg')} 40%, transparent) left / ${space[32]} 100% no-repeat local,
  linear-gradient(to left, ${colour('bg')} 40%, transparent) right / ${space[32]} 100% no-repeat local,
  radial-gradient(farthest-side at 0 50%, ${colour('line')}, transparent) left / ${space[16]} 100% no-repeat scroll,
  radial-gradient(farthest-side at 100% 50%, ${colour('line')}, transparent) right / ${space[16]} 100% no-repeat scroll,
  ${colour('bg')}
`;

/** Scrolls a row so that an item is in its middle, with parts of its neighbours visible. */
export const scrollIntoCenter = (row: Element, item: Element): void => {
  const [all, one] = [row.getBoundingClientRect(), item.getBoundingClientRect()];
  row.scrollLeft += one.left - all.left - (all.width - one.width) / 2;
};
