import { readReleaseCookieSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { isVisitorInCanary } from '@ve/domain/releases/is-in-canary';
import { createHmac } from 'node:crypto';
import { newVisitorChannelId } from '../releases/live/visitor-channels.ts';
import type { TestApp } from './test-app.ts';

/** The cookie of a new visitor who is, or is not, in the canary of the name at this share. */
export const createReleaseChannelCookie = async (
  app: TestApp,
  { name, share, isIn }: { name: string; share: number; isIn: boolean },
): Promise<string> => {
  const key = await readReleaseCookieSigningKey(app.em(), 'channel');
  for (;;) {
    const id = newVisitorChannelId();
    if (isVisitorInCanary(id, name, share) !== isIn) continue;
    return `ve-channel=${id}.${createHmac('sha256', key).update(`channel ${id}`).digest('base64url')}`;
  }
};
