/** A page without scripts and styles, which could fail as well. The parts are HTML. */
export const plainPage = ({
  title,
  heading,
  paragraphs,
}: {
  title: string;
  heading: string;
  paragraphs: readonly string[];
}): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<h1>${heading}</h1>
${paragraphs.map((each) => `<p>${each}</p>`).join('\n')}
</body>
</html>
`;
