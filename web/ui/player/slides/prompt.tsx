import { Html } from '../../markdown/html.tsx'
import { SlideTitle } from './slide-title.tsx'

/** The first paragraph is the heading; what follows it, such as code or a picture, is text. */
export function Prompt({ html, fallback }: { html: string; fallback: string }) {
  const [, first, rest] = /^<p>((?:(?!<\/p>).)*)<\/p>(.*)$/s.exec(html) ?? [undefined, undefined, html]
  return (
    <>
      <SlideTitle className="text-[25px] sm:text-[29px]">
        {first === undefined ? fallback : <Html html={first} className="slide-inline block" />}
      </SlideTitle>
      {rest && <Html as="div" html={rest} className="slide-text mt-4" />}
    </>
  )
}
