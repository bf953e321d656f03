import { isPrefetchRequest, isRobotRequest } from './page-request.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
    false,
  ],
  // CUBOT is a make of phones.
  ['Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36', false],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', true],
  ['facebookexternalhit/1.1', true],
  ['', false],
  [undefined, false],
])('classifies %j as a robot: %s', (agent, robot) => {
  expect(isRobotRequest({ headers: agent === undefined ? {} : { 'user-agent': agent } })).toBe(robot);
});

it.each([
  [{ 'sec-purpose': 'prefetch' }, true],
  [{ 'sec-purpose': 'prefetch;prerender' }, true],
  [{ purpose: 'prefetch' }, true],
  [{ 'x-moz': 'prefetch' }, true],
  [{ 'x-moz': ['prefetch', 'x'] }, true],
  [{ 'sec-purpose': '' }, false],
  [{ 'sec-fetch-dest': 'document' }, false],
])('classifies %j as a prefetch: %s', (headers, ahead) => {
  expect(isPrefetchRequest({ headers })).toBe(ahead);
});
