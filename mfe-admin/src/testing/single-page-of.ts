/** The only page of a list. */
export const singleListPageOf = <Row>(rows: Row[]) => ({
  rows,
  first: rows.length === 0 ? null : 'first',
  last: rows.length === 0 ? null : 'last',
  hasNewer: false,
  hasOlder: false,
  total: rows.length,
  isMore: false,
});
