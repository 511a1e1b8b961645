import type { Db } from '../../../platform/db/database.ts'
import type { LessonId } from './catalog.ts'

export interface FlashcardText {
  front: string
  back: string
}

/** The flashcards among the slides of a lesson, in their order. */
export async function listFlashcards(db: Db, lessonId: LessonId): Promise<FlashcardText[]> {
  return db<FlashcardText>`
    select slide ->> 'front' as front, slide ->> 'back' as back
    from lesson, jsonb_path_query(slides, '$[*] ? (@.type == "FLASHCARD")') as slide
    where id = ${lessonId}`
}
