import { terminalText } from './terminal-text.ts';

test.each([
  ['\u001b[2J\u001b[31mthe site\u001b[0m\r\u0007 says\n\tno', '', 'the site says\n\tno'],
  ['abc \u202eis here', '', 'abc is here'],
  ['sent secret, got se\u001b[1mcret', 'secret', 'sent (token), got (token)'],
])('%j is printed without what a terminal would obey, and without the token', (text, token, expected) => {
  expect(terminalText(text, token)).toBe(expected);
});
