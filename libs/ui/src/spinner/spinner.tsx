import { keyframes, styled } from 'styled-components';
import { colour, mediaQueries } from '../theme/tokens.ts';

const turn = keyframes`
  to { transform: rotate(360deg); }
`;

/** A decoration before the text that says what is waited for. It stands still where motion is reduced. */
export const Spinner = styled.span.attrs({ 'aria-hidden': true })`
  display: inline-block;
  width: 1em;
  height: 1em;
  margin-right: 0.5em;
  border: 0.15em solid ${colour('line')};
  border-top-color: ${colour('brand')};
  border-radius: 50%;
  vertical-align: -0.1em;
  ${mediaQueries.motion} {
    animation: ${turn} 1s linear infinite;
  }
`;
