import type { QuestionId } from '../../questions/public/question.ts'

export const TONES = ['TIP', 'INFO', 'WARNING'] as const
export type Tone = (typeof TONES)[number]

/** Text; its first picture is the picture of the slide. */
export interface TextSlide {
  type: 'TEXT_WITH_IMAGE'
  title: string
  content: string
  /** The name below `media/` in the storage: a digest of the picture, so that it names one content for ever. */
  media: string | null
  mediaAlt: string | null
}

export interface CodeSlide {
  type: 'CODE'
  title: string
  content: string
  language: string
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

/** As the database keeps it: a quiz is a question of the pool. */
export type StoredSlide = PlainSlide | { type: 'QUIZ'; questionId: QuestionId }
