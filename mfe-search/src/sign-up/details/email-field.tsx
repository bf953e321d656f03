import { textControlStyle, Field } from '@ve/ui/field/field';
import { colour, radius, space, target } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { type KeyboardEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { emailCompletions } from './email-domains.ts';
import { messages } from './messages.en-gb.ts';

const labels = messages;

const Place = styled.div`
  position: relative;
`;

const Input = styled.input`
  ${textControlStyle}
`;

const List = styled.ul`
  position: absolute;
  z-index: 10;
  inset: calc(100% + ${space[4]}) 0 auto;
  margin: 0;
  border: 1px solid ${colour('line-strong')};
  border-radius: ${radius.control};
  background: ${colour('surface')};
  box-shadow: 0 12px 32px -12px ${colour('shadow')};
  overflow: hidden;
`;

const Option = styled.li`
  display: flex;
  align-items: center;
  min-height: ${target};
  padding: ${space[8]} ${space[12]};
  overflow-wrap: anywhere;
  cursor: pointer;
  &:hover {
    background: ${colour('sunken')};
  }
  &[aria-selected='true'] {
    background: ${colour('brand')};
    color: ${colour('on-brand')};
  }
`;

interface EmailFieldProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/**
 * An e-mail address with suggestions for the part after the @: a combobox with a listbox whose options the arrow keys
 * reach without leaving the input (ARIA Authoring Practices, "Editable combobox with list autocomplete").
 */
export function EmailField({ id, value, onChange, error }: EmailFieldProps) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = open ? emailCompletions(value) : [];
  const shown = suggestions.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (email: string) => {
    onChange(email);
    close();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = (to: number) => {
      event.preventDefault();
      setActive(to);
    };
    if (event.key === 'ArrowDown' && !shown) {
      setOpen(true);
      return;
    }
    if (!shown) return;
    const chosen = suggestions[active];
    if (event.key === 'ArrowDown') move((active + 1) % suggestions.length);
    else if (event.key === 'ArrowUp') move(active <= 0 ? suggestions.length - 1 : active - 1);
    else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  };

  return (
    <Field id={id} label={labels.email} hint={labels.emailHint} error={error}>
      {(control) => (
        <Place>
          <Input
            {...control}
            // An input of type email may not be a combobox.
            type="text"
            inputMode="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown}
            {...(shown ? { 'aria-controls': listId } : {})}
            {...(shown && active >= 0 ? { 'aria-activedescendant': optionId(active) } : {})}
            value={value}
            onChange={({ target: input }) => {
              onChange(input.value);
              setOpen(true);
              setActive(-1);
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
          {shown ? (
            <List id={listId} role="listbox" aria-label={labels.suggestions} className="suggestions">
              {suggestions.map((email, index) => (
                <Option
                  key={email}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  // Keeps the focus in the input.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(email)}
                >
                  {email}
                </Option>
              ))}
            </List>
          ) : null}
          <VisuallyHidden role="status">{shown ? labels.suggested(suggestions.length) : ''}</VisuallyHidden>
        </Place>
      )}
    </Field>
  );
}
