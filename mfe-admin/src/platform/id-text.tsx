import { styled } from 'styled-components';

/** An id of Stripe or our own, to be copied: it may wrap anywhere. */
export const IdText = styled.code`
  overflow-wrap: anywhere;
  font-size: 0.93em;
`;
