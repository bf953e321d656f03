import Printer from 'lucide-react/icons/printer';
import { Button } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { keepOrShareMessages } from './messages.en-gb.ts';
import { ShareOptionRow } from './share-option-row.tsx';

export function PrintRow() {
  const words = keepOrShareMessages.print;
  return (
    <ShareOptionRow title={words.title} text={words.text}>
      <Button variant="secondary" onClick={() => window.print()}>
        <Icon glyph={Printer} />
        {words.action}
      </Button>
    </ShareOptionRow>
  );
}
