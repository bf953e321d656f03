/** The actor in the history of moves for automatic rollbacks by the workers. */
export const canaryWatchActor = 'canary-watch';
