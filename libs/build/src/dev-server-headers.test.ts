import { devServerHeaders } from './dev-server-headers.ts';

test.each(['http://localhost:3000', 'http://127.0.0.1:3100', 'https://localhost'])(
  'a page of %s may read',
  (origin) => {
    expect(devServerHeaders(origin)).toEqual({ vary: 'origin', 'access-control-allow-origin': origin });
  },
);

test.each([
  undefined,
  'null',
  'https://elsewhere.example',
  'http://localhost.elsewhere.example',
  'http://localhost:3000.elsewhere.example',
  'http://localhost:3000\nhttps://elsewhere.example',
])('no origin is allowed for a request of %j', (origin) => {
  expect(devServerHeaders(origin)).toEqual({ vary: 'origin' });
});
