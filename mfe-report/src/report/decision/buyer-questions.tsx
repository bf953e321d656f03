import CircleCheck from 'lucide-react/icons/circle-check';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Lock from 'lucide-react/icons/lock';
import type { BuyingDecision, DecisionQuestion, DecisionVerdict } from '@ve/domain/verdict/decision';
import { type IconComponent, Icon } from '@ve/ui/icon/icon';
import { type StatusTone, statusToneIcons, statusToneStyle } from '@ve/ui/status/status';
import { colour, fontSize, media, radius, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { SampleReportTag } from '../sample/sample.tsx';
import { SectionLink } from '../section-link.tsx';
import { reportSectionOfBuyerQuestion } from './decision-sections.ts';

type State = DecisionQuestion['state'];

const appearances: Record<State, { tone: StatusTone; glyph: IconComponent }> = {
  clear: { tone: 'pass', glyph: CircleCheck },
  found: { tone: 'warn', glyph: statusToneIcons.warn },
  unknown: { tone: 'unknown', glyph: statusToneIcons.unknown },
  locked: { tone: 'unknown', glyph: Lock },
  asking: { tone: 'unknown', glyph: LoaderCircle },
};

function appearanceOf(
  { id, state, level }: DecisionQuestion,
  verdict: DecisionVerdict,
): { tone: StatusTone; glyph: IconComponent } {
  if (level === 'FAILED') return { tone: 'fail', glyph: statusToneIcons.fail };
  // A price that does not include a finding is no good news.
  if (id === 'worth' && state === 'clear' && (verdict === 'FAILED' || verdict === 'WARNING'))
    return { tone: 'info', glyph: statusToneIcons.info };
  return appearances[state];
}

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space[8]};
  ${media.phone} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Question = styled.li<{ $tone: StatusTone; $state: State }>`
  display: grid;
  min-height: 4.25rem;
  & > a {
    ${statusToneStyle}
    display: grid;
    grid-template-columns: auto 1fr;
    align-content: start;
    gap: 0 ${space[8]};
    padding: ${space[8]} ${space[12]};
    border-color: ${({ $state }) => ($state === 'unknown' || $state === 'asking' ? 'currentColor' : 'transparent')};
    border-radius: ${radius.control};
    text-decoration: none;
    overflow-wrap: anywhere;
    ${({ $state }) => ($state === 'locked' ? `background: ${colour('sunken')}; border-style: solid;` : '')}
    &:hover {
      border-color: currentColor;
    }
  }
  & > a > svg {
    margin-top: 1px;
  }
  ${media.forced} {
    & > a {
      border-color: currentColor;
    }
  }
  ${media.print} {
    break-inside: avoid;
    & > a {
      border-color: currentColor;
      print-color-adjust: exact;
    }
  }
`;

const Name = styled.strong`
  line-height: 1.4;
`;

const Answer = styled.span`
  grid-column: 1 / -1;
  color: ${colour('text')};
  font-size: ${fontSize[14]};
  line-height: 1.4;
`;

/** The questions of a buyer, each as icon, word and tint, with a link to its part of the report. */
export function BuyerQuestions({ decision: { questions, verdict } }: { decision: BuyingDecision }) {
  const labels = messages.questions;
  const isSample = useIsSampleReport();
  const list = (
    <List className="questions" role="list" aria-label={labels.label}>
      {questions.map((question) => {
        const { id, state, answer } = question;
        const { tone, glyph } = appearanceOf(question, verdict);
        return (
          <Question key={id} $tone={tone} $state={state} data-tone={tone} data-state={state}>
            <SectionLink to={reportSectionOfBuyerQuestion[id]}>
              <Icon glyph={glyph} />
              <Name>{labels.names[id]}</Name>
              <Answer>
                {tone === 'info' ? null : <VisuallyHidden>{labels.states[state]}: </VisuallyHidden>}
                {answer}
              </Answer>
            </SectionLink>
          </Question>
        );
      })}
    </List>
  );
  if (!isSample) return list;
  return (
    <div data-sample="">
      <SampleReportTag />
      {list}
    </div>
  );
}
