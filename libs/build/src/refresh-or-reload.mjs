/*
 * Part of a remote that is worked on. In a production shell (a remote with which staff override a release), React
 * cannot replace components, so the page is reloaded after an update.
 */
const canRefresh = () =>
  [...(globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__?.renderers?.values() ?? [])].some(
    ({ scheduleRefresh }) => typeof scheduleRefresh === 'function',
  );

let updating = false;
import.meta.webpackHot?.addStatusHandler((status) => {
  if (status === 'apply') updating = true;
  if (status !== 'idle' || !updating) return;
  updating = false;
  if (!canRefresh()) globalThis.location.reload();
});
