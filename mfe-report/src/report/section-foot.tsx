import { media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DataDisputeButton } from './dispute/dispute-button.tsx';
import type { DisputableSection } from './dispute/dispute-subject.ts';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 ${space[16]};
  & > :first-child {
    flex: 1 1 8rem;
  }
  & > :nth-child(2) {
    margin: 0 -${space[16]} 0 -${space[16]};
    ${media.phone} {
      margin-right: 0;
    }
  }
`;

interface SectionFootProps {
  /** The source of the section with its time. */
  children: ReactNode;
  subject: DisputableSection;
}

/** The one line at the end of a section: where it comes from, and "Something wrong?". */
export function SectionFoot({ children, subject }: SectionFootProps) {
  return (
    <Line>
      <div>{children}</div>
      <DataDisputeButton subject={subject} />
    </Line>
  );
}
