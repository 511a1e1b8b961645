import type { Api } from '../../../packages/client/src/lyceum.ts'
import { checkLesson, isComplete } from './check-slide.ts'
import {
  type DraftSlide,
  type LessonDraft,
  plainSlideBody,
  type SavedLesson,
  type SlideBody,
} from './draft.ts'
import { type QuestionFields, questionBody } from './question-fields.ts'

/** What is to be sent so that the service has everything of the draft that is complete. */
export interface SavePlan {
  /** The slides that the lesson has afterwards. */
  slides: DraftSlide[]
  /** Undefined if nothing of the lesson itself has changed. */
  lesson: Api.LessonPatch | undefined
  /** Stored questions with other texts. */
  questions: { id: string; version: number; body: Api.QuestionPatch; question: QuestionFields }[]
  /** The fields of the lesson after the save. */
  fields: Omit<LessonDraft, 'slides'>
  /** The draft has nothing that cannot be saved yet. */
  isWhole: boolean
}

/**
 * An incomplete slide is sent as it was saved last, or left out if it never was: the service refuses it, and with it all
 * others.
 */
export function planSave(draft: LessonDraft, { draft: before, questions }: SavedLesson): SavePlan {
  const savedByKey = new Map(before.slides.map((slide) => [slide.key, slide]))
  const slides = draft.slides.flatMap((slide) => {
    const sent = isComplete(slide) ? slide : savedByKey.get(slide.key)
    return sent ? [sent] : []
  })
  const faults = checkLesson(draft)
  const fields = {
    title: faults.title ? before.title : draft.title,
    xpReward: faults.xpReward ? before.xpReward : draft.xpReward,
    gemReward: faults.gemReward ? before.gemReward : draft.gemReward,
    requiredScore: draft.requiredScore,
  }
  const bodies = slides.map((slide) => slideBody(slide, questions))
  const old = before.slides.map((slide) => slideBody(slide, questions))
  const lesson: Api.LessonPatch = {
    ...(fields.title.trim() === before.title.trim() ? {} : { title: fields.title.trim() }),
    ...(fields.xpReward === before.xpReward ? {} : { xpReward: Number(fields.xpReward) }),
    ...(fields.gemReward === before.gemReward ? {} : { gemReward: Number(fields.gemReward) }),
    ...(fields.requiredScore === before.requiredScore ? {} : { requiredScore: fields.requiredScore }),
    ...(bodies.length === 0 || JSON.stringify(bodies) === JSON.stringify(old) ? {} : { slides: bodies }),
  }
  const changed = slides.flatMap((slide) => {
    const id = storedQuestionOf(slide, questions)
    if (id === undefined || slide.type !== 'QUIZ') return []
    const { version, question: saved } = questions[id]!
    const body = questionBody(slide.question)
    if (JSON.stringify(body) === JSON.stringify(questionBody(saved))) return []
    const { type: _, ...patch } = body
    return [{ id, version, body: patch, question: slide.question }]
  })
  return {
    slides: bodies.length === 0 ? before.slides : slides,
    lesson: Object.keys(lesson).length > 0 ? lesson : undefined,
    questions: changed,
    fields,
    isWhole: Object.keys(faults).length === 0 && draft.slides.length > 0 && draft.slides.every(isComplete),
  }
}

/** The stored question of a slide. A question of another type is a new question. */
function storedQuestionOf(slide: DraftSlide, questions: SavedLesson['questions']): string | undefined {
  if (slide.type !== 'QUIZ' || slide.questionId === undefined) return undefined
  return questions[slide.questionId]?.question.type === slide.question.type ? slide.questionId : undefined
}

function slideBody(slide: DraftSlide, questions: SavedLesson['questions']): SlideBody {
  if (slide.type !== 'QUIZ') return plainSlideBody(slide)
  const questionId = storedQuestionOf(slide, questions)
  return questionId === undefined
    ? { type: 'QUIZ', question: questionBody(slide.question) }
    : { type: 'QUIZ', questionId }
}
