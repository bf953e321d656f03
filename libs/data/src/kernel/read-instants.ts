import { type Pool, type TypeOverrides, types } from 'pg';

/**
 * Makes a pool's connections give every `timestamptz` as a `Date`, in raw SQL too, where MikroORM has the driver leave it
 * as text. Inside JSON it stays text. The pool is MikroORM's, which gives it parsers of its own.
 */
export const readInstants = ({ options }: Pool): void => {
  (options.types as TypeOverrides).setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text));
};
