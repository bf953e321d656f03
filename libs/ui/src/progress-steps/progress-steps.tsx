import Check from 'lucide-react/icons/check';
import { styled } from 'styled-components';
import { Icon } from '../icon/icon.tsx';
import { colour, fontSize, mediaQueries, space } from '../theme/tokens.ts';
import { VisuallyHidden, visuallyHiddenStyle } from '../visually-hidden/visually-hidden.tsx';

type State = 'done' | 'current' | 'ahead';

const List = styled.ol`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: ${space[8]};
`;

const Step = styled.li<{ $state: State }>`
  padding-top: ${space[8]};
  border-top: 4px solid ${({ $state }) => colour($state === 'ahead' ? 'line-strong' : 'brand')};
  border-top-style: ${({ $state }) => ($state === 'ahead' ? 'dotted' : 'solid')};
  color: ${({ $state }) => colour($state === 'current' ? 'text' : 'muted')};
  font-size: ${fontSize[14]};
  font-weight: ${({ $state }) => ($state === 'current' ? 700 : 400)};
  line-height: 1.3;
  & > span {
    display: flex;
    align-items: center;
    gap: ${space[4]};
  }
  ${mediaQueries.enlarged} {
    &:not([aria-current]) > span:first-child {
      ${visuallyHiddenStyle}
    }
  }
  ${mediaQueries.phone} {
    svg {
      display: none;
    }
  }
`;

export interface ProgressStepsProps {
  /** The name of the process: `Sign-up`. */
  label: string;
  steps: readonly string[];
  /** Counted from 1. */
  current: number;
}

export function ProgressSteps({ label, steps, current }: ProgressStepsProps) {
  return (
    <nav aria-label={label}>
      <List className="steps">
        {steps.map((name, index) => {
          const state: State = index + 1 < current ? 'done' : index + 1 === current ? 'current' : 'ahead';
          return (
            <Step key={name} $state={state} {...(state === 'current' ? { 'aria-current': 'step' } : {})}>
              <span>
                {state === 'done' ? <Icon glyph={Check} size={16} /> : null}
                {name}
              </span>
              <VisuallyHidden>
                {state === 'done' ? ' (done)' : state === 'current' ? ` (step ${current} of ${steps.length})` : ''}
              </VisuallyHidden>
            </Step>
          );
        })}
      </List>
    </nav>
  );
}
