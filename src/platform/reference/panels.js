// The boxes beside an operation: what to send, and what comes back.

import { codeBlock, panel } from './code.js'
import { curlOf } from './curl.js'
import { button, copyButton, el, icon } from './dom.js'
import { createDraft } from './draft.js'
import { mediaExample } from './example.js'
import { asText, entriesOf, isJsonType, isObject, listOf, prettyJson } from './json.js'
import { REASONS } from './status.js'
import { renderTryIt } from './try-it.js'

export function renderRequestPanel(resolver, operation) {
  const draft = createDraft(resolver, operation)
  const code = el('div')
  const draw = () => code.replaceChildren(codeBlock(curlOf(operation, draft), 'curl command'))
  const holder = el('div.try-holder', { hidden: true })
  const toggle = button(
    'button',
    () => {
      const isOpen = holder.hidden
      if (!holder.firstChild) holder.append(renderTryIt(resolver, operation, draft, draw))
      holder.hidden = !isOpen
      toggle.setAttribute('aria-expanded', isOpen)
      toggle.replaceChildren(icon(isOpen ? 'close' : 'play'), isOpen ? 'Close' : 'Try it')
      if (isOpen) holder.querySelector('.input, .button').focus({ preventScroll: true })
    },
    icon('play'),
    'Try it',
  )
  toggle.setAttribute('aria-expanded', false)
  draw()
  const copy = copyButton('Copy as curl', () => curlOf(operation, draft))
  return panel('Request', [copy, toggle], code, holder)
}

/** What we send to the receiver of a webhook. */
export function renderPayloadPanel(resolver, { body }) {
  const media = entriesOf(body?.content)[0]?.[1]
  if (!media) return null
  const text = prettyJson(mediaExample(resolver, media))
  return panel(
    'Payload',
    copyButton('Copy', () => text),
    codeBlock(text, 'Example payload', true),
  )
}

/** The examples of the answers, one status at a time. */
export function renderResponsePanel(resolver, { responses }) {
  const examples = responses.map((response) => exampleOfResponse(resolver, response)).filter(Boolean)
  if (!examples.length) return null
  const code = el('div')
  const show = () => {
    const { text, status, isJson } = examples[picker.value]
    code.replaceChildren(codeBlock(text, `Example of ${status}`, isJson))
  }
  const options = examples.map(({ status }, value) =>
    el('option', { value }, `${status} ${REASONS[status] ?? ''}`.trim()),
  )
  const picker = el('select.panel-select', { 'aria-label': 'Example response', onchange: show }, options)
  // The first of the good answers comes first, because statuses are in order.
  show()
  return panel('Response', [picker, copyButton('Copy', () => examples[picker.value].text)], code)
}

function exampleOfResponse(resolver, { status, content, 'x-refusals': refusals }) {
  const [type, media] = entriesOf(content)[0] ?? []
  if (!media) return undefined
  const value = mediaExample(resolver, media)
  if (value === undefined || value === '(file)') return undefined
  const full = media.example === undefined ? withRefusal(value, listOf(refusals)[0]) : value
  const isJson = isJsonType(type)
  return { status, isJson, text: isJson ? prettyJson(full) : asText(full) }
}

/** A made-up refusal shows a code that this status can really have. */
function withRefusal(value, refusal) {
  if (!refusal || !isObject(value?.error)) return value
  return { ...value, message: refusal.message, error: { ...value.error, code: refusal.code } }
}
