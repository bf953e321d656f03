import { Card } from '@ve/ui/card/card';
import { Heading } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Inside = styled.section`
  display: grid;
  gap: ${space[8]};
  justify-items: start;
`;

/** Hidden in print. */
const OnScreen = styled(Card)`
  ${media.print} {
    display: none;
  }
`;

export function ReminderRowBox({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <OnScreen $padding={16}>
      <Inside aria-labelledby={id}>
        <Heading level={2} size="s" id={id}>
          {messages.title}
        </Heading>
        {children}
      </Inside>
    </OnScreen>
  );
}
