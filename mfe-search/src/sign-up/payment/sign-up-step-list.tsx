import { Icon } from '@ve/ui/icon/icon';
import { Stack } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { keyframes, styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const labels = messages.steps;
const names = [labels.taking, labels.opening, labels.saving];

const spin = keyframes`
  to { transform: rotate(360deg); }
`;

const List = styled.ol`
  display: grid;
  gap: ${space[12]};
  li {
    display: flex;
    align-items: center;
    gap: ${space[12]};
    color: ${colour('muted')};
  }
  li[data-state='current'] {
    color: ${colour('text')};
    font-weight: 600;
  }
  li[data-state='done'] svg {
    color: ${colour('pass')};
  }
  ${media.motion} {
    li[data-state='current'] svg {
      animation: ${spin} 1.2s linear infinite;
    }
  }
`;

const glyphs = { done: Check, current: LoaderCircle, ahead: Circle };

/** The progress of the sign-up: `current` counts from 0, and is 3 when all steps are done. */
export function SignUpStepList({ current }: { current: number }) {
  const announced = names[current];
  return (
    <Stack $gap={12}>
      <VisuallyHidden role="status">{announced === undefined ? '' : labels.now(announced)}</VisuallyHidden>
      <List className="steps" aria-label={labels.label}>
        {names.map((name, index) => {
          const state = index < current ? 'done' : index === current ? 'current' : 'ahead';
          return (
            <li key={name} data-state={state} {...(state === 'current' ? { 'aria-current': 'step' } : {})}>
              <Icon glyph={glyphs[state]} />
              {state === 'current' ? labels.now(name) : name}
            </li>
          );
        })}
      </List>
      {current === 0 ? <MutedText>{labels.bank}</MutedText> : null}
    </Stack>
  );
}
