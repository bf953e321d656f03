/** Under what name the history of moves has what the workers take back by themselves. */
export const canaryWatch = 'canary-watch';
