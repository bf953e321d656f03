import { styled } from 'styled-components';
import type { ChangeEvent, ReactNode } from 'react';
import { colour, fontSize, mediaQueries, space, minTargetSize } from '../theme/tokens.ts';

const Box = styled.label`
  display: inline-flex;
  align-items: center;
  gap: ${space[12]};
  min-height: ${minTargetSize};
  font-weight: 600;
  cursor: pointer;
`;

const Track = styled.input`
  appearance: none;
  flex: none;
  position: relative;
  width: 3rem;
  height: 1.75rem;
  margin: 0;
  border: 1px solid ${colour('line-strong')};
  border-radius: 999px;
  background: ${colour('sunken')};
  cursor: pointer;
  &::before {
    content: '';
    position: absolute;
    top: 50%;
    left: 3px;
    width: 1.25rem;
    height: 1.25rem;
    border-radius: 50%;
    background: ${colour('line-strong')};
    translate: 0 -50%;
  }
  &:checked {
    background: ${colour('brand')};
    border-color: ${colour('brand')};
  }
  &:checked::before {
    background: ${colour('on-brand')};
    translate: 1.25rem -50%;
  }
  &:focus-visible {
    border-radius: 999px;
  }
  ${mediaQueries.motion} {
    &::before {
      transition: translate 140ms;
    }
  }
  ${mediaQueries.forced} {
    &::before {
      background: CanvasText;
    }
  }
`;

const State = styled.span`
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-weight: 400;
`;

export interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string;
  /** The change is being saved: `checked` is the requested state, and clicks are ignored. */
  busy?: boolean;
  /** The id of an element that explains it. */
  'aria-describedby'?: string;
}

/** A setting that is on or off and takes effect immediately; its state is also shown as text. */
export function Switch({ label, checked, onChange, busy = false, ...rest }: SwitchProps) {
  return (
    <Box>
      <Track
        type="checkbox"
        role="switch"
        checked={checked}
        {...rest}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          if (!busy) onChange(event.target.checked);
        }}
        {...(busy ? { 'aria-busy': true } : {})}
      />
      <span>{label}</span>
      <State aria-hidden="true">{busy ? 'Saving…' : checked ? 'On' : 'Off'}</State>
    </Box>
  );
}
