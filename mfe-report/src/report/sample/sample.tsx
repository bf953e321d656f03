import { Card } from '@ve/ui/card/card';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';

const Marked = styled(Card)`
  position: relative;
  /* A size container has no width of its own. */
  width: 100%;
  overflow: hidden;
  container-type: inline-size;
  &::after {
    content: 'SAMPLE';
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    color: ${colour('text')};
    font-size: clamp(2rem, 18cqi, 6rem);
    font-weight: 800;
    letter-spacing: 0.08em;
    opacity: 0.07;
    pointer-events: none;
    transform: rotate(-16deg);
  }
`;

const Tag = styled.p`
  width: fit-content;
  margin-bottom: ${space[8]};
  padding: 0 ${space[8]};
  border: 1px dashed ${colour('warn')};
  border-radius: 999px;
  background: ${colour('warn-tint')};
  color: ${colour('warn')};
  font-size: ${fontSize[14]};
  font-weight: 700;
  text-transform: uppercase;
  ${media.print} {
    print-color-adjust: exact;
  }
`;

/** Marks content as part of the sample. */
export const SampleReportTag = () => <Tag>{messages.sample.tag}</Tag>;

/** A card of the report, marked when it is part of the sample. */
export function ReportCard({ children, ...card }: ComponentProps<typeof Card>) {
  if (!useIsSampleReport()) return <Card {...card}>{children}</Card>;
  return (
    <Marked {...card} data-sample="">
      <SampleReportTag />
      {children}
    </Marked>
  );
}
