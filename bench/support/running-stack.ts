/** The stack that `BENCH_URL` and `BENCH_SANDBOX_URL` name; null, with a message, when either is unset. */
export function findRunningStack(): { site: string; sandbox: string } | null {
  const { BENCH_URL: site = '', BENCH_SANDBOX_URL: sandbox = '' } = process.env;
  if (site !== '' && sandbox !== '') return { site, sandbox };
  console.log('  not measured: start the product (npm start) and name it and its sandbox:');
  console.log('  BENCH_URL=http://localhost:3000 BENCH_SANDBOX_URL=http://127.0.0.1:3900');
  return null;
}
