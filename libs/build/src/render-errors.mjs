/*
 * Part of a remote that is worked on. Shows what it throws over the page, with file and line, until the next update. The
 * shell contains such errors and shows that something went wrong, and React logs them.
 */
/* global __webpack_public_path__ */
const { document, location } = globalThis;
const served = new URL(__webpack_public_path__, location.href).href;
const isOwn = (error) => error instanceof Error && (error.stack ?? '').includes(served);

let shown = null;
const hide = () => {
  shown?.remove();
  shown = null;
};

/** By properties: the policy of our pages forbids style attributes. */
const styled = (element, text, style) => {
  element.textContent = text;
  Object.assign(element.style, style);
  return element;
};

async function show(error) {
  const stack = error.stack ?? String(error);
  const answer = await fetch(`${served}ve-stack`, { method: 'POST', body: stack }).catch(() => null);
  const mapped = answer?.ok ? await answer.text() : stack;
  hide();
  shown = styled(document.createElement('div'), '', {
    position: 'fixed',
    inset: '0',
    zIndex: '2147483647',
    overflow: 'auto',
    padding: '2rem',
    background: 'rgb(24 24 27 / 94%)',
    color: '#fafafa',
    font: '14px/1.5 ui-monospace, monospace',
  });
  shown.id = 've-render-error';
  shown.setAttribute('role', 'alert');
  const close = styled(document.createElement('button'), 'Close', { float: 'right', font: 'inherit' });
  close.addEventListener('click', hide);
  const [message = '', ...places] = mapped.split('\n');
  shown.append(
    close,
    styled(document.createElement('strong'), message, { color: '#fca5a5' }),
    styled(document.createElement('pre'), places.join('\n'), { whiteSpace: 'pre-wrap', font: 'inherit' }),
  );
  document.body.append(shown);
  globalThis.dispatchEvent(new Event('ve-render-error'));
}

const { error: log } = console;
console.error = (...given) => {
  log.apply(console, given);
  const thrown = given.find(isOwn);
  if (thrown !== undefined) void show(thrown);
};
globalThis.addEventListener('error', ({ error }) => {
  if (isOwn(error)) void show(error);
});
import.meta.webpackHot?.addStatusHandler((status) => {
  if (status === 'apply') hide();
});
