import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { keyframes, styled } from 'styled-components';
import { Icon, type IconComponent } from '../icon/icon.tsx';
import { colour, mediaQueries, space } from '../theme/tokens.ts';

export type WorkStepState = 'waiting' | 'active' | 'done' | 'unavailable';

const glyphs: Record<WorkStepState, IconComponent> = {
  waiting: CircleDashed,
  active: LoaderCircle,
  done: CircleCheck,
  unavailable: CircleAlert,
};

const messages: Record<WorkStepState, string> = {
  waiting: 'Waiting',
  active: 'In progress',
  done: 'Answered',
  unavailable: 'No answer',
};

const inks: Record<WorkStepState, 'muted' | 'text' | 'pass' | 'warn'> = {
  waiting: 'muted',
  active: 'text',
  done: 'pass',
  unavailable: 'warn',
};

const spin = keyframes`
  to { rotate: 360deg; }
`;

const List = styled.ol`
  display: grid;
  gap: ${space[8]};
`;

const Item = styled.li<{ $state: WorkStepState }>`
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: ${space[12]};
  font-weight: ${({ $state }) => ($state === 'active' ? 600 : 400)};
  & > svg,
  & > :last-child {
    color: ${({ $state }) => colour(inks[$state])};
  }
  ${mediaQueries.motion} {
    & > svg {
      animation: ${({ $state }) => ($state === 'active' ? spin : 'none')} 1.2s linear infinite;
    }
  }
`;

export interface WorkStepListProps {
  label: string;
  steps: readonly { label: string; state: WorkStepState }[];
  /** False if the page announces the progress itself. */
  announced?: boolean;
}

/** The progress of work step by step, each step with its state as text; changes are announced. */
export function WorkStepList({ label, steps, announced = true }: WorkStepListProps) {
  return (
    <div role={announced ? 'status' : 'group'} aria-label={label}>
      <List className="work">
        {steps.map(({ label: step, state }) => (
          <Item key={step} $state={state}>
            <Icon glyph={glyphs[state]} />
            <span>{step}</span>
            <span>{messages[state]}</span>
          </Item>
        ))}
      </List>
    </div>
  );
}
