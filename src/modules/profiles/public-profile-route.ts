import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { listCompletedCourseIds } from '../progress/public/list-completed-course-ids.ts'
import { errors } from './errors.ts'
import { presentProfile } from './profile.ts'
import { findProfile, findPublicUserId } from './queries.ts'

const MAX_AGE_SECONDS = 60

const PublicProfileSchema = z
  .object({
    userId: z.string(),
    username: z.string(),
    avatarUrl: z.string(),
    bio: z.string().nullable(),
    level: z.number().int(),
    totalXP: z.number().int(),
    currentStreak: z.number().int().openapi({ description: 'Days' }),
    longestStreak: z.number().int().openapi({ description: 'Days' }),
    memberSince: z.string().openapi({ description: 'Year and month', example: '2026-11' }),
    completedCourses: z.array(z.object({ id: z.string(), title: z.string() })),
  })
  .openapi('PublicProfile')

/** The profile of a user who agreed to show it to everybody. Other users are 404, as unknown ones. */
export function publicProfileRoute(platform: Platform): Endpoint {
  const catalog = catalogCache(platform)
  return endpoint({
    method: 'get',
    path: '/public/profiles/:username',
    tag: 'Public pages',
    summary: 'Read a public profile',
    description: 'Users publish their profile with `PATCH /user/profile {"publicProfile": true}`.',
    access: 'public',
    sharedMaxAgeSeconds: MAX_AGE_SECONDS,
    params: z.object({ username: z.string().max(40).openapi({ example: 'ada_l' }) }),
    response: {
      data: PublicProfileSchema,
      example: {
        userId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
        username: 'ada_l',
        avatarUrl: 'http://localhost:3000/avatars/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d.svg',
        bio: 'Learning one slide a day.',
        level: 4,
        totalXP: 1250,
        currentStreak: 7,
        longestStreak: 21,
        memberSince: '2026-11',
        completedCourses: [{ id: '019a8b5e-7c1d-7000-8000-0000000000c1', title: 'Blockchain basics' }],
      },
    },
    refusals: [errors.profile_not_found],
    handle: async ({ params, now }) => {
      const db = platform.replicaDb
      // The primary decides, so that a withdrawn consent counts at once.
      const userId = await findPublicUserId(platform.db, params.username)
      const row = userId && (await findProfile(db, userId))
      if (!row) throw errors.profile_not_found()
      const [{ courses }, completedIds] = await Promise.all([
        catalog.current(),
        listCompletedCourseIds(db, row.id),
      ])
      const profile = presentProfile(row, platform.config.publicUrl, now)
      return {
        userId: row.id,
        username: profile.username,
        avatarUrl: profile.profileImageUrl,
        bio: profile.bio,
        level: profile.level,
        totalXP: profile.totalXP,
        currentStreak: profile.currentStreak,
        longestStreak: profile.longestStreak,
        memberSince: profile.createdAt.slice(0, 7),
        completedCourses: completedIds.flatMap((id) => {
          const course = courses.get(id)
          return course ? [{ id, title: course.title }] : []
        }),
      }
    },
  })
}
