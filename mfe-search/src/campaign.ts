/** Campaign parameters, which are kept from page to page. */
function campaignParametersOf(search: URLSearchParams): [string, string][] {
  return [...search].filter(([name]) => name.startsWith('utm_'));
}

/** A URL with the visitor's campaign parameters: `/report?reg=AB12CDE&utm_source=partner`. */
export function urlWithCampaign(path: string, own: Readonly<Record<string, string>>, search: URLSearchParams): string {
  const query = new URLSearchParams([...Object.entries(own), ...campaignParametersOf(search)]).toString();
  return query ? `${path}?${query}` : path;
}
