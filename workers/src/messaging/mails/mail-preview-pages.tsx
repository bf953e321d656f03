import { isStaffMailTemplate } from '@ve/contracts/mails';
import type { HealthServerPage } from '@ve/server-kit/health/health-server';
import { renderToStaticMarkup } from 'react-dom/server';
import { exampleMailReaders, mailExamples } from './mail-examples.ts';
import { renderEmail } from './render-email.ts';

const html = 'text/html; charset=utf-8';
const text = 'text/plain; charset=utf-8';

/** Development pages: `/mails` lists every example, each available as HTML and as text. */
const mailPreviewPages = async (path: string): Promise<HealthServerPage | null> => {
  if (path === '/mails') return { type: html, body: `<!doctype html>${renderToStaticMarkup(<MailList />)}` };
  const [, template = '', name = '', form] = /^\/mails\/([a-z-]+)\/([a-z-]+)\.(html|txt)$/.exec(path) ?? [];
  const example = examples.find((each) => each.template === template && each.name === name);
  if (!example) return null;
  const bodies = await renderEmail(example.content, isStaffMailTemplate(template) ? null : exampleMailReaders.member);
  return form === 'html' ? { type: html, body: bodies.html } : { type: text, body: bodies.text };
};

/** The mail pages, in development only. */
export const mailPreviewPagesFor = (environment: 'development' | 'test' | 'production') =>
  environment === 'development' ? { pages: mailPreviewPages } : {};

const examples = Object.entries(mailExamples).flatMap(([template, named]) =>
  Object.entries(named).map(([name, content]) => ({ template, name, content })),
);

const MailList = () => (
  <html lang="en-GB">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Mails</title>
      <style>{style}</style>
    </head>
    <body>
      <h1>Mails</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">Template</th>
            <th scope="col">Example</th>
            <th scope="col">Subject</th>
            <th scope="col">Read it as</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(({ template, name, content }) => (
            <tr key={`${template}/${name}`}>
              <td>{template}</td>
              <td>{name}</td>
              <td>{content.subject}</td>
              <td>
                <a href={`/mails/${template}/${name}.html`}>HTML</a> <a href={`/mails/${template}/${name}.txt`}>text</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </body>
  </html>
);

const style = `
  :root { color-scheme: light dark; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid; text-align: left; }
  td:first-child, td:last-child { white-space: nowrap; }
  td:nth-child(3) { overflow-wrap: anywhere; }
`;
