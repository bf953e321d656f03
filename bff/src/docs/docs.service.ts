import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { readScalarScript } from './scalar-script.ts';

@Injectable()
export class DocsService {
  #document: OpenAPIObject | null = null;
  #script: Promise<string> | null = null;

  /** Hands over the document, which can be made only when every controller is there. */
  publish(document: OpenAPIObject): void {
    this.#document = document;
  }

  document(): OpenAPIObject {
    if (!this.#document) throw new ProblemError('service-unavailable', { retryAfterSeconds: 5 });
    return this.#document;
  }

  script(): Promise<string> {
    this.#script ??= readScalarScript().catch((error: unknown) => {
      this.#script = null;
      throw error;
    });
    return this.#script;
  }
}
