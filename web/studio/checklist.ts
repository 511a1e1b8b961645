import type { Api } from '../../packages/client/src/lyceum.ts'
import { isHardToRead } from './reading-level.ts'

/**
 * What must be right before a course is published, and what could be better. An error keeps the course from being
 * published, a hint does not.
 */

export const RULES = {
  noLesson: 'error',
  noSlide: 'error',
  emptySlide: 'error',
  noAlt: 'error',
  brokenLink: 'error',
  noExplanation: 'hint',
  longOption: 'hint',
  hardToRead: 'hint',
  noDescription: 'hint',
  noCover: 'hint',
} as const
export type Rule = keyof typeof RULES

export interface Finding {
  rule: Rule
  severity: 'error' | 'hint'
  /** The place; without a lesson it is the course itself. */
  lessonId?: string
  lessonTitle?: string
  /** From 1. */
  slide?: number
  /** The address of a link or picture, the beginning of a question, or the title of a slide. */
  detail?: string
}

/** The text of a slide that the author has not written yet: the API has no slides without text. */
export const UNWRITTEN = '…'

/** A right option is a give-away if it is this much longer than every other one. */
const LONG_FACTOR = 1.5
const LONG_CHARACTERS = 15
const DETAIL_CHARACTERS = 80

export interface CheckedCourse {
  course: Pick<Api.EditedCourse, 'title' | 'description'>
  hasCover: boolean
  lessons: readonly Pick<Api.EditedLesson, 'id' | 'title' | 'status' | 'slides'>[]
  questions: ReadonlyMap<string, Api.EditedQuestion>
  /** Addresses of pictures that are only decoration, and need no alternative text. */
  decoration: ReadonlySet<string>
  /** Addresses inside the application where nothing is. */
  broken: ReadonlySet<string>
}

/** Archived lessons are not part of the course. Errors come first. */
export function checkCourse(checked: CheckedCourse): Finding[] {
  const { course, hasCover } = checked
  const lessons = checked.lessons.filter(({ status }) => status !== 'ARCHIVED')
  const found: Omit<Finding, 'severity'>[] = []
  if (lessons.length === 0) found.push({ rule: 'noLesson' })
  if (course.description.trim() === course.title.trim()) found.push({ rule: 'noDescription' })
  if (!hasCover) found.push({ rule: 'noCover' })
  for (const { detail, rule } of findingsInText(course.description, checked)) found.push({ rule, detail })
  for (const lesson of lessons) {
    const place = { lessonId: lesson.id, lessonTitle: lesson.title }
    if (lesson.slides.length === 0) found.push({ rule: 'noSlide', ...place })
    for (const [index, slide] of lesson.slides.entries())
      for (const finding of findingsInSlide(slide, checked))
        found.push({ ...finding, ...place, slide: index + 1 })
  }
  const findings = found.map((finding) => ({ ...finding, severity: RULES[finding.rule] }))
  return [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...findings.filter(({ severity }) => severity === 'hint'),
  ]
}

type SlideFinding = { rule: Rule; detail?: string }
type Slide = Api.EditedLesson['slides'][number]

function findingsInSlide(slide: Slide, checked: CheckedCourse): SlideFinding[] {
  const question = slide.type === 'QUIZ' ? checked.questions.get(`${slide.questionId}`) : undefined
  const found: SlideFinding[] = []
  if ([slide.content, slide.front, slide.back].some((text) => text === UNWRITTEN))
    found.push({ rule: 'emptySlide' })
  for (const text of textsOfSlide(slide, question)) found.push(...findingsInText(text, checked))
  if (typeof slide.content === 'string' && slide.type !== 'CODE' && isHardToRead(slide.content))
    found.push({ rule: 'hardToRead', detail: shorten(`${slide.title ?? slide.content}`) })
  if (question) {
    const detail = shorten(question.prompt)
    if (question.explanation.trim() === '') found.push({ rule: 'noExplanation', detail })
    if (isGiveAway(question)) found.push({ rule: 'longOption', detail })
  }
  return found
}

/** The texts of a slide that are Markdown. Code is shown as it is. */
export function textsOfSlide(slide: Slide, question: Api.EditedQuestion | undefined): string[] {
  if (slide.type === 'CODE') return []
  const own = [slide.content, slide.front, slide.back]
  const asked = question ? textsOfQuestion(question) : []
  return [...own, ...asked].filter((text): text is string => typeof text === 'string')
}

function textsOfQuestion(question: Api.EditedQuestion): (string | null)[] {
  const { prompt, explanation, hint, optionFeedback } = question
  return [
    ...[prompt, explanation, hint, ...(optionFeedback ?? [])],
    ...('options' in question ? question.options : []),
    ...('items' in question ? question.items : []),
    ...('pairs' in question ? question.pairs.flatMap(({ left, right }) => [left, right]) : []),
    ...('text' in question ? [question.text] : []),
  ]
}

export function findingsInText(
  text: string,
  { decoration, broken }: Pick<CheckedCourse, 'decoration' | 'broken'>,
) {
  const { pictures, links } = targetsIn(text)
  return [
    ...pictures
      .filter(({ alt, url }) => alt.trim() === '' && !decoration.has(url))
      .map(({ url }) => ({ rule: 'noAlt' as const, detail: shorten(url) })),
    ...links
      .filter((url) => isRelative(url) || broken.has(url))
      .map((url) => ({ rule: 'brokenLink' as const, detail: shorten(url) })),
  ]
}

/** The pictures and links of a Markdown text, without those that are shown as code. */
export function targetsIn(markdown: string): { pictures: { alt: string; url: string }[]; links: string[] } {
  const text = markdown.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, '')
  const found = [...text.matchAll(/(!?)\[((?:\\.|[^\]\\])*)\]\(\s*<?([^)\s>]*)/g)]
  return {
    pictures: found.filter(([, mark]) => mark === '!').map(([, , alt, url]) => ({ alt: alt!, url: url! })),
    links: found.filter(([, mark]) => mark === '').map(([, , , url]) => url!),
  }
}

/** A page of the application has no neighbours, so a link needs a scheme, or begins with `/` or `#`. */
const isRelative = (url: string) => url !== '' && !/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(url)

/** Whether the right option alone stands out by its length. */
function isGiveAway(question: Api.EditedQuestion): boolean {
  if (question.type !== 'SINGLE_CHOICE') return false
  const { options, correctIndex } = question
  const right = options[correctIndex]!.length
  const longest = Math.max(
    ...options.filter((_, index) => index !== correctIndex).map(({ length }) => length),
  )
  return right >= longest * LONG_FACTOR && right >= longest + LONG_CHARACTERS
}

const shorten = (text: string) =>
  text.length > DETAIL_CHARACTERS ? `${text.slice(0, DETAIL_CHARACTERS)}…` : text
