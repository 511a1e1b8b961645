import { writeYaml } from '../../../platform/yaml/write-yaml.ts'
import type { CodeSlide } from '../../catalog/public/slide.ts'
import { mapQuizTexts } from '../quiz-text.ts'
import type { PackLesson, PackSlide, Quiz } from './pack.ts'
import { isKeptReference, readLesson } from './read-lesson.ts'

/** Writes a lesson as Markdown. `readLesson` returns the same lesson. */
export function writeLesson(lesson: Omit<PackLesson, 'key'>, quizzes: Map<string, Quiz>): string {
  const { title, xp, gems, requires } = lesson
  const header = writeYaml({ title, xp, gems, ...(requires === undefined ? {} : { requires }) })
  return `---\n${header}---\n\n${lesson.slides.map((slide) => writeSlide(slide, quizzes)).join('\n\n')}\n`
}

type PlainPackSlide = Exclude<PackSlide, { type: 'QUIZ' }>

function writeSlide(slide: PackSlide, quizzes: Map<string, Quiz>): string {
  if (slide.type === 'QUIZ') return fenced('quiz', writeYaml(quizzes.get(slide.quizKey)))
  const written = writePlainSlide(slide)
  return readsBackAs(slide, written) ? written : fenced('slide', writeYaml(slideFields(slide)))
}

function writePlainSlide(slide: PlainPackSlide): string {
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE': {
      const image = slide.media ? [`![${slide.mediaAlt ?? ''}](images/${slide.media})`] : []
      return [`## ${slide.title}`, ...image, withPackImages(slide.content)].join('\n\n')
    }
    case 'CODE':
      return [`## ${slide.title}`, ...codeBlocks(slide)].join('\n\n')
    case 'FLASHCARD':
      return fenced('flashcard', writeYaml({ front: slide.front, back: slide.back }))
    case 'CALLOUT':
      return fenced('callout', writeYaml({ tone: slide.tone, content: slide.content }))
    case 'VIDEO': {
      const { type: _, captionsUrl, ...video } = slide
      return fenced('video', writeYaml({ ...video, ...(captionsUrl === null ? {} : { captionsUrl }) }))
    }
  }
}

/** A text of an author may contain what begins another slide in Markdown, such as a heading. */
function readsBackAs(slide: PlainPackSlide, written: string): boolean {
  let isSame = true
  const read = readLesson(
    `---\ntitle: t\nxp: 0\ngems: 0\n---\n\n${written}\n`,
    () => {
      isSame = false
    },
    (reference) => (isKeptReference(reference) ? reference : reference.replace(/^images\//, '')),
  )
  return isSame && Bun.deepEquals(read?.lesson.slides, [slide])
}

/** The fields of a `slide` block: those of the slide, with the pictures of the pack. */
function slideFields(slide: PlainPackSlide): object {
  if (slide.type !== 'TEXT_WITH_IMAGE') return slide
  const { media, mediaAlt, content, ...plain } = slide
  const image = media === null ? {} : { image: `images/${media}`, imageAlt: mediaAlt }
  return { ...plain, content: withPackImages(content), ...image }
}

/** A question as it is written: with the pictures of the pack. */
export function toWrittenQuiz(quiz: Quiz): Quiz {
  return mapQuizTexts(quiz, withPackImages)
}

function withPackImages(content: string): string {
  return content.replace(/\]\(media\//g, '](images/')
}

function codeBlocks({ language, content, runnable, setup, expectedOutput }: CodeSlide): string[] {
  return [
    fenced(runnable ? `${language} run` : language, content),
    ...(setup === undefined ? [] : [fenced('sql setup', setup)]),
    ...(expectedOutput === undefined ? [] : [fenced('text output', expectedOutput)]),
  ]
}

/** Uses a fence that is longer than any in the content. */
function fenced(info: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${content.replace(/\n$/, '')}\n${fence}`
}
