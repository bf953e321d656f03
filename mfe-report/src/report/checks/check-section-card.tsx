import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading } from '@ve/ui/text/text';
import { type ReactNode, useId } from 'react';
import { DataDisputeButton } from '../dispute/dispute-button.tsx';
import type { DisputableSection } from '../dispute/dispute-subject.ts';
import { ReportCard } from '../sample/sample.tsx';

interface CheckCardProps {
  /** The target of links to the section. */
  id?: string;
  title: string;
  /** A status, next to the title. */
  status?: ReactNode;
  tone?: 'surface' | 'sunken';
  /** The subject of "Something wrong?"; without it there is no such button. */
  subject?: DisputableSection;
  children: ReactNode;
}

/** A section of a tab, with "Something wrong?" at its end. */
export function DisputableSectionCard({ id, title, status, tone = 'surface', subject, children }: CheckCardProps) {
  const generated = useId();
  const titleId = `${id ?? generated}-title`;
  return (
    <ReportCard as="section" aria-labelledby={titleId} $tone={tone} $padding={16} {...(id === undefined ? {} : { id })}>
      <Stack $gap={12}>
        <Row $gap={12} $justify="between">
          <Heading level={3} size="s" id={titleId}>
            {title}
          </Heading>
          {status}
        </Row>
        {children}
        {subject === undefined ? null : <DataDisputeButton subject={subject} />}
      </Stack>
    </ReportCard>
  );
}
