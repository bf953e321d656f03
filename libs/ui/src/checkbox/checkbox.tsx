import CircleX from 'lucide-react/icons/circle-x';
import { styled } from 'styled-components';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { colour, space, minTargetSize } from '../theme/tokens.ts';

const Box = styled.div<{ $error: boolean }>`
  display: grid;
  gap: ${space[4]};
  ${({ $error }) => ($error ? `padding-left: ${space[12]}; border-left: 3px solid ${colour('fail')};` : '')}
`;

const Line = styled.label`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: start;
  gap: ${space[12]};
  min-height: ${minTargetSize};
  padding-block: ${space[8]};
  cursor: pointer;
  input {
    width: 1.5rem;
    height: 1.5rem;
    margin: 0;
    accent-color: ${colour('brand')};
  }
`;

const ErrorLine = styled.p`
  display: flex;
  gap: ${space[8]};
  color: ${colour('fail')};
  font-weight: 600;
`;

export interface CheckboxProps {
  /** Required: an error summary links to it. */
  id: string;
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  /** The id of an element with further information. */
  describedBy?: string;
}

export function Checkbox({ id, label, checked, onChange, error, describedBy }: CheckboxProps) {
  const described = [error === undefined ? null : `${id}-error`, describedBy].filter(Boolean).join(' ');
  return (
    <Box $error={error !== undefined}>
      {error === undefined ? null : (
        <ErrorLine id={`${id}-error`}>
          <Icon glyph={CircleX} />
          <span>{error}</span>
        </ErrorLine>
      )}
      <Line>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={({ target: box }) => onChange(box.checked)}
          {...(described === '' ? {} : { 'aria-describedby': described })}
          {...(error === undefined ? {} : { 'aria-invalid': true })}
        />
        <span>{label}</span>
      </Line>
    </Box>
  );
}
