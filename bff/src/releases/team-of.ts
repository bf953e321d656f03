import type { Context } from '@ve/data/kernel/context';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { ReleaseAction } from '@ve/domain/kernel/release/release-token-scope';

/**
 * The team's name in the history, and the id of its token for the audit log.
 * @throws ProblemError `access-denied` when the token is for none of the names, or permits none of the actions
 */
export const teamOf = (
  { actor }: Context,
  names: readonly string[],
  actions: readonly ReleaseAction[],
): { by: string; token: string } => {
  if (actor.kind !== 'team') throw new Error(`A ${actor.kind} is no team: the route must be for teams`);
  if (!names.some((name) => actor.names.includes(name))) {
    throw new ProblemError('access-denied', { detail: `This token may release ${actor.names.join(', ')} only` });
  }
  if (!actions.some((action) => actor.actions.includes(action))) {
    throw new ProblemError('access-denied', {
      detail: `This token may ${actor.actions.join(', ')} only; this needs one that may ${actions.join(' or ')}`,
    });
  }
  return { by: `token:${actor.label}`, token: actor.id };
};

/** Whether the token of the team permits one of the actions. */
export const isPermitted = ({ actor }: Context, actions: readonly ReleaseAction[]): boolean =>
  actor.kind === 'team' && actions.some((action) => actor.actions.includes(action));
