import { css, styled } from 'styled-components';
import { colour } from '../theme/tokens.ts';

/** Style of a link in text, for any element. */
export const linkStyle = css`
  color: ${colour('brand')};
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.18em;
  border-radius: 2px;
  &:hover {
    color: ${colour('brand-hover')};
    text-decoration-thickness: 2px;
  }
`;

/** A link in text. For an internal route: `<TextLink as={Link} to="/faq">`. */
export const TextLink = styled.a`
  ${linkStyle}
`;
