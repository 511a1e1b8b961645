import { newKey } from '../../../packages/client/src/attempt.ts'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import type { QuestionFields } from './question-fields.ts'
import { questionBody, questionFieldsOf } from './question-fields.ts'

/** The draft of a lesson as its author types it: numbers are texts, and slides may be incomplete. */

export const SLIDE_TYPES = ['TEXT_WITH_IMAGE', 'QUIZ', 'CODE', 'FLASHCARD', 'CALLOUT', 'VIDEO'] as const
export type SlideType = (typeof SLIDE_TYPES)[number]

export type SlideFields =
  | { type: 'TEXT_WITH_IMAGE'; title: string; content: string }
  | {
      type: 'CODE'
      title: string
      content: string
      language: string
      isRunnable: boolean
      setup: string
      expectedOutput: string
    }
  | { type: 'FLASHCARD'; front: string; back: string }
  | { type: 'CALLOUT'; tone: 'TIP' | 'INFO' | 'WARNING'; content: string }
  | { type: 'VIDEO'; title: string; mediaUrl: string; captionsUrl: string; durationSeconds: string }
  /** `questionId` is that of the stored question. */
  | { type: 'QUIZ'; questionId?: string | undefined; question: QuestionFields }

/** `key` names a slide on this device; the service knows slides by their position only. */
export type DraftSlide = SlideFields & { key: string }
export type SlideOf<Type extends SlideType> = Extract<DraftSlide, { type: Type }>

export interface LessonDraft {
  title: string
  xpReward: string
  gemReward: string
  requiredScore: number | null
  slides: DraftSlide[]
}

/** What the service has, as far as this page knows. */
export interface SavedLesson {
  version: number
  draft: LessonDraft
  questions: Record<string, SavedQuestion>
}

export interface SavedQuestion {
  version: number
  question: QuestionFields
}

/** The service takes no lesson with more. */
export const MAX_SLIDES = 100

export function emptySlide(type: SlideType): DraftSlide {
  const key = newKey()
  switch (type) {
    case 'TEXT_WITH_IMAGE':
      return { key, type, title: '', content: '' }
    case 'CODE':
      return {
        key,
        type,
        title: '',
        content: '',
        language: 'javascript',
        isRunnable: false,
        setup: '',
        expectedOutput: '',
      }
    case 'FLASHCARD':
      return { key, type, front: '', back: '' }
    case 'CALLOUT':
      return { key, type, tone: 'TIP', content: '' }
    case 'VIDEO':
      return { key, type, title: '', mediaUrl: '', captionsUrl: '', durationSeconds: '' }
    case 'QUIZ':
      return { key, type, question: questionFieldsOf(undefined) }
  }
}

/** A copy is a new slide, and its question a new question. */
export function copyOf(slide: DraftSlide): DraftSlide {
  const copy = structuredClone({ ...slide, key: newKey() })
  return copy.type === 'QUIZ' ? { ...copy, questionId: undefined } : copy
}

export type SlideBody = NonNullable<Api.LessonPatch['slides']>[number]
type PlainSlide = Exclude<DraftSlide, { type: 'QUIZ' }>

export function plainSlideBody(slide: PlainSlide): SlideBody {
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
      return { type: slide.type, title: slide.title.trim(), content: slide.content.trim() }
    case 'CODE': {
      const { type, title, content, language, isRunnable, setup, expectedOutput } = slide
      const isSql = language.trim().toLowerCase() === 'sql'
      return {
        type,
        title: title.trim(),
        content: content.replace(/\s+$/, ''),
        language: language.trim() || 'text',
        ...(isRunnable ? { runnable: true } : {}),
        ...(isRunnable && isSql && setup.trim() ? { setup: setup.trim() } : {}),
        ...(isRunnable && expectedOutput.trim() ? { expectedOutput: expectedOutput.trim() } : {}),
      }
    }
    case 'FLASHCARD':
      return { type: slide.type, front: slide.front.trim(), back: slide.back.trim() }
    case 'CALLOUT':
      return { type: slide.type, tone: slide.tone, content: slide.content.trim() }
    case 'VIDEO':
      return {
        type: slide.type,
        title: slide.title.trim(),
        mediaUrl: slide.mediaUrl.trim(),
        captionsUrl: slide.captionsUrl.trim() || null,
        durationSeconds: Number(slide.durationSeconds),
      }
  }
}

/** Two slides with the same text here are the same for a learner. */
export function contentOf(slide: DraftSlide): string {
  return JSON.stringify(
    slide.type === 'QUIZ' ? { type: 'QUIZ', question: questionBody(slide.question) } : plainSlideBody(slide),
  )
}

type StoredSlide = Api.EditedLesson['slides'][number]

/** The lesson as the service has it. */
export function savedLessonOf(lesson: Api.EditedLesson, questions: Api.EditedQuestion[]): SavedLesson {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const stored: SavedLesson['questions'] = {}
  for (const question of questions)
    stored[question.id] = { version: question.version, question: questionFieldsOf(question) }
  const { version, title, xpReward, gemReward, requiredScore } = lesson
  return {
    version,
    draft: {
      title,
      xpReward: String(xpReward),
      gemReward: String(gemReward),
      requiredScore,
      slides: lesson.slides.map((slide) => ({ key: newKey(), ...slideFieldsOf(slide, byId) })),
    },
    questions: stored,
  }
}

/** A slide of an earlier version, which contains its question. */
export function earlierSlideOf(slide: Record<string, unknown>): DraftSlide {
  const { questionId, question } = slide
  const questions = new Map([[String(questionId), question as Api.EditedQuestion]])
  return { key: newKey(), ...slideFieldsOf(slide as StoredSlide, questions) }
}

/** A slide that a model drafted. Its question is new. */
export function draftedSlideOf(slide: SlideBody): DraftSlide {
  return copyOf(earlierSlideOf({ questionId: '', ...slide }))
}

function slideFieldsOf(slide: StoredSlide, questions: Map<string, Api.EditedQuestion>): SlideFields {
  const text = (name: string) => String(slide[name] ?? '')
  switch (slide.type as SlideType) {
    case 'TEXT_WITH_IMAGE': {
      // A copy of a shipped lesson has its picture beside the text, and an edit would drop it.
      const picture = slide.media ? `![${text('mediaAlt')}](media/${text('media')})\n\n` : ''
      return { type: 'TEXT_WITH_IMAGE', title: text('title'), content: picture + text('content') }
    }
    case 'CODE':
      return {
        type: 'CODE',
        title: text('title'),
        content: text('content'),
        language: text('language'),
        isRunnable: slide.runnable === true,
        setup: text('setup'),
        expectedOutput: text('expectedOutput'),
      }
    case 'FLASHCARD':
      return { type: 'FLASHCARD', front: text('front'), back: text('back') }
    case 'CALLOUT':
      return { type: 'CALLOUT', tone: slide.tone as 'TIP', content: text('content') }
    case 'VIDEO':
      return {
        type: 'VIDEO',
        title: text('title'),
        mediaUrl: text('mediaUrl'),
        captionsUrl: text('captionsUrl'),
        durationSeconds: text('durationSeconds'),
      }
    case 'QUIZ': {
      const questionId = text('questionId')
      return { type: 'QUIZ', questionId, question: questionFieldsOf(questions.get(questionId)) }
    }
  }
}

/** The first words of a slide, for lists. */
export function titleOf(slide: DraftSlide): string {
  const text =
    'title' in slide && slide.title.trim()
      ? slide.title
      : slide.type === 'QUIZ'
        ? slide.question.prompt
        : slide.type === 'FLASHCARD'
          ? slide.front
          : 'content' in slide
            ? slide.content
            : ''
  return text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#>]/g, '')
    .trim()
    .slice(0, 80)
}

/** A lesson that differs in nothing that a learner sees. */
export function isSameLesson(one: LessonDraft, other: LessonDraft): boolean {
  return fingerprint(one) === fingerprint(other)
}

function fingerprint({ title, xpReward, gemReward, requiredScore, slides }: LessonDraft): string {
  return JSON.stringify([title.trim(), xpReward, gemReward, requiredScore, slides.map(contentOf)])
}
