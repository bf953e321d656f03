/*
 * Runs before React in a development shell. React reports its renderers to this hook, where the refresh runtime of
 * every remote that is worked on finds them; each remote loads its own later.
 */
const name = '__REACT_DEVTOOLS_GLOBAL_HOOK__';
const ignore = () => undefined;

/** React's developer tools install their own hook. */
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

/** A renderer has a single handler that finds the newest version of a component; this keeps one per remote. */
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
