import { colour, fontSize } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

/** A note on a fact, on lines of its own below its value. */
export const FactNote = styled.span`
  display: block;
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-weight: 400;
  line-height: 1.4;
`;
