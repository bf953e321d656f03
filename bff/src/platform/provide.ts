import type { FactoryProvider, InjectionToken } from '@nestjs/common';

/** Registers a class of `libs/app`, which knows nothing of Nest, with the providers that its constructor takes. */
export const provide = <Args extends unknown[], T>(
  type: new (...args: Args) => T,
  inject: { [K in keyof Args]: InjectionToken<Args[K]> },
): FactoryProvider<T> => ({ provide: type, useFactory: (...args: Args) => new type(...args), inject });
