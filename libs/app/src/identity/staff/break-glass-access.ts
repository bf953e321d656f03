import type { Context } from '@ve/data/kernel/context';
import { createBreakGlassSession, findBreakGlassSession } from '@ve/data/identity/staff/local-admin.repository';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import { newSecretToken } from '../../kernel/secret-token.ts';
import { auditStaffAction } from './staff-audit.ts';

/** Limits attempts with the break-glass secret. */
const attempts = { name: 'break-glass', perHour: 30, burst: 10, code: 'sign-in-attempts-exceeded' } as const;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface BreakGlassSignInResult {
  answer: { outcome: 'opened' | 'refused' };
  /** The token for the cookie of an opened session. */
  token: string | null;
}

/** Break-glass: staff rights without a user, for a caller on the machine itself who knows its secret. */
export class BreakGlassAccess {
  readonly #secret: string | undefined;

  /** `secret`: undefined where break-glass access is not configured. */
  constructor(secret: string | undefined) {
    this.#secret = secret;
  }

  get isConfigured(): boolean {
    return this.#secret !== undefined;
  }

  /** Returns the id of the open session of a token, by its hash; null for none. */
  find({ em, now }: Pick<Context, 'em' | 'now'>, tokenHash: string): Promise<string | null> {
    if (this.#secret === undefined) return Promise.resolve(null);
    return findBreakGlassSession(em, this.#boundHash(this.#secret, tokenHash), now());
  }

  /**
   * Opens a session for a caller who knows the secret.
   * @throws ProblemError `sign-in-attempts-exceeded`
   */
  async open({ em, now }: Pick<Context, 'em' | 'now'>, given: string): Promise<BreakGlassSignInResult> {
    await consumeClientLimit(em, { limit: attempts, client: 'loopback' }, now());
    const secret = this.#secret;
    if (secret === undefined || !timingSafeEqual(digest(given), digest(secret))) {
      return { answer: { outcome: 'refused' }, token: null };
    }
    const token = await em.transactional(async (transaction) => {
      const opened = await this.createSession(transaction, now());
      const actor = { kind: 'local-admin', sessionId: opened.id } as const;
      await auditStaffAction(transaction, { actor, now }, { action: 'break-glass.opened', subject: opened.id });
      return opened.token;
    });
    return { answer: { outcome: 'opened' }, token };
  }

  /** Creates a session in the caller's transaction; returns its id and token. */
  async createSession(em: Context['em'], now: Date): Promise<{ id: string; token: string }> {
    if (this.#secret === undefined) throw new Error('Break-glass access is not configured');
    const { token, hash } = newSecretToken();
    return { id: await createBreakGlassSession(em, this.#boundHash(this.#secret, hash), now), token };
  }

  /** Bound to the secret: sessions opened with an earlier secret are invalid. */
  #boundHash(secret: string, hash: string): string {
    return createHmac('sha256', secret).update(hash).digest('hex');
  }
}
