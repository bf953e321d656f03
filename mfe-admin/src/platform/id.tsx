import { styled } from 'styled-components';

/** An id of Stripe's or ours, to be copied: it may break anywhere. */
export const Id = styled.code`
  overflow-wrap: anywhere;
  font-size: 0.93em;
`;
