import { Button } from '@ve/ui/button/button';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

/** Longer texts are cut after four lines, which are about as many characters on a phone. */
const maxCharacters = 240;

const Text = styled.div<{ $cut: boolean }>`
  white-space: pre-line;
  overflow-wrap: anywhere;
  ${({ $cut }) => ($cut ? 'display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 4;' : '')}
`;

/** A text of any length with its line breaks. A button shows all of a long one. */
export function FoldedText({ text }: { text: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (text.length <= maxCharacters && text.split('\n').length <= 4) return <Text $cut={false}>{text}</Text>;
  return (
    <>
      <Text id={id} $cut={!isOpen}>
        {text}
      </Text>
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? messages.showLess : messages.showAll}
      </Button>
    </>
  );
}
