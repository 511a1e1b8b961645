import type { PackSlide } from '../authoring/public/pack.ts'
import { countWords, type Finding, type Rule } from './question-set.ts'

/** The slides of one lesson. */
export interface LintedLesson {
  file: string
  slides: PackSlide[]
  /** The line of each `##` heading by its title. */
  lineOf: (title: string) => number
}

/** About one minute of reading. */
const MAX_SLIDE_WORDS = 220
const CODE_BLOCK = /^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1/gm

export function lintSlides({ file, slides, lineOf }: LintedLesson): Finding[] {
  const findings: Finding[] = []
  for (const slide of slides) {
    if (slide.type !== 'TEXT_WITH_IMAGE') continue
    const title = slide.title ?? ''
    const report = (rule: Rule, message: string) =>
      findings.push({ file, line: lineOf(title), key: title, rule, message })
    const words = countWords(slide.content.replaceAll(CODE_BLOCK, ''))
    if (words > MAX_SLIDE_WORDS)
      report('slide-words', `the slide has ${words} words, the limit is ${MAX_SLIDE_WORDS}`)
    if ((slide.media !== null && !slide.mediaAlt) || /!\[\s*\]\(/.test(slide.content))
      report('missing-alt-text', 'a picture has no alternative text')
  }
  return findings
}
