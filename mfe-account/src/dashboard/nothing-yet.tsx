import { colour, fontSize, media, radius, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const messages = {
  appears: 'What appears here',
  when: 'When',
  enter: 'What to enter',
  nothing: 'Nothing.',
};

const List = styled.dl`
  display: grid;
  gap: ${space[12]};
  max-width: 44rem;
  padding: ${space[16]};
  border: 1px dashed ${colour('line-strong')};
  border-radius: ${radius.card};
  div {
    display: grid;
    grid-template-columns: 9rem minmax(0, 1fr);
    gap: 0 ${space[16]};
    ${media.phone} {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  dt {
    color: ${colour('muted')};
    font-size: ${fontSize[14]};
  }
`;

interface NothingYetProps {
  appears: string;
  when: ReactNode;
  /** Null if nothing has to be entered. */
  enter: ReactNode;
}

/** A part that has no entries yet: what they will be, when they come, and what the member has to enter for it. */
export const NothingYet = ({ appears, when, enter }: NothingYetProps) => (
  <List>
    <div>
      <dt>{messages.appears}</dt>
      <dd>{appears}</dd>
    </div>
    <div>
      <dt>{messages.when}</dt>
      <dd>{when}</dd>
    </div>
    <div>
      <dt>{messages.enter}</dt>
      <dd>{enter ?? messages.nothing}</dd>
    </div>
  </List>
);
