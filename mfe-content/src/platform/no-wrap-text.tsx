import { styled } from 'styled-components';

/** A reference, which must not wrap at its hyphen. */
export const NoWrapText = styled.span`
  white-space: nowrap;
`;
