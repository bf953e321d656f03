import Flag from 'lucide-react/icons/flag';
import { Button } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { fontSize, media, space } from '@ve/ui/theme/theme';
import { Text } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import type { ComponentType } from 'react';
import { styled } from 'styled-components';
import { useIsLiveReport } from '../kind/report-kind.ts';
import { useLazyDialog } from '../use-lazy-dialog.ts';
import type { DisputableSection } from './dispute-subject.ts';
import { dataDisputeButtonMessages as messages } from './dispute-button-messages.en-gb.ts';

type DialogComponent = ComponentType<{ subject: DisputableSection; open: boolean; onClose: () => void }>;

const loadDialog = async (): Promise<DialogComponent> =>
  (await import(/* webpackChunkName: 'dispute' */ './dispute-dialog.tsx')).DataDisputeDialog;

/** Aligned with the text above it, at the end of its card. */
const Foot = styled.div`
  margin: 0 0 -${space[8]} -${space[16]};
  /* Within a card of half a phone's width. */
  ${media.phone} {
    & > button {
      gap: ${space[4]};
      padding-right: 0;
      font-size: ${fontSize[14]};
    }
  }
  ${media.narrow} {
    & > button > svg {
      display: none;
    }
  }
  ${media.print} {
    display: none;
  }
`;

const Words = styled.span`
  white-space: nowrap;
`;

/** "Something wrong?" at the end of a section. Its dialog loads when it is first opened. Only in a live report. */
export function DataDisputeButton({ subject }: { subject: DisputableSection }) {
  const isLive = useIsLiveReport();
  const { Dialog, state, open, close } = useLazyDialog(loadDialog);
  if (!isLive) return null;
  return (
    <Foot>
      <Button variant="quiet" busy={state === 'loading'} busyLabel={messages.loading} onClick={() => void open()}>
        <Icon glyph={Flag} size={16} />
        <Words>{messages.open}</Words>
        <VisuallyHidden>{messages.about(subject.title)}</VisuallyHidden>
      </Button>
      {Dialog === null ? null : <Dialog subject={subject} open={state === 'open'} onClose={close} />}
      {state === 'failed' ? <Text role="alert">{messages.loadFailed}</Text> : null}
    </Foot>
  );
}
