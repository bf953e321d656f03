/*
 * Runs before React in a shell that is built for development. React reports its renderers to this hook, and the refresh
 * runtime of every remote that is worked on, each loaded later and with its own, finds them here.
 */
const name = '__REACT_DEVTOOLS_GLOBAL_HOOK__';
const ignore = () => undefined;

/** React's developer tools bring a hook of their own. */
const hook = (globalThis[name] ??= {
  renderers: new Map(),
  supportsFiber: true,
  inject: (renderer) => {
    const id = hook.renderers.size + 1;
    hook.renderers.set(id, renderer);
    return id;
  },
  checkDCE: ignore,
  onCommitFiberRoot: ignore,
  onCommitFiberUnmount: ignore,
  onPostCommitFiberRoot: ignore,
  onScheduleFiberRoot: ignore,
});

const { inject } = hook;

/** A renderer has one place for what finds the newest version of a component; here each remote has its own. */
hook.inject = (renderer) => {
  const finders = new Set();
  const find = (type) => {
    for (const finder of finders) {
      const family = finder(type);
      if (family !== undefined) return family;
    }
    return undefined;
  };
  return inject.call(hook, {
    ...renderer,
    setRefreshHandler: (finder) => {
      if (finder !== null) finders.add(finder);
      renderer.setRefreshHandler?.(finder === null ? null : find);
    },
  });
};
