/**
 * The theme's tokens come from the page; if the page failed before it set them, the browser's colours are used. The
 * shadow root isolates these styles from the page's.
 */
const variables = `
:host {
  all: initial;
  display: block;
  --surface: var(--ve-surface, Canvas);
  --text: var(--ve-text, CanvasText);
  --muted: var(--ve-muted, CanvasText);
  --line: var(--ve-line-strong, CanvasText);
  --info: var(--ve-info, CanvasText);
  --tint: var(--ve-info-tint, Canvas);
  --warn: var(--ve-warn, CanvasText);
  font: 400 0.875rem/1.5 'Hanken Grotesk', system-ui, sans-serif;
  color: var(--text);
}
@media print { :host { display: none; } }
*, *::before { box-sizing: border-box; }
p, ul, h2, h3 { margin: 0; padding: 0; font: inherit; }
ul { list-style: none; }
strong, h2, h3 { font-weight: 600; }
button {
  min-height: 2.75rem;
  padding: 0.25rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--surface);
  color: var(--text);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:disabled { cursor: default; color: var(--muted); }
:focus-visible {
  outline: 3px solid var(--ve-plate, Highlight);
  outline-offset: 2px;
  box-shadow: 0 0 0 2px var(--ve-focus-ink, CanvasText);
}
`;

const bar = `
.bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
  padding: 0.5rem 1rem;
  border-bottom: 2px solid var(--info);
  background: var(--tint);
  overflow-wrap: anywhere;
}
.said { flex: 1 1 16rem; min-width: 0; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.warn { color: var(--warn); font-weight: 600; }
.warn::before { content: '! '; }
.why { color: var(--muted); }
`;

const panel = `
.panel {
  position: fixed;
  right: 0;
  bottom: 0;
  z-index: 2147483647;
  width: min(26rem, 100%);
  max-height: 60vh;
  overflow: auto;
  padding: 1rem;
  border: 2px solid var(--info);
  background: var(--surface);
  box-shadow: 0 4px 24px var(--ve-shadow, CanvasText);
  overflow-wrap: anywhere;
}
.head { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
.head h2 { font-size: 1rem; }
.head h2:focus { outline: none; box-shadow: none; }
.area { padding-block: 0.5rem; border-top: 1px solid var(--line); margin-top: 0.5rem; }
.area p { color: var(--muted); }
.boxes { position: absolute; top: 0; left: 0; z-index: 2147483646; pointer-events: none; }
.box { position: absolute; border: 2px dashed var(--info); }
.box span {
  position: absolute;
  top: 0;
  left: 0;
  max-width: 100%;
  overflow: hidden;
  padding: 0 0.25rem;
  background: var(--tint);
  color: var(--info);
  font-weight: 600;
  white-space: nowrap;
  text-overflow: ellipsis;
}
`;

export const devtoolsStyles = variables + bar + panel;
