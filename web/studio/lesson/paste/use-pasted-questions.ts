import { useEffect, useEffectEvent, useState } from 'react'
import { isGift } from './recognise-gift.ts'

export interface PastedText {
  text: string
  /** Does what the paste would have done. */
  pasteAsText: () => void
}

interface Given {
  isEnabled: boolean
  /** The selected slide is code: what is pasted into its fields is never a question. */
  isCode: boolean
  /** A text that is pasted beside all fields. */
  onPasteBeside: (text: string) => void
}

/** Pastes that this page repeats, which are not asked about again. */
const repeated = new WeakSet<Event>()

/** Finds pasted texts with GIFT questions, in any field of the page and beside them. The author decides what becomes of them. */
export function usePastedQuestions({ isEnabled, isCode, onPasteBeside }: Given) {
  const [pasted, setPasted] = useState<PastedText>()
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const [target] = event.composedPath()
    const data = event.clipboardData
    if (!isEnabled || !data || repeated.has(event) || !(target instanceof HTMLElement)) return
    if (target.closest('[role=dialog], [role=alertdialog]')) return
    if (isInCode(target) || (isCode && target instanceof HTMLTextAreaElement)) return
    const text = data.getData('text/plain')
    if (!isGift(text)) return
    event.preventDefault()
    event.stopPropagation()
    const field = fieldOf(target)
    const html = data.getData('text/html')
    setPasted({ text, pasteAsText: () => (field ? pasteInto(field, text, html) : onPasteBeside(text)) })
  })
  useEffect(() => {
    const stop = new AbortController()
    // Before the editors of texts.
    document.addEventListener('paste', onPaste, { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  return { pasted, close: () => setPasted(undefined) }
}

/** The text that takes what is typed; undefined beside all texts. */
function fieldOf(target: HTMLElement): HTMLElement | undefined {
  return target.closest<HTMLElement>('[contenteditable=true], textarea, input') ?? undefined
}

function isInCode(target: HTMLElement): boolean {
  const node = target.isContentEditable ? target.ownerDocument.getSelection()?.anchorNode : target
  return (node instanceof Element ? node : node?.parentElement)?.closest('pre') != null
}

/** Pastes once more. Editors handle the event; a plain field gets the text. */
function pasteInto(field: HTMLElement, text: string, html: string): void {
  if (!field.isConnected) return
  field.focus()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  if (html) clipboardData.setData('text/html', html)
  const event = new ClipboardEvent('paste', {
    clipboardData,
    bubbles: true,
    cancelable: true,
    composed: true,
  })
  repeated.add(event)
  // The browser inserts nothing for an event of a script. This way of inserting can be undone by Ctrl+Z.
  if (field.dispatchEvent(event)) document.execCommand('insertText', false, text)
}
