import { Html } from '../../markdown/html.tsx'
import { SlideTitle } from './slide-title.tsx'

interface Given {
  html: string
  fallback: string
  /** The size of the heading. */
  className?: string
}

/** The first paragraph is the heading; what follows it, such as code or a picture, is text. */
export function Prompt({ html, fallback, className = 'text-[25px] sm:text-[29px]' }: Given) {
  const { first, rest } = splitPrompt(html)
  return (
    <>
      <SlideTitle className={className}>
        {first === undefined ? fallback : <Html html={first} className="slide-inline block" />}
      </SlideTitle>
      {rest && <Html as="div" html={rest} className="slide-text mt-4" />}
    </>
  )
}

/** The content of the first paragraph, if the prompt begins with one, and what follows it. */
export function splitPrompt(html: string): { first: string | undefined; rest: string } {
  const [, first, rest = ''] = /^<p>((?:(?!<\/p>).)*)<\/p>(.*)$/s.exec(html) ?? [undefined, undefined, html]
  return { first, rest }
}
