import { Injectable } from '@nestjs/common'
import type { EntityManager } from 'typeorm'
import { BadgeMark, BadgeProgress } from './badges.entities.js'

const BADGES = {
  FIRST_STEPS: { name: 'First Steps', description: 'Complete your first lesson.', required: 1 },
  COURSE_EXPLORER: { name: 'Course Explorer', description: 'Complete 3 courses.', required: 3 },
}

export type UnlockedBadge = { badgeType: string; name: string; description: string; imageUrl: string }

@Injectable()
export class BadgesService {
  async noteStreak(manager: EntityManager, userId: string, currentProgress: number) {
    const types = ['SEVEN_DAY_STREAK', 'THIRTY_DAY_STREAK']
    await manager.upsert(
      BadgeProgress,
      types.map((badgeType) => ({ userId, badgeType, currentProgress })),
      ['userId', 'badgeType'],
    )
  }

  /** Counts a lesson or a course for a badge, and awards the badge when it is complete. */
  async mark(
    manager: EntityManager,
    userId: string,
    badgeType: keyof typeof BADGES,
    item: string,
    at: Date,
  ): Promise<UnlockedBadge[]> {
    const { name, description, required } = BADGES[badgeType]
    const held = await manager.findOneBy(BadgeProgress, { userId, badgeType })
    if (held?.completedAt) return []
    await manager.insert(BadgeMark, { userId, badgeType, item })
    const currentProgress = (held?.currentProgress ?? 0) + 1
    const isUnlocked = currentProgress >= required
    const progress = { currentProgress, completedAt: isUnlocked ? at : null }
    if (held) await manager.update(BadgeProgress, { userId, badgeType }, progress)
    else await manager.insert(BadgeProgress, { userId, badgeType, ...progress })
    if (!isUnlocked) return []
    const picture = `${badgeType.toLowerCase().replaceAll('_', '-')}.svg`
    return [{ badgeType, name, description, imageUrl: `${process.env.PUBLIC_URL}/badges/${picture}` }]
  }
}
