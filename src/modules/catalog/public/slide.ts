import type { QuestionId } from '../../questions/public/question.ts'

export const TONES = ['TIP', 'INFO', 'WARNING'] as const
export type Tone = (typeof TONES)[number]

/** Markdown text; its first image is the image of the slide. */
export interface TextSlide {
  type: 'TEXT_WITH_IMAGE'
  title: string
  content: string
  /** Storage name below `media/`: a digest of the content, so the name never changes its content. */
  media: string | null
  mediaAlt: string | null
}

/** The languages whose code learners can run in the browser. Fences of lessons call JavaScript `js` as well. */
const RUNNABLE_LANGUAGES = ['javascript', 'js', 'sql']

export const isRunnableLanguage = (language: string) => RUNNABLE_LANGUAGES.includes(language.toLowerCase())

export interface CodeSlide {
  type: 'CODE'
  title: string
  content: string
  language: string
  /** Learners may edit the code and run it in their browser. */
  runnable?: boolean
  /** SQL statements that create the tables before each run. */
  setup?: string
  /** The output that the learner is asked to produce. */
  expectedOutput?: string
}

export interface FlashcardSlide {
  type: 'FLASHCARD'
  front: string
  back: string
}

export interface CalloutSlide {
  type: 'CALLOUT'
  tone: Tone
  content: string
}

export interface VideoSlide {
  type: 'VIDEO'
  title: string
  mediaUrl: string
  captionsUrl: string | null
  durationSeconds: number
}

export type PlainSlide = TextSlide | CodeSlide | FlashcardSlide | CalloutSlide | VideoSlide

/** Of stored slides. Learners see a quiz as QUIZ or QUESTION. */
export const SLIDE_TYPES = ['TEXT_WITH_IMAGE', 'QUIZ', 'CODE', 'FLASHCARD', 'CALLOUT', 'VIDEO'] as const

/** A slide as stored: a quiz refers to a question of the pool. */
export type StoredSlide = PlainSlide | { type: 'QUIZ'; questionId: QuestionId }
