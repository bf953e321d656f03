import { Button } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { Toast } from '@ve/ui/toast/toast';
import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { messages } from './messages.en-gb.ts';

const labels = messages.article;

type Outcome = 'shared' | 'cancelled' | 'copied' | 'failed';

/** Shares with the Web Share API; if that is missing or fails, copies the link. */
async function share(title: string, url: string): Promise<Outcome> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      // The visitor cancelled the share sheet and does not want the link.
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}

export function ShareArticleButton({ title, path }: { title: string; path: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [address, setAddress] = useState('');
  const press = () => {
    const url = new URL(path, window.location.origin).href;
    setAddress(url);
    void share(title, url).then(setOutcome);
  };
  const close = () => setOutcome(null);
  return (
    <>
      <Button variant="secondary" onClick={press}>
        <Icon glyph={Share2} />
        {labels.share}
      </Button>
      {outcome === 'copied' ? (
        <Toast tone="pass" role="status" title={labels.copied} onClose={close}>
          {labels.copiedBody}
        </Toast>
      ) : null}
      {outcome === 'failed' ? (
        <Toast tone="fail" role="alert" title={labels.copyFailed} onClose={close}>
          {labels.copyFailedBody} {address}
        </Toast>
      ) : null}
    </>
  );
}
