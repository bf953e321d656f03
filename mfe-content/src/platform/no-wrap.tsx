import { styled } from 'styled-components';

/** A reference: never broken at its hyphen. */
export const NoWrap = styled.span`
  white-space: nowrap;
`;
