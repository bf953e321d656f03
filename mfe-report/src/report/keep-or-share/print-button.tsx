import Printer from 'lucide-react/icons/printer';
import { Button } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { keepOrShareMessages } from './messages.en-gb.ts';
import { KeepOrShareOption } from './share-option.tsx';

/** Prints the report with the browser's own dialog. */
export function PrintButton() {
  const words = keepOrShareMessages.print;
  return (
    <KeepOrShareOption title={words.title}>
      <Button variant="secondary" onClick={() => window.print()}>
        <Icon glyph={Printer} />
        <span>
          {words.short}
          <VisuallyHidden> {words.whole}</VisuallyHidden>
        </span>
      </Button>
    </KeepOrShareOption>
  );
}
