import { jsonForScript } from './json-for-script.ts';

test('text that would end or change the script element is escaped, and read as it was', () => {
  const value = { text: '</script><!-- &amp; \u2028\u2029 £ "' };
  const json = jsonForScript(value);
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual(value);
});
