/** URLs of the page's files. */
export interface ReferenceUrls {
  icon: string
  tokens: string
  page: string
  theme: string
  scalar: string
  start: string
}

/** Scalar inserts style elements at run time, so inline styles are allowed. Scripts and requests are not. */
export const REFERENCE_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page at `/docs`: a header of our own, and the element in which Scalar renders the API document. */
export function referencePage({ icon, tokens, page, theme, scalar, start }: ReferenceUrls): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f2">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14101f">
<meta name="description" content="Every endpoint, schema and error of this Lyceum service.">
<title>Lyceum API reference</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${tokens}">
<link rel="stylesheet" href="${page}">
<link rel="stylesheet" href="${theme}">
<script defer src="${scalar}"></script>
<script defer src="${start}"></script>
</head>
<body>
<header class="bar">
<a class="brand" href="/docs"><img src="${icon}" alt="" width="28" height="28">Lyceum API</a>
<nav aria-label="Documents"><a href="/docs/live">Live channel</a><a href="/openapi.json">OpenAPI</a><a href="/">App</a></nav>
</header>
<main id="reference"></main>
<noscript><p class="noscript">This page needs JavaScript. The document that it shows is <a href="/openapi.json">/openapi.json</a>.</p></noscript>
</body>
</html>
`
}
