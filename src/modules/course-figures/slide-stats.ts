import type { Db } from '../../platform/db/database.ts'
import { truncateText } from '../../platform/truncate-text.ts'
import type { z } from '../../platform/zod.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import type { CatalogCache, LessonContent } from '../catalog/public/catalog-cache.ts'
import { contentVersionOf } from '../catalog/public/content-version.ts'
import type { StoredSlide } from '../catalog/public/slide.ts'
import { countTimes, medianSeconds } from '../mastery/public/time-histogram.ts'
import type { CourseStatsSchema } from './course-stats-schema.ts'
import { ofGroup, shareOf } from './min-learners.ts'
import type { Period } from './period.ts'
import { listSlidePlays } from './slide-play-queries.ts'

const TITLE_LENGTH = 80

type LessonPlays = Pick<z.output<typeof CourseStatsSchema>['lessons'][number], 'plays' | 'slides'>

export type LessonContents = ReadonlyMap<LessonId, Pick<LessonContent, 'slides' | 'questions'>>

/** The published slides of lessons. Drafts and archived lessons are left out: learners do not see them. */
export async function getLessonContents(
  catalog: CatalogCache,
  lessonIds: readonly LessonId[],
): Promise<LessonContents> {
  const { lessons } = await catalog.current()
  const published = lessonIds.filter((id) => lessons.has(id))
  return new Map(
    await Promise.all(published.map(async (id) => [id, await catalog.getLessonContent(id)] as const)),
  )
}

/** How far plays came in the published slides of lessons. A lesson that is published again starts at zero. */
export async function readSlideStats(
  db: Db,
  contents: LessonContents,
  period: Period,
): Promise<Map<LessonId, LessonPlays>> {
  const versions = [...contents].map(([lessonId, { slides }]) => ({
    lessonId,
    contentVersion: contentVersionOf(slides),
  }))
  const counted = versions.length === 0 ? [] : await listSlidePlays(db, versions, period)
  const byLesson = Map.groupBy(counted, ({ lessonId }) => lessonId)
  return new Map(
    [...contents].map(([lessonId, content]) => {
      const ofSlide = new Map(byLesson.get(lessonId)?.map((row) => [row.slide, row]))
      // Without a connection an app may leave out the first slide, so the first one need not have all plays.
      const plays = Math.max(0, ...[...ofSlide.values()].map(({ seen }) => seen))
      const slides = content.slides.map((slide, index): LessonPlays['slides'][number] => {
        const { seen = 0, times = null } = ofSlide.get(index + 1) ?? {}
        return {
          order: index + 1,
          type: slide.type,
          title: truncateText(titleOf(slide, content), TITLE_LENGTH),
          seen,
          seenShare: shareOf(seen, plays),
          medianSeconds: ofGroup(medianSeconds(times), { group: countTimes(times), digits: 1 }),
        }
      })
      return [lessonId, { plays, slides }]
    }),
  )
}

function titleOf(slide: StoredSlide, { questions }: Pick<LessonContent, 'questions'>): string {
  switch (slide.type) {
    case 'QUIZ':
      return questions.get(slide.questionId)?.prompt ?? ''
    case 'FLASHCARD':
      return slide.front
    case 'CALLOUT':
      return slide.content
    default:
      return slide.title
  }
}
