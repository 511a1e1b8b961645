/** Copies a text to the clipboard. Rejects if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  // A page without TLS, such as that of a service in the local network, has no clipboard.
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const focused = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  // Nothing outside of an open dialog can be selected.
  const parent = focused?.closest('dialog') ?? document.body
  parent.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  focused?.focus({ preventScroll: true })
  if (!isCopied) throw new Error('The browser does not allow copying.')
}
