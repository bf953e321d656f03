import type { Context } from '@ve/data/kernel/context';

/** The signed-in user, on a route for customers. @throws Error for any other actor: the route's audience is wrong */
export function userIdOfActor({ actor }: Pick<Context, 'actor'>): string {
  if (actor.kind === 'customer' || actor.kind === 'staff') return actor.userId;
  throw new Error(`A ${actor.kind} has no user id: the route must be for customers`);
}
