import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../catalog/errors.ts'
import { getSharedLessonDraft } from '../catalog/public/lesson-draft.ts'
import { LESSON_EXAMPLE, LessonContentSchema } from './public/lesson-view.ts'
import { previewLesson } from './public/preview-lesson.ts'

/** The preview of a lesson for people to whom its author sent a link. */
export function previewRoute({ db, config }: Platform): Endpoint {
  return endpoint({
    method: 'get',
    path: '/public/lesson-previews/:token',
    tag: 'Public pages',
    summary: 'Read a lesson by its preview link',
    description:
      'The slides are those of `GET /lesson/{id}`, also of a draft; `isCompleted` is always false. The link ends when it expires or when an author replaces it. It counts as no learning.',
    access: 'public',
    isUnlisted: true,
    params: z.object({ token: z.string().max(200).openapi({ example: 'a-token' }) }),
    response: { data: LessonContentSchema, example: LESSON_EXAMPLE },
    refusals: [errors.preview_not_found],
    handle: async ({ params, now }) =>
      previewLesson(db, await getSharedLessonDraft(db, params.token, now), config.publicUrl),
  })
}
