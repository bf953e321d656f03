/* global document, DOMParser, fetch, setInterval */
// Refreshes each vendor's state and calls while the page is visible; the page works without it.
const everyMs = 2_000;

async function refresh() {
  if (document.visibilityState !== 'visible') return;
  const answer = await fetch('/control', { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const place of document.querySelectorAll('[data-live]')) {
    const next = fresh.querySelector(`[data-live="${place.dataset.live}"]`);
    if (next && next.innerHTML !== place.innerHTML) place.replaceChildren(...next.childNodes);
  }
}

setInterval(() => {
  refresh().catch(() => {
    // The sandbox is restarting: the next refresh retries.
  });
}, everyMs);
