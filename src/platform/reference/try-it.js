// The form that sends a real request.

import { renderAnswer } from './answer.js'
import { button, el, icon } from './dom.js'
import { addressOf, chooseContent, requestOf } from './draft.js'
import { asText, listOf } from './json.js'
import { shapeOf } from './resolve-schema.js'

const LONGEST_WAIT_MS = 60_000

/** `changed` is called whenever the draft is no longer what it was. */
export function renderTryIt(resolver, operation, draft, changed) {
  const answer = el('div.answer', { 'aria-live': 'polite' })
  const send = el('button.button', { type: 'submit' }, icon('play'), `Send ${operation.method.toUpperCase()}`)
  const submit = async (event) => {
    event.preventDefault()
    send.disabled = true
    answer.replaceChildren(el('p.quiet', 'Waiting for the answer…'))
    try {
      const started = performance.now()
      const request = requestOf(operation, draft)
      const signal = AbortSignal.timeout(LONGEST_WAIT_MS)
      const response = await fetch(addressOf(operation, draft), { ...request, signal })
      answer.replaceChildren(...(await renderAnswer(response, started)))
    } catch (error) {
      const words = `No answer arrived. Is the server still running? (${error.message})`
      answer.replaceChildren(el('p.problem', words))
    } finally {
      send.disabled = false
    }
  }
  return el(
    'form.try',
    { onsubmit: submit, 'aria-label': `Try ${operation.summary}` },
    [...draft.values.keys()].map((parameter) => parameterRow(resolver, draft, parameter, changed)),
    draft.contentType && bodyRows(resolver, operation, draft, changed),
    el('div.row', send, operation.access && tokenHint(operation.access)),
    answer,
  )
}

/** A label and a control that belong together. */
function inputRow(label, hint, control, isRequired = false) {
  const words = [el('code', label), el('span.quiet', hint), isRequired && el('span.required', 'required')]
  return el('label.input-row', el('span.input-label.row', words), control)
}

function parameterRow(resolver, draft, parameter, changed) {
  const control = parameterControl(resolver, parameter, draft.values.get(parameter))
  const change = () => {
    draft.values.set(parameter, control.value)
    changed()
  }
  control.addEventListener('input', change)
  const row = inputRow(parameter.name, parameter.in, control, parameter.required)
  if (parameter.name.toLowerCase() !== 'idempotency-key') return row
  const renew = () => {
    // `randomUUID` is missing on plain HTTP, where random bytes are not.
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    control.value = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    change()
  }
  return el('div.input-with-button', row, button('text-button', renew, 'New key'))
}

function parameterControl(resolver, parameter, value) {
  const { schema, types } = shapeOf(resolver, parameter.schema)
  const options = types[0] === 'boolean' ? [true, false] : listOf(schema.enum)
  // Without a value in its path a request would go to another address, so that alone is insisted on.
  const required = parameter.in === 'path'
  if (!options.length) {
    const placeholder = asText(schema.default)
    return el('input.input', { value, required, placeholder, spellcheck: 'false', autocomplete: 'off' })
  }
  const choice = (text) => el('option', { value: text, selected: text === value }, text || 'not set')
  return el('select.input', { required }, [required ? [] : [''], options.map(asText)].flat().map(choice))
}

function bodyRows(resolver, operation, draft, changed) {
  const types = Object.keys(operation.body.content)
  const rows = el('div.input-rows')
  const draw = () => {
    const parts = [...draft.parts].map(([name, part]) => partRow(name, part, changed))
    rows.replaceChildren(...(draft.parts.size ? parts : [textRow(draft, changed)]))
  }
  const choose = () => {
    chooseContent(resolver, draft, operation, picker.value)
    draw()
    changed()
  }
  const options = types.map((type) =>
    el('option', { value: type, selected: type === draft.contentType }, type),
  )
  const picker = el('select.input', { onchange: choose }, options)
  draw()
  return [types.length > 1 && inputRow('content-type', '', picker), rows]
}

function textRow(draft, changed) {
  const rows = Math.min(18, Math.max(4, draft.text.split('\n').length))
  const area = el('textarea.input.body-input', { rows, spellcheck: 'false' }, draft.text)
  area.addEventListener('input', () => {
    draft.text = area.value
    changed()
  })
  return inputRow('body', draft.contentType, area)
}

function partRow(name, part, changed) {
  const input = part.isFile
    ? el('input.input', { type: 'file', multiple: part.isMany })
    : el('textarea.input', { rows: 1, spellcheck: 'false' }, part.text)
  input.addEventListener('input', () => {
    if (part.isFile) part.files = [...input.files]
    else part.text = input.value
    changed()
  })
  return inputRow(name, part.isFile ? 'file' : 'form', input)
}

/** Both are there; the style shows the one that holds. */
function tokenHint({ isOptional }) {
  const without = isOptional ? 'Sent without a token' : 'No token set: expect a 401'
  const words = [el('span.when-token', 'Sent with your token'), el('span.when-no-token', without)]
  return el('span.hint', icon('key'), words)
}
