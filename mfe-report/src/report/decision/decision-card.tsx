import ArrowRight from 'lucide-react/icons/arrow-right';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { BuyingDecision } from '@ve/domain/verdict/decision';
import { decisionTone, decisionReasonTones } from '@ve/domain/verdict/decision-tones';
import { Link } from '@ve/mfe-kit/router';
import { Icon } from '@ve/ui/icon/icon';
import { StandaloneLink } from '@ve/ui/link/link-style';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { type StatusTone, statusToneIcons, statusToneStyle } from '@ve/ui/status/status';
import { Heading, MutedText } from '@ve/ui/text/text';
import { colour, fontSize, media, radius, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { TextWithTelephoneLinks } from '../linked-telephones.tsx';
import { messages } from '../messages.en-gb.ts';
import { ReportCard } from '../sample/sample.tsx';
import { SectionLink } from '../section-link.tsx';
import { useFullCheckUnlockState } from '../unlock/unlock-context.ts';
import { reportSectionOfDecisionReason } from './decision-sections.ts';

const Inside = styled.section`
  display: grid;
  gap: ${space[12]};
  ${media.phone} {
    &[data-asking] {
      /* About as high as it will be, so that little moves when the sources answer. */
      min-height: 17rem;
      align-content: start;
    }
  }
`;

const Band = styled.div<{ $tone: StatusTone }>`
  ${statusToneStyle}
  display: flex;
  gap: ${space[8]};
  padding: ${space[12]};
  border-color: transparent;
  border-radius: ${radius.control};
  & > svg {
    margin-top: 2px;
  }
  ${media.forced} {
    border-color: currentColor;
  }
  ${media.print} {
    border-color: currentColor;
    print-color-adjust: exact;
  }
`;

const Sentence = styled.p`
  font-weight: 600;
  text-wrap: pretty;
`;

const Reasons = styled.ol`
  display: grid;
  margin-block: -${space[4]};
`;

const Reason = styled.li<{ $tone: StatusTone }>`
  & + & {
    border-top: 1px solid ${colour('line')};
  }
  & > a {
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-items: start;
    gap: ${space[8]};
    padding-block: ${space[8]};
    color: inherit;
    line-height: 1.4;
    text-decoration: none;
    &:hover > span {
      text-decoration: underline;
    }
  }
  & > a > svg {
    margin-top: 1px;
  }
  & > a > svg:first-child {
    color: ${({ $tone }) => colour($tone)};
  }
  & > a > svg:last-child {
    color: ${colour('muted')};
    ${media.print} {
      display: none;
    }
  }
`;

const Next = styled.p`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${space[8]};
  padding: ${space[12]};
  border-radius: ${radius.control};
  background: ${colour('sunken')};
  line-height: 1.45;
  & > svg {
    margin-top: 1px;
    color: ${colour('brand')};
  }
  ${media.print} {
    border: 1px solid ${colour('line')};
  }
`;

const Meanings = styled(MutedText)`
  font-size: ${fontSize[14]};
  ${media.print} {
    display: none;
  }
`;

export const buyingDecisionHeadingId = 'verdict';

interface DecisionCardProps {
  decision: BuyingDecision;
  /** The strongest facts next to the verdict; none until their rules are loaded. */
  notes: readonly string[];
}

/** The summary for a buyer: the verdict, what to do next, and why. */
export function BuyingDecisionCard({ decision, notes }: DecisionCardProps) {
  const { verdict, title, sentence, clear, reasons, more, next } = decision;
  const tone = decisionTone(decision);
  const unlock = useFullCheckUnlockState();
  const labels = messages.decision;
  const isPending = decision.questions.some(({ state }) => state === 'asking');
  // A single reason is already the sentence.
  const isSentenceReason = reasons.length === 1 && reasons[0]?.text === sentence;
  const why =
    reasons.length === 0 ? null : (
      <Reasons role="list" className="reasons" aria-label={labels.reasons}>
        {reasons.map(({ id, level, text }) => (
          <Reason key={id} $tone={decisionReasonTones[level]}>
            <SectionLink to={reportSectionOfDecisionReason(id)}>
              <Icon glyph={statusToneIcons[decisionReasonTones[level]]} />
              <span>{text}</span>
              <Icon glyph={ChevronRight} size={16} />
            </SectionLink>
          </Reason>
        ))}
      </Reasons>
    );
  return (
    <ReportCard $padding={16}>
      <Inside aria-labelledby={buyingDecisionHeadingId} {...(isPending ? { 'data-asking': '' } : {})}>
        <Band $tone={tone}>
          <Icon glyph={statusToneIcons[tone]} />
          <Heading level={2} size="s" id={buyingDecisionHeadingId} tabIndex={-1}>
            <VisuallyHidden>{labels.heading}: </VisuallyHidden>
            {title}
          </Heading>
        </Band>
        {isSentenceReason ? why : <Sentence>{sentence}</Sentence>}
        {clear === null ? null : <p>{clear}</p>}
        {/* Before the reasons, which in a low window need scrolling. */}
        <Next data-verdict={verdict}>
          <Icon glyph={ArrowRight} />
          <span>
            <strong>{labels.next}</strong>{' '}
            <TextWithTelephoneLinks>{unlock?.nextStepOf?.(next, tone) ?? next}</TextWithTelephoneLinks>
          </span>
        </Next>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {isSentenceReason ? null : why}
        {more === 0 ? null : <MutedText>{labels.more(more)}</MutedText>}
        {verdict === 'ASKING' ? (
          <>
            <Skeleton $height="1.25rem" />
            <Skeleton $height="1.25rem" $width="80%" />
          </>
        ) : null}
        <Meanings>
          <StandaloneLink as={Link} to="/buying-advice">
            {labels.advicePage}
          </StandaloneLink>
        </Meanings>
      </Inside>
    </ReportCard>
  );
}
