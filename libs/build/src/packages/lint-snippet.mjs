import { ESLint } from 'eslint';
import { text } from 'node:stream/consumers';

/*
 * Lints code that is not on disk with the repository's configuration, in a separate process because jest's module
 * loader cannot load ESLint's plugins. In: [{ file, code }]; out: the rules broken, per entry.
 */
const eslint = new ESLint({ cwd: process.argv[2] });
const answers = [];
for (const { file, code } of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(code, { filePath: file });
  answers.push((result?.messages ?? []).map((message) => message.ruleId ?? message.message));
}
process.stdout.write(JSON.stringify(answers));
