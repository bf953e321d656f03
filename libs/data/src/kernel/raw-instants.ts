/** A row of raw SQL with its instants as `Date`s: the driver leaves them as text there, unlike in the query builder. */
export const withInstants = <Row extends object>(row: Row, names: readonly (keyof Row)[]): Row => ({
  ...row,
  ...Object.fromEntries(
    names.map((name) => {
      const at = row[name];
      return [name, typeof at === 'string' ? new Date(at) : at];
    }),
  ),
});
