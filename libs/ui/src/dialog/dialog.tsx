import X from 'lucide-react/icons/x';
import { keyframes, styled } from 'styled-components';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { Heading } from '../text/text.tsx';
import { colour, mediaQueries, radius, space, minTargetSize } from '../theme/tokens.ts';

const appear = keyframes`
  from { opacity: 0; transform: translateY(8px); }
`;

const Box = styled.dialog`
  width: min(32rem, calc(100vw - ${space[32]}));
  max-height: calc(100dvh - ${space[32]});
  padding: 0;
  border: 1px solid ${colour('line')};
  border-radius: ${radius.card};
  background: ${colour('surface')};
  color: ${colour('text')};
  box-shadow: 0 12px 32px -12px ${colour('shadow')};
  &::backdrop {
    background: rgb(0 0 0 / 55%);
  }
  ${mediaQueries.motion} {
    &[open] {
      animation: ${appear} 160ms ease-out;
    }
  }
  ${mediaQueries.print} {
    display: none;
  }
`;

const Inside = styled.div`
  display: grid;
  gap: ${space[16]};
  padding: ${space[24]};
`;

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space[16]};
`;

const Close = styled.button`
  display: grid;
  place-items: center;
  width: ${minTargetSize};
  height: ${minTargetSize};
  margin: -${space[8]} -${space[8]} 0 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  &:hover {
    background: ${colour('sunken')};
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]};
`;

export interface DialogProps {
  open: boolean;
  title: ReactNode;
  /** Called on Escape, the close button and a click outside. */
  onClose: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A modal based on the native `<dialog>`: its title takes the focus, the browser traps it, and it is returned when the
 * dialog is closed or unmounted.
 */
export function Dialog({ open, title, onClose, actions, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const before = open ? document.activeElement : null;
    return () => {
      // Unless another element has the focus. A browser only returns it from a dialog that is closed before it is
      // removed.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, [open]);

  useEffect(() => {
    const dialog = box.current;
    if (!dialog || dialog.open === open) return;
    if (!open) {
      if (typeof dialog.close === 'function') dialog.close();
      else dialog.removeAttribute('open');
      return;
    }
    // A browser without modal dialogs still shows the content.
    if (typeof dialog.showModal === 'function') dialog.showModal();
    else dialog.setAttribute('open', '');
    // Focuses the title, so that reading starts there: a browser would focus the first button.
    document.getElementById(titleId)?.focus();
  }, [open, titleId]);

  const pressOutside = (event: MouseEvent) => {
    if (event.target === box.current) onClose();
  };

  return (
    <Box
      ref={box}
      aria-labelledby={titleId}
      onClick={pressOutside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {open ? (
        <Inside>
          <Head>
            <Heading level={2} size="m" id={titleId} tabIndex={-1}>
              {title}
            </Heading>
            <Close type="button" aria-label="Close" onClick={onClose}>
              <Icon glyph={X} />
            </Close>
          </Head>
          {children}
          {actions ? <Actions>{actions}</Actions> : null}
        </Inside>
      ) : null}
    </Box>
  );
}
