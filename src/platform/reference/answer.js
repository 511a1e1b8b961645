// The answer to a request that was tried.

import { codeBlock } from './code.js'
import { announce, button, copyButton, el, icon } from './dom.js'
import { isJsonType, prettyJson } from './json.js'
import { REASONS, statusChip } from './status.js'
import { setToken } from './token.js'

const HEADERS = ['x-request-id', 'ratelimit', 'retry-after', 'idempotency-replayed', 'etag', 'content-type']

export async function renderAnswer(response, started) {
  const blob = await response.blob()
  const time = `${Math.round(performance.now() - started)} ms`
  const headers = HEADERS.filter((name) => response.headers.has(name))
  return [
    el(
      'p.answer-head.row',
      statusChip(response.status),
      el('span', response.statusText || REASONS[response.status]),
      el('span.quiet', `${time} · ${sizeLabel(blob.size)}`),
    ),
    el(
      'dl.answer-headers',
      headers.map((name) => el('div.row', el('dt', name), el('dd', response.headers.get(name)))),
    ),
    ...(await renderBody(blob)),
  ]
}

const sizeLabel = (bytes) => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`)

async function renderBody(blob) {
  if (!blob.size) return [el('p.quiet', 'The body is empty.')]
  if (!/^text\/|[/+](?:json|xml)\b/.test(blob.type)) {
    const href = URL.createObjectURL(blob)
    return [el('p', el('a', { href, download: 'answer' }, 'Save the answer'))]
  }
  const raw = await blob.text()
  const value = isJsonType(blob.type) ? parsed(raw) : undefined
  const text = value === undefined ? raw : prettyJson(value)
  const token = value?.data?.accessToken
  return [
    codeBlock(text, 'Answer', value !== undefined),
    el(
      'div.row',
      typeof token === 'string' && useTokenButton(token),
      copyButton('Copy the answer', () => text),
    ),
  ]
}

/** What claims to be JSON and is not is shown as it came. */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function useTokenButton(token) {
  const use = button(
    'text-button',
    () => {
      setToken(token)
      announce('The access token is set.')
      use.replaceChildren(icon('check'), 'Token set')
    },
    icon('key'),
    'Use this access token',
  )
  return use
}
