import { escapeHtml } from '../../../platform/mail/email-layout.ts'
import { describeType, exampleOf, type JsonSchema } from './json-schema.ts'

/** The parts of an AsyncAPI document that the page shows. */
export interface LiveDocument {
  asyncapi: string
  info: { title: string; version: string; description: string }
  servers: Record<string, { host: string; protocol: string }>
  channels: Record<string, { address: string }>
  operations: Record<string, { action: string }>
  components: { messages: Record<string, { name: string; summary: string; payload: JsonSchema }> }
}

export interface LiveUrls {
  icon: string
  tokens: string
  page: string
  live: string
}

/** The page needs no script. */
export const LIVE_CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The document speaks for the service: a frame that the service receives is one that the client sends. */
const DIRECTIONS = [
  { action: 'receive', id: 'you-send', title: 'You send' },
  { action: 'send', id: 'you-receive', title: 'You receive' },
]

/** The page at `/docs/live`: every frame of the live channel with its fields and an example. */
export function livePage(document: LiveDocument, { icon, tokens, page, live }: LiveUrls): string {
  const { info } = document
  const directions = DIRECTIONS.map(({ action, ...heading }) => ({
    ...heading,
    frames: framesOf(document, action),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f2">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14101f">
<meta name="description" content="Every frame of the live channel of this Lyceum service.">
<title>Lyceum live channel</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${tokens}">
<link rel="stylesheet" href="${page}">
<link rel="stylesheet" href="${live}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="/docs"><img src="${icon}" alt="" width="28" height="28">Lyceum API</a>
<nav aria-label="Documents"><a href="/docs">Endpoints</a><a href="/asyncapi.json">AsyncAPI</a><a href="/">App</a></nav>
</header>
<div class="columns">
<nav class="frames" aria-label="Frames">${directions.map(contents).join('')}</nav>
<main id="content">
<h1>${escapeHtml(info.title)}</h1>
<p class="version">Version ${escapeHtml(info.version)}, AsyncAPI ${escapeHtml(document.asyncapi)}</p>
${markdown(info.description)}
<dl><dt>Address</dt><dd><code>${escapeHtml(addressOf(document))}</code></dd></dl>
${directions.map(section).join('')}
</main>
</div>
</body>
</html>
`
}

type Frame = LiveDocument['components']['messages'][string]
interface Direction {
  id: string
  title: string
  frames: Frame[]
}

/** The name of an operation is its action and the name of its frame. */
function framesOf({ operations, components }: LiveDocument, action: string): Frame[] {
  return Object.entries(operations)
    .filter(([, operation]) => operation.action === action)
    .map(([name]) => components.messages[name.slice(action.length + 1)]!)
}

function addressOf({ servers, channels }: LiveDocument): string {
  const [server] = Object.values(servers)
  const [channel] = Object.values(channels)
  return `${server!.protocol}://${server!.host}${channel!.address}`
}

function contents({ id, title, frames }: Direction): string {
  const links = frames.map(({ name }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`)
  return `<p><a href="#${id}">${title}</a></p><ul>${links.join('')}</ul>`
}

function section({ id, title, frames }: Direction): string {
  return `<section id="${id}"><h2>${title}</h2>${frames.map(article).join('')}</section>`
}

function article({ name, summary, payload }: Frame): string {
  const example = JSON.stringify(exampleOf(payload), null, 2)
  return `<article id="${escapeHtml(name)}">
<h3><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></h3>
${markdown(summary)}
${fieldTable(payload.properties?.data ?? {})}
<figure><figcaption>Example</figcaption><pre tabindex="0"><code>${escapeHtml(example)}</code></pre></figure>
</article>`
}

function fieldTable(data: JsonSchema): string {
  const rows = fieldsOf(data, '')
  if (rows.length === 0) return '<p>The frame has no <code>data</code>.</p>'
  const head =
    '<tr><th scope="col">field of data</th><th scope="col">type</th><th scope="col">description</th></tr>'
  return `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`
}

/** One row for each field. Fields of objects and of the items of arrays follow their parent. */
function fieldsOf({ properties = {}, required = [] }: JsonSchema, parent: string): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = parent + name
    const presence = required.includes(name) ? '' : ' <em>optional</em>'
    const row = `<tr><td><code>${escapeHtml(path)}</code>${presence}</td><td>${escapeHtml(describeType(schema))}</td><td>${inline(schema.description ?? '')}</td></tr>`
    const [inner, separator] = schema.items ? [schema.items, '[].'] : [objectIn(schema), '.']
    return [row, ...fieldsOf(inner, path + separator)]
  })
}

/** The object itself, or the one beside null. */
function objectIn(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find(({ type }) => type === 'object') ?? schema
}

/** Paragraphs and code. The texts of the document use no other Markdown. */
function markdown(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('')
}

function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
