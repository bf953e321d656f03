import { styled } from 'styled-components';
import type { ReactNode } from 'react';
import { linkStyle } from '../link/link-style.tsx';
import { colour, fontSize, radius, space, minTargetSize } from '../theme/tokens.ts';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: ${fontSize[14]};
  font-variant-numeric: tabular-nums;
  a {
    ${linkStyle}
    display: grid;
    place-items: center;
    min-width: ${minTargetSize};
    min-height: ${minTargetSize};
    padding-inline: ${space[8]};
    border-radius: ${radius.control};
  }
  a:hover {
    background: ${colour('sunken')};
  }
  [aria-current='page'],
  [aria-current='page']:hover {
    background: ${colour('brand')};
    color: ${colour('on-brand')};
    font-weight: 600;
    text-decoration: none;
  }
`;

export interface PaginationLink {
  /** The visible text: a number, `First`. */
  text: string;
  /** The accessible name, if the text is not enough: `Page 3`. */
  label?: string;
  current?: boolean;
}

export interface PaginationProps<L extends PaginationLink> {
  /** Accessible name: `Pages of recent reports`. */
  label: string;
  links: readonly L[];
  /** Renders the anchor, with the router's link. */
  link: (link: L, attributes: { 'aria-label'?: string; 'aria-current'?: 'page' }) => ReactNode;
}

/** Links to the pages of a list; renders nothing for a single page. */
export function Pagination<L extends PaginationLink>({ label, links, link }: PaginationProps<L>) {
  if (links.every(({ current }) => current)) return null;
  return (
    <nav aria-label={label}>
      <List>
        {links.map((each) => (
          <li key={each.text}>
            {link(each, {
              ...(each.label === undefined ? {} : { 'aria-label': each.label }),
              ...(each.current ? { 'aria-current': 'page' as const } : {}),
            })}
          </li>
        ))}
      </List>
    </nav>
  );
}
