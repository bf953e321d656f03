/** The page sent when no other can be sent: no scripts or styles, which could fail as well. */
export const serviceUnavailablePage = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Service not available</title>
</head>
<body>
<h1>The service is not available right now</h1>
<p>Try again in a minute.</p>
<p><a href="">Try again</a></p>
</body>
</html>
`;
