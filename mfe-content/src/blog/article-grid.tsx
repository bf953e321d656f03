import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

/** A grid of cards in three, two or one columns, which have the same width for any number of cards. */
export const ArticleGrid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr));
  gap: ${space[48]} ${space[32]};
`;
