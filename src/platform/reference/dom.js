// Building elements. Every piece of the document reaches the page as a text node or an attribute: nothing is
// ever parsed as HTML.

const isAttributes = (value) => value?.constructor === Object

/**
 * Makes an element from `tag.class`, optional attributes and children. Keys that begin with `on` are
 * listeners, `true` is an empty attribute; whatever is false, null or undefined is left out.
 */
export function el(name, ...rest) {
  const [tag, ...classes] = name.split('.')
  const element = document.createElement(tag)
  element.classList.add(...classes)
  const [attributes, children] = isAttributes(rest[0]) ? [rest[0], rest.slice(1)] : [{}, rest]
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : String(value))
  }
  for (const child of children.flat(2)) {
    if (child !== null && child !== undefined && child !== false) element.append(child)
  }
  return element
}

export const one = (selector) => document.querySelector(selector)

const SVG = 'http://www.w3.org/2000/svg'

/** Draws a symbol of the page's own sprite. It is decoration: the words beside it carry the meaning. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `#ui-icon-${name}`)
  svg.append(use)
  return svg
}

export const button = (name, onclick, ...children) =>
  el(`button.${name}`, { type: 'button', onclick }, children)

/** Paths and constant names have no spaces, so a narrow screen is told where they may break. */
export function breakable(text) {
  return text.split(/(?<=[/_.-])/).flatMap((part, index) => (index === 0 ? [part] : [el('wbr'), part]))
}

export function announce(text) {
  one('#ui-announcer').textContent = text
}

/** The clipboard exists on secure origins only, which a server on the local network often is not. */
async function copyText(text) {
  const area = el('textarea.visually-hidden', text)
  try {
    if (navigator.clipboard) return await navigator.clipboard.writeText(text).then(() => true)
    document.body.append(area)
    area.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
  }
}

/** `read` gives the text at the moment of the click. */
export function copyButton(label, read) {
  const copy = button(
    'text-button',
    async () => {
      const copied = await copyText(read())
      const words = copied ? 'Copied' : 'Could not copy'
      announce(words)
      copy.classList.toggle('is-done', copied)
      copy.replaceChildren(icon(copied ? 'check' : 'copy'), words)
      setTimeout(() => {
        copy.classList.remove('is-done')
        copy.replaceChildren(icon('copy'), label)
      }, 1600)
    },
    icon('copy'),
    label,
  )
  return copy
}

/** Buttons of which one is pressed; `show` is called with its index, at first with 0. */
export function choices(title, labels, show) {
  const press = (chosen) => {
    for (const [index, choice] of buttons.entries()) choice.setAttribute('aria-pressed', index === chosen)
    show(chosen)
  }
  const buttons = labels.map((label, index) => button('choice', () => press(index), label))
  press(0)
  return el('div.choices.row', { role: 'group', 'aria-label': title }, buttons)
}
