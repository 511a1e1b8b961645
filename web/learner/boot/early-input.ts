/** What a visitor did on a page before the application replaced it. */
export interface EarlyInput {
  kind: 'click' | 'value'
  /** The element: the index of each ancestor among its shown siblings, from the root element on. */
  path: number[]
  tag: string
  text: string
  /** What was typed or chosen. */
  value: string
}

/** The state that the script in the page shares with the application. */
export interface Boot {
  inputs: EarlyInput[]
  /** Ends the recording: from now on the application handles events. */
  stop(): void
}

declare global {
  var lyceumBoot: Boot | undefined
}

/** Links and forms work without the application. */
const CLICKABLE = 'button[type=button]'
const FILLABLE = 'input,select,textarea'

/** Records clicks on buttons, and what is typed and chosen, in their order. */
export function recordInput(inputs: EarlyInput[]): () => void {
  const record = ({ type, target }: Event) => {
    const isClick = type === 'click'
    const element = (target as Element).closest<HTMLInputElement>(isClick ? CLICKABLE : FILLABLE)
    const path = element && pathOf(element)
    if (!path) return
    const kind = isClick ? 'click' : 'value'
    const sameAs = (other: EarlyInput) => other.kind === kind && `${other.path}` === `${path}`
    // A button that does not answer is tapped again: that is one tap. Of a field only the last value counts.
    const known = inputs.findIndex(sameAs)
    if (known >= 0) inputs.splice(known, 1)
    inputs.push({ kind, path, tag: element.tagName, text: element.textContent, value: element.value })
    if (isClick) element.setAttribute('aria-busy', 'true')
  }
  const types = ['click', 'input', 'change']
  for (const type of types) addEventListener(type, record, true)
  return () => {
    for (const type of types) removeEventListener(type, record, true)
  }
}

/** The page of the service also has elements that nobody sees: preloaded pictures, and marks of parts that load later. */
const shownChildren = ({ children }: Element) =>
  [...children].filter((child) => !child.matches('link,template'))

/** Undefined outside of the root element. */
export function pathOf(element: Element): number[] | undefined {
  const path: number[] = []
  let current = element
  while (current.id !== 'root') {
    const parent = current.parentElement
    if (!parent) return undefined
    path.unshift(shownChildren(parent).indexOf(current))
    current = parent
  }
  return path
}

/** The element at the same place of the page that the application has rendered. */
export function elementAt(path: number[], tag: string): HTMLElement | undefined {
  let current: Element | undefined = document.getElementById('root')!
  for (const index of path) current = current && shownChildren(current)[index]
  return current?.tagName === tag ? (current as HTMLElement) : undefined
}
