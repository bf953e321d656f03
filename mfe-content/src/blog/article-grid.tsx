import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

/** Cards beside each other: three, two or one, of one width however many there are. */
export const ArticleGrid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr));
  gap: ${space[48]} ${space[32]};
`;
