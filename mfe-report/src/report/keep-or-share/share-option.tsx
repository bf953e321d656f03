import { space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Group = styled.div`
  display: grid;
  align-content: start;
  gap: ${space[8]};
  & > :is(a, button) {
    width: 100%;
    padding-inline: ${space[8]};
  }
`;

interface ShareOptionProps {
  title: string;
  /** The button, and what came of it. */
  children: ReactNode;
}

/** One of the ways to keep or share the report. */
export function KeepOrShareOption({ title, children }: ShareOptionProps) {
  return (
    <Group role="group" aria-label={title}>
      {children}
    </Group>
  );
}
