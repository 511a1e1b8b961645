import type { Db } from '../../platform/db/database.ts'
import { commonErrors } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { orNull } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RateLimitPolicy } from '../../platform/rate-limits/rate-limit.ts'
import { z } from '../../platform/zod.ts'
import { getUserAttributes } from '../accounts/public/own-account.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { listKnownSkills } from '../mastery/public/list-known-skills.ts'
import { isEnrolled } from '../progress/public/is-enrolled.ts'
import { listCompletedCourseIds } from '../progress/public/list-completed-course-ids.ts'
import { listCompletedLessonIds } from '../progress/public/list-completed-lesson-ids.ts'
import { hasPremium } from '../subscriptions/public/has-premium.ts'
import { generateRoadmap } from './generate-roadmap.ts'
import { listMasteredSkills } from './list-mastered-skills.ts'
import { findNextLesson, planCourses } from './plan-courses.ts'
import { findRoadmap, type RoadmapRow } from './queries.ts'
import { ROADMAP_EXAMPLE, ROADMAP_STATUSES, RoadmapSchema } from './roadmap-schema.ts'
import { isMatched, listRoadmapPaths, presentRoadmap } from './roadmap-view.ts'
import { chooseTexts } from './texts/choose-texts.ts'

const TAG = 'Learning paths'

/** Limits the model calls of one user, because all users and assessments share the daily token budget. */
const MODEL_LIMIT: RateLimitPolicy = { name: 'roadmap-model', count: 10, windowSeconds: 86_400 }

export function roadmapRoutes(platform: Platform): Endpoint[] {
  const catalog = catalogCache(platform)
  const present = async (db: Db, userId: UserId, row: RoadmapRow, now: Date) => {
    const current = await catalog.current()
    const paths = listRoadmapPaths(row, current)
    const courseIds = paths.flatMap(({ courses }) => courses.map(({ id }) => id))
    const [completed, lessons, isSubscriber, { language }, knownSkills] = await Promise.all([
      listCompletedCourseIds(db, userId),
      listCompletedLessonIds(db, userId, courseIds),
      hasPremium(db, userId, now),
      getUserAttributes(db, userId),
      listKnownSkills(db, { userId, now }),
    ])
    const completedCourses = new Set(completed)
    const learner = {
      completedCourses,
      completedLessons: new Set(lessons),
      masteredSkills: listMasteredSkills(current, { completedCourses, knownSkills }),
      hasPremium: isSubscriber,
    }
    const next = findNextLesson(planCourses(paths, learner), learner.completedLessons)
    const isEnrolledInNext = next !== undefined && (await isEnrolled(db, userId, next.course.id))
    const roadmap = presentRoadmap(row, current, { ...learner, language, isEnrolledInNext })
    return { roadmap, texts: chooseTexts(language) }
  }
  const canUseModel = async (userId: UserId) =>
    platform.config.llm !== undefined && (await platform.rateLimits.tryTakeStrict(MODEL_LIMIT, userId))
  return [
    endpoint({
      method: 'get',
      path: '/learning-path/roadmap/me',
      tag: TAG,
      summary: 'Read your roadmap and your progress',
      access: 'user',
      response: {
        data: z.object({ status: z.enum(ROADMAP_STATUSES), roadmap: orNull(RoadmapSchema) }),
        example: { status: 'completed', roadmap: ROADMAP_EXAMPLE },
      },
      handle: async ({ caller, now }) => {
        const row = await findRoadmap(platform.pipelinedDb, caller.userId)
        if (!row) return { status: 'none' as const, roadmap: null }
        const { roadmap } = await present(platform.pipelinedDb, caller.userId, row, now)
        return { status: row.status, roadmap }
      },
    }),

    endpoint({
      method: 'post',
      path: '/learning-path/roadmap',
      tag: TAG,
      summary: 'Create a roadmap for a career goal',
      description:
        'Ranks the learning paths by the words of the goal and gives a reason for each. What the goal rejects (“not finance, but web”) is left out, and if nothing matches, `isMatched` is false. Courses are skipped that teach only skills of your completed courses, or skills in which you are PROFICIENT or MASTER. A new goal replaces the previous roadmap. If a language model is configured, it reorders the paths later, for up to ten goals a day; until then the status is `generating`.',
      access: 'user',
      body: z.object({
        userId: z.uuid().optional().openapi({ description: 'Your own id; optional' }),
        careerGoal: z.string().trim().min(1).max(300).openapi({ example: 'Smart contract developer' }),
      }),
      bodyExample: { careerGoal: 'Smart contract developer' },
      response: {
        status: 201,
        data: RoadmapSchema,
        example: ROADMAP_EXAMPLE,
        message: 'Your roadmap is ready',
      },
      refusals: [commonErrors.forbidden],
      handle: async ({ caller, body, write, now }) => {
        if (body.userId !== undefined && body.userId !== caller.userId) {
          throw commonErrors.forbidden({ message: 'You can create a roadmap only for yourself.' })
        }
        const currentCatalog = await catalog.current()
        const hasLlm = await canUseModel(caller.userId)
        return write(async (tx) => {
          const row = await generateRoadmap(tx, {
            userId: caller.userId,
            careerGoal: body.careerGoal,
            catalog: currentCatalog,
            hasLlm,
            now,
          })
          const { roadmap, texts } = await present(tx, caller.userId, row, now)
          return isMatched(row) ? roadmap : new Reply(roadmap, { message: texts.nothingMatched })
        })
      },
    }),
  ]
}
