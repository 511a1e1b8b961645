// Draws operations as they come near, marks the one being read, follows deep links and prints.

import { el, one } from './dom.js'
import { openFold } from './fold.js'
import { renderOperationBody } from './operation.js'
import { decodePart } from './resolve-schema.js'

/** Neighbours that are drawn after a jump move its target; for so long it is held in place. */
const HOLD_MS = 500

export function setUpReading(resolver, operations) {
  const articles = [...document.querySelectorAll('.operation')]
  const undrawn = new Map(operations.map((operation) => [operation.id, operation]))
  const near = watch(articles, '900px 0px', (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) draw(target)
  })

  function draw(article) {
    const operation = undrawn.get(article.id)
    if (!operation) return
    undrawn.delete(article.id)
    near.unobserve(article)
    const before = article.offsetHeight
    const isAbove = article.getBoundingClientRect().bottom < 0
    try {
      article.lastElementChild.replaceChildren(...renderOperationBody(resolver, operation))
    } catch (error) {
      // One operation that cannot be drawn must not take the others with it.
      article.lastElementChild.replaceChildren(el('p.problem', `This cannot be shown: ${error.message}`))
    }
    // Where the browser does not keep the reader's place by itself, we do.
    if (isAbove && !CSS.supports('overflow-anchor', 'auto')) scrollBy(0, article.offsetHeight - before)
  }

  markWhatIsRead(articles)
  followLinks(draw)
  printAll(articles, draw)
}

function watch(articles, rootMargin, callback) {
  const observer = new IntersectionObserver(callback, { rootMargin })
  for (const article of articles) observer.observe(article)
  return observer
}

function markWhatIsRead(articles) {
  const inView = new Set()
  watch(articles, '-64px 0px -70% 0px', (entries) => {
    for (const { isIntersecting, target } of entries) inView[isIntersecting ? 'add' : 'delete'](target)
    const visible = articles.filter((article) => inView.has(article))
    const current = visible.findLast((article) => article.getBoundingClientRect().top < 140) ?? visible[0]
    mark(current?.id)
  })
}

function mark(id) {
  const before = one('.nav-link[aria-current]')
  if (before?.dataset.operation === id) return
  before?.removeAttribute('aria-current')
  if (id === undefined) return
  const link = one(`.nav-link[data-operation="${CSS.escape(id)}"]`)
  link.setAttribute('aria-current', 'location')
  link.closest('details').open = true
  const frame = one('#ui-navigation')
  const box = link.getBoundingClientRect()
  const outer = frame.getBoundingClientRect()
  if (box.top < outer.top || box.bottom > outer.bottom)
    frame.scrollTop += box.top - outer.top - outer.height / 3
}

function followLinks(draw) {
  const follow = () => {
    const target = document.getElementById(decodePart(location.hash.slice(1)))
    if (!target) return
    draw(target)
    const until = performance.now() + HOLD_MS
    let isHeld = true
    const release = () => {
      isHeld = false
    }
    for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
      addEventListener(type, release, { once: true, passive: true })
    const hold = () => {
      if (!isHeld || performance.now() > until) return
      target.scrollIntoView({ behavior: 'instant', block: 'start' })
      requestAnimationFrame(hold)
    }
    hold()
  }
  addEventListener('hashchange', follow)
  follow()
}

/** On paper everything is there: nothing can be opened or scrolled to. */
function printAll(articles, draw) {
  let opened = []
  addEventListener('beforeprint', () => {
    for (const article of articles) draw(article)
    opened = [...document.querySelectorAll('.response:not([open])')]
    for (const response of opened) openFold(response)
  })
  addEventListener('afterprint', () => {
    for (const response of opened) response.open = false
  })
}
