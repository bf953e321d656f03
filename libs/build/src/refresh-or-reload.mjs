/*
 * Part of a remote that is worked on. A page whose shell is built for production (a remote that staff put in place of a
 * release) has a React that cannot replace components, so it is loaded again after an update.
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
