import type { Endpoint } from '../../platform/http/endpoint.ts'
import { isoDates } from '../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Llm } from '../../platform/llm/llm.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RateLimitPolicy } from '../../platform/rate-limits/rate-limit.ts'
import { z } from '../../platform/zod.ts'
import { errors as authoringErrors } from '../authoring/errors.ts'
import { lockCatalog } from '../authoring/public/change-catalog.ts'
import { LessonPatchSchema } from '../authoring/public/content-draft.ts'
import { createQuestions, requireTopic, resolveTopic } from '../authoring/public/edit-question.ts'
import { type Editor, requireEditable } from '../authoring/public/editor.ts'
import { getEditedLesson } from '../authoring/public/list-content.ts'
import { getEditedQuestion } from '../authoring/public/list-questions.ts'
import { TagSchema } from '../authoring/public/question-draft.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import { DIFFICULTIES, type QuestionId } from '../questions/public/question.ts'
import { adminAction, adminRead, idParams } from '../staff-access/public/admin-endpoint.ts'
import { askForQuestions, askForSlides, WORK_MS } from './ask-model.ts'
import { DROPPED_EXAMPLE, DroppedSchema, SourceFields } from './draft-request.ts'
import { errors } from './errors.ts'
import { deleteMark, insertMarks, listMarks, lockMark, type Mark } from './queries.ts'
import { readQuestions, readSlides } from './read-drafts.ts'

/** Of one author. All authors, assessments and roadmaps share the daily token budget as well. */
export const AUTHOR_LIMIT: RateLimitPolicy = { name: 'model-drafts', count: 20, windowSeconds: 86_400 }

const MarkSchema = z
  .object({
    id: z.string(),
    lessonId: z.string().nullable(),
    questionId: z.string().nullable(),
    sourceTitle: z.string(),
    sourceUrl: z.string().nullable(),
    model: z.string(),
    draftedAt: TimestampSchema,
  })
  .openapi('ModelDraftMark', { description: 'A model drafted it, and no author has removed the mark' })
const MARK_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a7',
  lessonId: '019a8b5e-7c1d-7000-8000-0000000000e1',
  questionId: null,
  sourceTitle: 'Handbook of keys, chapter 2',
  sourceUrl: 'https://example.org/keys',
  model: 'writer-1',
  draftedAt: '2026-11-02T08:00:00.000Z',
}
const SOURCE_EXAMPLE = {
  sourceText: 'A key opens a lock. '.repeat(12).trim(),
  sourceTitle: MARK_EXAMPLE.sourceTitle,
  sourceUrl: MARK_EXAMPLE.sourceUrl,
  count: 6,
}
const SLIDE_EXAMPLE = { type: 'TEXT_WITH_IMAGE', title: 'What a key opens', content: 'A key opens a lock.' }
const DraftedSlides = z.object({
  slides: LessonPatchSchema.shape.slides.unwrap(),
  dropped: z.array(DroppedSchema),
  mark: MarkSchema,
})
const DraftedQuestions = z.object({
  questionIds: z.array(z.string()),
  dropped: z.array(DroppedSchema),
})

/** Drafts of a language model for authors. The model writes nothing: its words become drafts of the author who asked. */
export function modelDraftRoutes(platform: Platform, llm: Llm | undefined): Endpoint[] {
  const { db, rateLimits } = platform
  const requireModel = async ({ userId }: Editor): Promise<Llm> => {
    if (!llm) throw errors.model_not_configured()
    await rateLimits.takeStrict(AUTHOR_LIMIT, userId)
    return llm
  }
  const editable = {
    lesson: async (from: Platform['db'], id: string, editor: Editor) =>
      requireEditable(await getEditedLesson(from, id as LessonId, editor), editor),
    question: async (from: Platform['db'], id: string, editor: Editor) =>
      requireEditable(await getEditedQuestion(from, id as QuestionId, editor), editor),
  }
  const modelRefusals = [errors.model_not_configured, errors.model_failed, errors.model_draft_empty]
  return [
    adminRead('GET /admin/model-drafts', {
      summary: 'Read whether a model drafts for authors, and what it drafted',
      description: 'With a lesson or a question: the marks that no author has removed.',
      query: z.object({ lessonId: z.uuid().optional(), questionId: z.uuid().optional() }),
      response: {
        data: z.object({ isAvailable: z.boolean(), dailyLimit: z.int(), marks: z.array(MarkSchema) }),
        example: { isAvailable: true, dailyLimit: AUTHOR_LIMIT.count, marks: [MARK_EXAMPLE] },
      },
      refusals: [
        authoringErrors.lesson_not_found,
        authoringErrors.question_not_found,
        authoringErrors.not_an_author,
        authoringErrors.owned_by_pack,
      ],
      handle: async ({ query: { lessonId, questionId }, caller }) => {
        const marks: Mark[] = []
        if (lessonId) {
          const { id } = await editable.lesson(db, lessonId, caller)
          marks.push(...(await listMarks(db, { lessonId: id })))
        }
        if (questionId) {
          const { id } = await editable.question(db, questionId, caller)
          marks.push(...(await listMarks(db, { questionId: id })))
        }
        return {
          isAvailable: llm !== undefined,
          dailyLimit: AUTHOR_LIMIT.count,
          marks: marks.map(isoDates),
        }
      },
    }),

    adminAction('POST /admin/lessons/:id/model-drafts', {
      summary: 'Let a model draft slides for a lesson',
      description:
        'From a text. The slides are returned and not stored: an edit of the lesson adds them, as any other slides. The lesson is marked until an author removes the mark. Slides that no edit would accept, and those with links or pictures, are left out and reported. An author may ask twenty times a day.',
      params: idParams(),
      body: z.object(SourceFields),
      bodyExample: SOURCE_EXAMPLE,
      workMs: WORK_MS,
      response: {
        status: 201,
        data: DraftedSlides,
        example: { slides: [SLIDE_EXAMPLE], dropped: [DROPPED_EXAMPLE], mark: MARK_EXAMPLE },
      },
      refusals: [
        authoringErrors.lesson_not_found,
        authoringErrors.not_an_author,
        authoringErrors.owned_by_pack,
        ...modelRefusals,
      ],
      prepare: async ({ caller, params: { id }, body, signal }) => {
        await editable.lesson(db, id, caller)
        const model = await requireModel(caller)
        const read = readSlides(await askForSlides(model, body, signal), body.count)
        if (read.items.length === 0) throw errors.model_draft_empty()
        return { ...read, model: model.model }
      },
      perform: async (tx, { caller, params, body, now }, { items, dropped, model }) => {
        const { id: lessonId } = await editable.lesson(tx, params.id, caller)
        const { sourceTitle, sourceUrl } = body
        const source = { sourceTitle, sourceUrl, model, draftedAt: now }
        const [mark] = await insertMarks(tx, [{ lessonId }], source)
        return {
          data: { slides: items, dropped, mark: isoDates(mark!) },
          act: {
            name: 'lesson.drafted_by_model',
            subject: { kind: 'lesson', id: lessonId },
            before: null,
            after: { sourceTitle, model, slides: items.length },
          },
        }
      },
    }),

    adminAction('POST /admin/questions/model-drafts', {
      summary: 'Let a model draft questions',
      description:
        'From a text. They become single-choice drafts of the caller in the question bank, each marked until an author removes the mark. Questions that no edit would accept, and those with links or pictures, are left out and reported. An author may ask twenty times a day.',
      body: z.object({
        ...SourceFields,
        topicId: z.uuid().optional().openapi({ description: 'Default: the topic "general".' }),
        use: z.enum(['PRACTICE', 'CHALLENGE']).default('PRACTICE'),
        difficulty: z.enum(DIFFICULTIES).default('MEDIUM'),
        tags: z.array(TagSchema).max(20).default([]),
      }),
      bodyExample: SOURCE_EXAMPLE,
      workMs: WORK_MS,
      response: {
        status: 201,
        data: DraftedQuestions,
        example: { questionIds: ['019a8b5e-7c1d-7000-8000-0000000000f1'], dropped: [DROPPED_EXAMPLE] },
      },
      refusals: [authoringErrors.topic_not_found, ...modelRefusals],
      prepare: async ({ caller, body, signal }) => {
        const { count, topicId, use, difficulty } = body
        if (topicId) await requireTopic(db, topicId)
        const model = await requireModel(caller)
        const tags = [...new Set(body.tags)]
        const answer = await askForQuestions(model, body, signal)
        const read = readQuestions(answer, count, { topicId, use, difficulty, tags })
        if (read.items.length === 0) throw errors.model_draft_empty()
        return { ...read, model: model.model }
      },
      perform: async (tx, { caller: editor, body, now }, { items: drafts, dropped, model }) => {
        await lockCatalog(tx)
        const topicId = await resolveTopic(tx, body.topicId)
        const questionIds = await createQuestions(tx, { drafts, topicId, editor, now })
        const { sourceTitle, sourceUrl } = body
        const marked = questionIds.map((questionId) => ({ questionId }))
        await insertMarks(tx, marked, { sourceTitle, sourceUrl, model, draftedAt: now })
        return {
          data: { questionIds, dropped },
          act: {
            name: 'question.drafted_by_model',
            subject: { kind: 'question', id: questionIds[0]! },
            before: null,
            after: { sourceTitle, model, questionIds },
          },
        }
      },
    }),

    adminAction('DELETE /admin/model-drafts/:id', {
      summary: 'Remove the mark of a draft of a model',
      description: 'An author has checked it. Nothing else changes.',
      params: idParams(),
      response: { data: MarkSchema, example: MARK_EXAMPLE },
      refusals: [errors.model_mark_not_found, authoringErrors.not_an_author],
      perform: async (tx, { caller, params: { id } }) => {
        const mark = await lockMark(tx, id)
        if (!mark) throw errors.model_mark_not_found()
        const { lessonId, questionId } = mark
        if (lessonId) await editable.lesson(tx, lessonId, caller)
        else await editable.question(tx, questionId!, caller)
        await deleteMark(tx, mark.id)
        return {
          data: isoDates(mark),
          act: {
            name: 'model_mark.deleted',
            subject: lessonId ? { kind: 'lesson', id: lessonId } : { kind: 'question', id: questionId! },
            before: { sourceTitle: mark.sourceTitle, model: mark.model },
            after: null,
          },
        }
      },
    }),
  ]
}
