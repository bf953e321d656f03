import type { FactoryProvider, InjectionToken } from '@nestjs/common';

/** Registers a class of `libs/app`, which knows nothing of Nest, with the providers that its constructor takes. */
export const provideClass = <Args extends unknown[], T>(
  type: new (...args: Args) => T,
  inject: { [K in keyof Args]: InjectionToken<Args[K]> },
): FactoryProvider<T> => ({ provide: type, useFactory: (...args: Args) => new type(...args), inject });

/** As `provide`, for a class whose constructor takes one object: each field names its provider. */
export const provideClassWithDeps = <Deps extends object, T>(
  type: new (deps: Deps) => T,
  tokens: { [K in keyof Deps]: InjectionToken<Deps[K]> },
): FactoryProvider<T> => {
  const fields = Object.keys(tokens) as (keyof Deps)[];
  return {
    provide: type,
    useFactory: (...found: unknown[]) =>
      new type(Object.fromEntries(fields.map((field, index) => [field, found[index]])) as Deps),
    inject: fields.map((field) => tokens[field]),
  };
};
