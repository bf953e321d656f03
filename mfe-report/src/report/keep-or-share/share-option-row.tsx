import { Heading, Muted } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

const Group = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[8]};
  & + & {
    margin-top: ${space[16]};
    padding-top: ${space[16]};
    border-top: 1px solid ${colour('line')};
  }
`;

interface ShareOptionRowProps {
  title: string;
  text: ReactNode;
  /** The action and its result. */
  children: ReactNode;
}

export function ShareOptionRow({ title, text, children }: ShareOptionRowProps) {
  const id = useId();
  return (
    <Group role="group" aria-labelledby={id}>
      <Heading level={3} size="s" id={id}>
        {title}
      </Heading>
      <Muted>{text}</Muted>
      {children}
    </Group>
  );
}
