import { styled } from 'styled-components';

/** A reference: never broken at its hyphen. */
export const Unbroken = styled.span`
  white-space: nowrap;
`;
