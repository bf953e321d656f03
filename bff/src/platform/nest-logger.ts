import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@ve/server-kit/log/logger';

const textOf = (message: unknown): string =>
  message instanceof Error ? message.message : typeof message === 'string' ? message : JSON.stringify(message);

/** Forwards Nest's log to the process's log, its routine lines at debug level. */
export class NestLogger implements LoggerService {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  log(message: unknown): void {
    this.#logger.debug({ event: 'framework_message', text: textOf(message) }, 'The framework wrote a message.');
  }

  debug(message: unknown): void {
    this.#logger.debug({ event: 'framework_message', text: textOf(message) }, 'The framework wrote a message.');
  }

  verbose(message: unknown): void {
    this.#logger.trace({ event: 'framework_message', text: textOf(message) }, 'The framework wrote a message.');
  }

  warn(message: unknown): void {
    this.#logger.warn({ event: 'framework_warning', warning: textOf(message) }, 'The framework reported a warning.');
  }

  error(message: unknown): void {
    this.#logger.error({ event: 'framework_error', err: message }, 'The framework reported an error.');
  }

  fatal(message: unknown): void {
    this.#logger.fatal({ event: 'framework_error', err: message }, 'The framework reported an error.');
  }
}
