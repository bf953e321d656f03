import { type Pool, type TypeOverrides, types } from 'pg';

/**
 * Makes a pool's connections return every `timestamptz` as a `Date`, in raw SQL too, where MikroORM has the driver
 * return text. Inside JSON it stays text. Applied to MikroORM's own pool, which has its own parsers.
 */
export const parseInstantsAsDates = ({ options }: Pool): void => {
  (options.types as TypeOverrides).setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text));
};
