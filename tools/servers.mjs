/** The packages that run in servers, whose `dist` is compiled from their `src`. */
export const serverPackages = [
  ...['domain', 'contracts', 'data', 'providers', 'app', 'server-kit'].map((name) => `libs/${name}`),
  ...['sandbox', 'bff', 'workers'],
];
