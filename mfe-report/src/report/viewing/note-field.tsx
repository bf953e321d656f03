import { Field, textControlStyle } from '@ve/ui/field/field';
import { media } from '@ve/ui/theme/theme';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { viewingMessages } from './messages.en-gb.ts';

const Area = styled.textarea`
  ${textControlStyle}
  resize: vertical;
  field-sizing: content;
  min-height: 5.5rem;
`;

const OnScreen = styled.div`
  ${media.print} {
    display: none;
  }
`;

/** The complete text in print, where a text area is cut off. */
const OnPaper = styled.p`
  display: none;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  ${media.print} {
    display: block;
  }
`;

interface NoteFieldProps {
  label: ReactNode;
  hint?: string;
  /** The stored text. */
  kept: string;
  /** The maximum number of characters that are stored. */
  maxLength: number;
  autoFocus?: boolean;
  onChange: (text: string) => void;
}

/**
 * Free text that is stored while it is typed, up to a length. A longer text stays in the field, with a message that it
 * is cut.
 */
export function ViewingNoteField({ label, hint, kept, maxLength, autoFocus = false, onChange }: NoteFieldProps) {
  const [typed, setTyped] = useState('');
  const over = typed.length - maxLength;
  const isTooLong = over > 0 && typed.startsWith(kept);
  return (
    <>
      <OnScreen>
        <Field
          label={label}
          hint={hint}
          {...(isTooLong ? { error: viewingMessages.note.tooLong(over, maxLength) } : {})}
        >
          {(control) => (
            <Area
              {...control}
              ref={autoFocus ? focusOnce : null}
              value={isTooLong ? typed : kept}
              onChange={({ target: { value } }) => {
                setTyped(value);
                onChange(value);
              }}
            />
          )}
        </Field>
      </OnScreen>
      {kept === '' ? null : <OnPaper data-print-note="">{kept}</OnPaper>}
    </>
  );
}

const focusOnce = (area: HTMLTextAreaElement | null): void => area?.focus();
