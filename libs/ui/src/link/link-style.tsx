import { css, styled } from 'styled-components';
import { colour, minTargetSize } from '../theme/tokens.ts';

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

/** For a link on a line of its own: it takes no more space than its text, but has the touch target of a button. */
export const standaloneLinkStyle = css`
  ${linkStyle}
  display: inline-block;
  margin-block: calc((1lh - ${minTargetSize}) / 2);
  padding-block: calc((${minTargetSize} - 1lh) / 2);
`;

export const StandaloneLink = styled.a`
  ${standaloneLinkStyle}
`;
