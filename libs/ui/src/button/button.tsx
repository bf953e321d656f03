import { css, styled } from 'styled-components';
import { useId, type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react';
import { colour, fontSize, mediaQueries, radius, space, minTargetSize } from '../theme/tokens.ts';
import { MutedText } from '../text/text.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const variants = {
  primary: css`
    background: ${colour('brand')};
    color: ${colour('on-brand')};
    &:hover {
      background: ${colour('brand-hover')};
    }
  `,
  secondary: css`
    background: ${colour('surface')};
    border-color: ${colour('line-strong')};
    color: ${colour('text')};
    &:hover {
      border-color: ${colour('text')};
      background: ${colour('sunken')};
    }
  `,
  quiet: css`
    background: transparent;
    color: ${colour('brand')};
    &:hover {
      background: ${colour('sunken')};
      color: ${colour('brand-hover')};
    }
  `,
  danger: css`
    background: ${colour('danger')};
    color: ${colour('on-danger')};
    &:hover {
      filter: brightness(0.92);
    }
  `,
} satisfies Record<ButtonVariant, unknown>;

const buttonStyle = css<{ $variant: ButtonVariant; $wide: boolean }>`
  display: ${({ $wide }) => ($wide ? 'flex' : 'inline-flex')};
  width: ${({ $wide }) => ($wide ? '100%' : 'auto')};
  align-items: center;
  justify-content: center;
  gap: ${space[8]};
  min-height: ${minTargetSize};
  padding: ${space[8]} ${space[16]};
  border: 1px solid transparent;
  border-radius: ${radius.control};
  font-size: ${fontSize[16]};
  font-weight: 600;
  line-height: 1.25;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  ${({ $variant }) => variants[$variant]}
  &:focus-visible {
    border-radius: ${radius.control};
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
  &[aria-disabled='true']:not([aria-busy='true']) {
    background: ${colour('sunken')};
    border: 1px dashed ${colour('line-strong')};
    color: ${colour('muted')};
    cursor: not-allowed;
    filter: none;
  }
  ${mediaQueries.motion} {
    transition:
      background-color 140ms,
      border-color 140ms;
  }
  ${mediaQueries.forced} {
    border-color: ButtonBorder;
  }
  ${mediaQueries.print} {
    display: none;
  }
`;

const ButtonElement = styled.button<{ $variant: ButtonVariant; $wide: boolean }>`
  ${buttonStyle}
`;

const Reason = styled(MutedText)`
  margin-top: ${space[8]};
`;

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  variant?: ButtonVariant;
  /** Takes the width of its container. */
  wide?: boolean;
  /** An action is in progress: clicks are ignored, `busyLabel` replaces the label, and the focus stays. */
  busy?: boolean;
  busyLabel?: string;
  /** Why the button is unavailable. It stays focusable, and the reason is shown and announced with it. */
  unavailable?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** A button. Never `disabled`: an unavailable one shows why. */
export function Button({
  variant = 'primary',
  wide = false,
  busy = false,
  busyLabel,
  unavailable,
  onClick,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const blocked = busy || unavailable !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <ButtonElement
        {...rest}
        type={type}
        $variant={variant}
        $wide={wide}
        onClick={press}
        {...(blocked ? { 'aria-disabled': true } : {})}
        {...(busy ? { 'aria-busy': true } : {})}
        {...(unavailable !== undefined ? { 'aria-describedby': reasonId } : {})}
      >
        {busy && busyLabel ? busyLabel : children}
      </ButtonElement>
      {unavailable !== undefined ? <Reason id={reasonId}>{unavailable}</Reason> : null}
    </>
  );
}

/** A link in the style of a button. For an internal route: `<ButtonLink as={Link} to="/signup">`. */
export const ButtonLink = styled.a.attrs<{ $variant?: ButtonVariant; $wide?: boolean }>((props) => ({
  $variant: props.$variant ?? 'primary',
  $wide: props.$wide ?? false,
}))`
  ${buttonStyle as ReturnType<typeof css>}
`;
