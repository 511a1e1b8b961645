import { catalogCache } from '../../modules/catalog/public/catalog-cache.ts'
import { createPromotion } from '../../modules/promotions/public/create-promotion.ts'
import type { PromotionInput } from '../../modules/promotions/public/promotion.ts'
import { now } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'

/** Creates each demo promotion once. Later changes to it are not overwritten. */
export async function createDemoPromotions(platform: Platform): Promise<void> {
  const { courses } = await catalogCache(platform).current()
  const free = [...courses.values()].find(({ isPremium }) => !isPremium)
  for (const [key, input] of Object.entries(demoPromotions(free))) {
    await platform.write((tx) => createPromotion(tx, { key: `demo:${key}`, input, now: now() }))
  }
}

function demoPromotions(course: { id: string; title: string } | undefined): Record<string, PromotionInput> {
  return {
    welcome: {
      kind: 'POPUP',
      title: 'Welcome to Lyceum',
      subtitle: 'Your first lesson takes five minutes',
      bodyText: course
        ? `Begin with “${course.title}”, and earn your first badge today.`
        : 'Choose a course, and earn your first badge today.',
      imageUrl: '/badges/first-steps.svg',
      ctaText: 'Start learning',
      ...(course ? { ctaAction: 'NAVIGATE_COURSE', ctaPayload: { courseId: course.id } } : {}),
      priority: 10,
      reshowAfterHours: 24 * 7,
    },
    invite: {
      kind: 'BANNER',
      title: 'Learn together',
      subtitle: 'You both get gems when a friend completes a first course',
      imageUrl: '/badges/social-butterfly.svg',
      ctaText: 'Invite a friend',
      ctaAction: 'OPEN_REFERRAL',
      priority: 5,
    },
    kenya: {
      kind: 'BANNER',
      title: 'Karibu!',
      subtitle: 'Premium opens every course and path',
      imageUrl: '/badges/pathfinder.svg',
      ctaText: 'See premium',
      ctaAction: 'OPEN_SUBSCRIPTION_MODAL',
      countries: ['KE', 'TZ', 'UG'],
      targeting: { subscribers: false },
      priority: 1,
    },
  }
}
