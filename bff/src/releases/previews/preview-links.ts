import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { SigningKey } from '@ve/app/kernel/signing-key';
import { readReleaseCookieSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BffConfig } from '../../config.ts';
import { previewOrigin } from '../../http/preview-host.ts';
import { BffDatabase } from '../../platform/database.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';

/** The parameter of a link that has its key. */
export const previewKeyParameter = 'preview-key';

const keyPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;

const signatureOf = (preview: string, id: string, key: string): Buffer =>
  createHmac('sha256', key).update(`preview ${preview} ${id}`).digest();

/** The links of previews. Their keys are derived from the row's id, so that no table holds one. */
@Injectable()
export class PreviewLinks {
  readonly #config: BffConfig;
  readonly #key: SigningKey;

  constructor(@Inject(CONFIG_TOKEN) config: BffConfig, @Inject(BffDatabase) database: BffDatabase) {
    this.#config = config;
    this.#key = new SigningKey(() => readReleaseCookieSigningKey(database.reader, 'preview'));
  }

  /** The origin of a preview. @throws ProblemError `preview-refused` where this service has no previews */
  originOf(preview: string): string {
    const origin = previewOrigin(this.#config, preview);
    if (origin !== null) return origin;
    throw new ProblemError('preview-refused', { detail: 'This site has no previews: PREVIEW_DOMAIN is not set' });
  }

  /** The address that opens a preview. @throws as `originOf` */
  async linkOf({ preview, id }: { preview: string; id: string }): Promise<string> {
    const signature = signatureOf(preview, id, await this.#key.read()).toString('base64url');
    return `${this.originOf(preview)}/?${previewKeyParameter}=${id}.${signature}`;
  }

  /** The id for which the key of a preview was made; null if it was not made here, or for another name. */
  async idIn(preview: string, key: string): Promise<string | null> {
    const [, id, signature] = keyPattern.exec(key) ?? [];
    if (id === undefined || signature === undefined) return null;
    const expected = signatureOf(preview, id, await this.#key.read());
    const given = Buffer.from(signature, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  }
}
