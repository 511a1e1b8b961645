import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { cachedCourse, reloadLessons, storeCourse } from './course-query.ts'

export interface Publication {
  course: Api.EditedCourse
  drafts: readonly Api.EditedLesson[]
  /** Published lessons with changes. */
  changed: readonly Api.EditedLesson[]
  changeNote: string | undefined
  /** Undefined: now. */
  publishAt: string | undefined
}

/** The zone of this device, in which the author chooses a time. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Publishes now, or chooses the time. Drafts come first, because a course needs a published lesson. */
export async function publishAll(publication: Publication): Promise<void> {
  const { course, drafts, changed, changeNote, publishAt } = publication
  const given = ({ id, version }: { id: string; version: number }) => ({
    path: { id },
    headers: { 'if-match': `"${version}"` },
  })
  const note = changeNote === undefined ? {} : { changeNote }
  const includeLessons = changed.length > 0
  try {
    for (const draft of drafts)
      if (publishAt)
        await lyceum.call('PUT /admin/lessons/{id}/schedule', { ...given(draft), body: { publishAt } })
      else await lyceum.call('POST /admin/lessons/{id}/publish', given(draft))
    const current = given(cachedCourse(course.id)!)
    const { data } = publishAt
      ? await lyceum.call('PUT /admin/courses/{id}/schedule', {
          ...current,
          body: { publishAt, includeLessons, ...note },
        })
      : await lyceum.call('POST /admin/courses/{id}/publish', {
          ...current,
          body: { includeLessons, ...note },
        })
    storeCourse(data)
  } finally {
    await reloadLessons(course.id)
  }
}

/** Submits the same for review. */
export async function submitAll({
  course: { id },
  drafts,
  changed,
  changeNote,
  publishAt,
  message,
}: Publication & { message: string | undefined }): Promise<void> {
  await lyceum.call('POST /admin/courses/{id}/review-requests', {
    path: { id },
    body: {
      lessonIds: [...drafts, ...changed].map((lesson) => lesson.id),
      ...(changeNote === undefined ? {} : { changeNote }),
      ...(publishAt === undefined ? {} : { publishAt }),
      ...(message === undefined ? {} : { message }),
    },
  })
  await reloadReviews()
}

export const reloadReviews = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['GET /admin/courses/{id}/review-requests'] })
