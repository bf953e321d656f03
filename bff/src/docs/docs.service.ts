import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { createReadStream, type ReadStream } from 'node:fs';
import { once } from 'node:events';
import { type ApiDocsScript, writeApiDocsScriptFiles } from './api-docs-script.ts';

/** Each holds a file handle and 64 KB; the script is for developers only. */
const streamsInAll = 32;

@Injectable()
export class DocsService implements OnApplicationShutdown {
  #write: (() => OpenAPIObject) | null = null;
  #document: OpenAPIObject | null = null;
  #script: Promise<ApiDocsScript> | null = null;
  #streams = 0;

  /**
   * Sets the document to serve. It is generated on first read, because that takes longer than the rest of the start-up.
   */
  publish(write: () => OpenAPIObject): void {
    this.#write = write;
  }

  document(): OpenAPIObject {
    this.#document ??= this.#write?.() ?? null;
    if (!this.#document) throw new ProblemError('service-unavailable', { retryAfterSeconds: 5 });
    return this.#document;
  }

  /**
   * The script that renders the documentation, streamed from a file that is written on first use.
   * @throws ProblemError `too-many-requests` while too many streams are open
   */
  async script(packed: boolean): Promise<ReadStream> {
    if (this.#streams >= streamsInAll) throw new ProblemError('too-many-requests', { retryAfterSeconds: 5 });
    this.#streams += 1;
    try {
      const files = await this.#files();
      const stream = createReadStream(packed ? files.packed : files.plain);
      await once(stream, 'open');
      stream.once('close', () => (this.#streams -= 1));
      return stream;
    } catch (error) {
      this.#streams -= 1;
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#script?.then((files) => files.remove()).catch(() => undefined);
  }

  #files(): Promise<ApiDocsScript> {
    this.#script ??= writeApiDocsScriptFiles().catch((error: unknown) => {
      this.#script = null;
      throw error;
    });
    return this.#script;
  }
}
