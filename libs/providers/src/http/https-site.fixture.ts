import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A certificate of `localhost` for tests, until 2120. Its key is public, and no client trusts it by itself. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBYjCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPfIaxTKWaXQiOVV
7F8Vy0hRaN7ozsY1B5FWbwYoXJk+Rb15GY45txmxG9taMEzfoxxF8gD4Vn70jKp0
lihfumejSDBGMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAPBgNVHRMBAf8EBTADAQH/
MB0GA1UdDgQWBBR9N2K5v3fYRT6CubqQ8Wx3DyDInDAKBggqhkjOPQQDAgNJADBG
AiEAzJZD2dHX/lZomqTcut9j4ZQWz4FoPweAHEeSsrlebsACIQCSYGTuhfAjFOZN
rT56wu0cFIeKrQ0GQ80HIFdr6eiy9g==
-----END CERTIFICATE-----
`;
const testCertificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgg2G2syr/2DHnon0G
Q9DwaFHQSzqPpXWHAz1K9I5J1lmhRANCAAT3yGsUylml0IjlVexfFctIUWje6M7G
NQeRVm8GKFyZPkW9eRmOObcZsRvbWjBM36McRfIA+FZ+9IyqdJYoX7pn
-----END PRIVATE KEY-----
`;

/** A site with TLS at `https://localhost`, on a free port. */
export const startHttpsSite = async (answer: RequestListener) => {
  const server = createServer({ cert: testCertificate, key: testCertificateKey }, answer).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Stands for Stripe in live mode, in which the offered price is one of test mode. */
export const startStripeWithTestPrice = () =>
  startHttpsSite((_request, response) => {
    const recurring = { interval: 'month', interval_count: 1 };
    const price = { id: 'price_1', active: true, unit_amount: 890, currency: 'gbp', livemode: false, recurring };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'price', ...price }));
  });
