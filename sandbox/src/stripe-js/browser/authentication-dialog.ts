const pollMs = 400;

/**
 * Shows the bank's page as an overlay until `isPending` returns false. As with the real one, only the buttons of the
 * bank's page close it.
 */
export async function showAuthenticationDialog(url: string, isPending: () => Promise<boolean>): Promise<void> {
  const before = document.activeElement;
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  frame.src = url;
  frame.title = '3D Secure authentication';
  dialog.setAttribute('aria-label', 'Your bank asks you to authenticate');
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    boxSizing: 'border-box',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '16px',
    border: '0',
    background: 'rgba(0, 0, 0, 0.6)',
    display: 'grid',
    placeItems: 'center',
  });
  Object.assign(frame.style, {
    width: '100%',
    maxWidth: '480px',
    height: '100%',
    maxHeight: '560px',
    border: '0',
    borderRadius: '12px',
  });
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  frame.focus();
  try {
    await untilAnswered(frame, isPending);
  } finally {
    dialog.close();
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

/** Checks immediately when the bank's page loads or sends a message, and otherwise a few times a second. */
async function untilAnswered(frame: HTMLIFrameElement, isPending: () => Promise<boolean>): Promise<void> {
  let ask: () => void = () => undefined;
  const onMessage = ({ source }: MessageEvent): void => {
    if (source === frame.contentWindow) ask();
  };
  const onLoad = (): void => ask();
  window.addEventListener('message', onMessage);
  frame.addEventListener('load', onLoad);
  try {
    while (await isPending()) {
      await new Promise<void>((resolve) => {
        ask = resolve;
        setTimeout(resolve, pollMs);
      });
    }
  } finally {
    window.removeEventListener('message', onMessage);
  }
}
