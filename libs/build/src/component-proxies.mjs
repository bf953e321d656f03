/*
 * Keeps the state of components in a production React while their modules are replaced: see component-proxies.cjs.
 * Nothing here depends on how React works inside.
 */
import { useSyncExternalStore } from 'react';
import { jsx } from 'react/jsx-runtime';

const proxies = new Map();
/** The hooks of each module, by its path. */
const modules = new Map();
const listeners = new Set();
let version = 0;
let needsReload = false;

const subscribe = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Another component for the same function, so that its state begins again. */
const renew = (known) => {
  known.Versioned = (props) => known.source(props);
};

function createComponentProxy() {
  const known = { source: null, signature: null, Versioned: null, Proxied: null };
  renew(known);
  const Proxied = (props) => {
    useSyncExternalStore(subscribe, () => version);
    // Copied, because React does not render again for the same properties.
    return jsx(known.Versioned, { ...props });
  };
  known.Proxied = Proxied;
  return known;
}

/** The component to use in the place of a function, the same for every version of it. */
export function componentProxy(id, source, signature) {
  const known = proxies.get(id) ?? createComponentProxy();
  proxies.set(id, known);
  if (known.signature !== null && known.signature !== signature) renew(known);
  Object.assign(known, { source, signature });
  return known.Proxied;
}

/** Called by each module when it is evaluated, again after an update of it. */
export function moduleEvaluated(path, signature, isKept) {
  if (modules.has(path) && !isKept) needsReload = true;
  // Any component may use a hook of this module.
  if (modules.has(path) && modules.get(path) !== signature) proxies.forEach(renew);
  modules.set(path, signature);
}

// What failed is no longer mounted, so that it cannot be rendered again.
globalThis.addEventListener('ve-render-error', () => {
  needsReload = true;
});

let isUpdating = false;
import.meta.webpackHot?.addStatusHandler((status) => {
  if (status === 'apply') isUpdating = true;
  if (status !== 'idle' || !isUpdating) return;
  isUpdating = false;
  if (needsReload) globalThis.location.reload();
  version += 1;
  for (const listener of listeners) listener();
});
