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
    this.#logger.debug(textOf(message));
  }

  debug(message: unknown): void {
    this.#logger.debug(textOf(message));
  }

  verbose(message: unknown): void {
    this.#logger.trace(textOf(message));
  }

  warn(message: unknown): void {
    this.#logger.warn({ warning: textOf(message) }, 'framework warning');
  }

  error(message: unknown): void {
    this.#logger.error({ err: message }, 'framework error');
  }

  fatal(message: unknown): void {
    this.#logger.fatal({ err: message }, 'framework error');
  }
}
