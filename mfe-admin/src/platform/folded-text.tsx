import { Button } from '@ve/ui/button/button';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

/** As many characters as stand on a line of a phone. */
const charactersPerLine = 60;

const Text = styled.div<{ $lines: number | null }>`
  white-space: pre-line;
  overflow-wrap: anywhere;
  ${({ $lines }) =>
    $lines === null
      ? ''
      : `display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: ${$lines};`}
`;

interface FoldedTextProps {
  text: string;
  /** How many lines of a long text are shown at first. */
  lines?: number;
}

/** A text of any length with its line breaks. A button shows all of a long one. */
export function FoldedText({ text, lines = 4 }: FoldedTextProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (text.length <= lines * charactersPerLine && text.split('\n').length <= lines) {
    return <Text $lines={null}>{text}</Text>;
  }
  return (
    <div>
      <Text id={id} $lines={isOpen ? null : lines}>
        {text}
      </Text>
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? messages.showLess : messages.showAll}
      </Button>
    </div>
  );
}
