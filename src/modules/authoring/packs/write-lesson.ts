import { writeYaml } from '../../../platform/yaml/write-yaml.ts'
import type { CodeSlide } from '../../catalog/public/slide.ts'
import type { PackLesson, PackSlide, Quiz } from '../public/pack.ts'

/** Writes a lesson as Markdown. `readLesson` returns the same lesson. */
export function writeLesson(lesson: Omit<PackLesson, 'key'>, quizzes: Map<string, Quiz>): string {
  const { title, xp, gems, requires } = lesson
  const header = writeYaml({ title, xp, gems, ...(requires === undefined ? {} : { requires }) })
  return `---\n${header}---\n\n${lesson.slides.map((slide) => writeSlide(slide, quizzes)).join('\n\n')}\n`
}

function writeSlide(slide: PackSlide, quizzes: Map<string, Quiz>): string {
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE': {
      const image = slide.media ? [`![${slide.mediaAlt ?? ''}](images/${slide.media})`] : []
      const content = slide.content.replace(/\]\(media\//g, '](images/')
      return [`## ${slide.title}`, ...image, content].join('\n\n')
    }
    case 'CODE':
      return [`## ${slide.title}`, ...codeBlocks(slide)].join('\n\n')
    case 'QUIZ':
      return fenced('quiz', writeYaml(quizzes.get(slide.quizKey)))
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
