import Printer from 'lucide-react/icons/printer';
import { Button } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { takeAlongMessages } from './messages.en-gb.ts';
import { TakeRow } from './take-row.tsx';

/** The report on paper, by the browser's own printing. */
export function PrintRow() {
  const words = takeAlongMessages.print;
  return (
    <TakeRow title={words.title} text={words.text}>
      <Button variant="secondary" onClick={() => window.print()}>
        <Icon glyph={Printer} />
        {words.action}
      </Button>
    </TakeRow>
  );
}
