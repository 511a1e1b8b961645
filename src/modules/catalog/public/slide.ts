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

/** A slide as stored: a quiz refers to a question of the pool. */
export type StoredSlide = PlainSlide | { type: 'QUIZ'; questionId: QuestionId }
