import { useMemo } from 'react'

/** The host of the public URL may differ from that of the page. */
const OWN_IMAGE = /(<img src=")[^"]*?(?=\/files\/)/g

interface Given {
  /** Compiled and made safe by the service: never a text of another source. */
  html: string
  className?: string
  as?: 'div' | 'span'
}

/** Shows a text that the service has compiled, with formulas and code. Its writing direction is its own. */
export function Html({ html, className, as: Element = 'span' }: Given) {
  // The same object for the same text: React writes the HTML again for another one, and controls inside it would be lost.
  const content = useMemo(() => ({ __html: html.replace(OWN_IMAGE, '$1') }), [html])
  return (
    <Element
      dir="auto"
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the service writes known elements only and escapes all text.
      dangerouslySetInnerHTML={content}
    />
  )
}
