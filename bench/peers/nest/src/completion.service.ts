import { randomUUID } from 'node:crypto'
import { ForbiddenException, Injectable, NotFoundException } from '@nestjs/common'
import { DataSource, type EntityManager } from 'typeorm'
import { BadgesService, type UnlockedBadge } from './badges.service.js'
import type { CompleteLessonBody } from './completion.controller.js'
import { Enrollment } from './enrollment.entity.js'
import { LeaderboardService } from './leaderboard.service.js'
import { Lesson } from './lesson.entity.js'
import { LessonCompletion } from './lesson-completion.entity.js'
import { RewardsService } from './rewards.service.js'
import { UserAccount } from './user-account.entity.js'

type Payment = { xp: number; gems: number; source: string; reason: string }

/** Handles first completions only; repeated ones are not compared. */
@Injectable()
export class CompletionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rewards: RewardsService,
    private readonly badges: BadgesService,
    private readonly leaderboard: LeaderboardService,
  ) {}

  complete(userId: string, lessonId: string, body: CompleteLessonBody) {
    return this.dataSource.transaction(async (manager) => {
      const at = new Date()
      const lesson = await manager.findOne(Lesson, { where: { id: lessonId }, relations: { course: true } })
      if (!lesson) throw new NotFoundException('lesson not found')
      const { course, courseId } = lesson
      const lessons = await manager.find(Lesson, { where: { courseId }, order: { position: 'ASC' } })
      const { timeZone } = await manager.findOneByOrFail(UserAccount, { id: userId })
      const enrollment = await this.lockEnrollment(manager, userId, courseId, at)
      const completions = await manager.findBy(LessonCompletion, { userId, courseId })
      const completed = new Set(completions.map((completion) => completion.lessonId))
      const before = lessons[lessons.findIndex((each) => each.id === lessonId) - 1]
      if (before && !completed.has(before.id)) throw new ForbiddenException('lesson locked')

      const unlockedBadges: UnlockedBadge[] = []
      const streak = await this.rewards.extendStreak(manager, userId, timeZone, at)
      if (streak.isNewDay) await this.badges.noteStreak(manager, userId, streak.currentDays)

      const id = randomUUID()
      await manager.insert(LessonCompletion, {
        id,
        userId,
        lessonId,
        courseId,
        completedAt: at,
        timeSpentSeconds: body.timeSpentSeconds ?? null,
        claimedScore: body.score ?? null,
      })
      completed.add(lessonId)
      const lessonPay = { xp: lesson.xpReward, gems: lesson.gemReward }
      await this.pay(manager, userId, at, {
        ...lessonPay,
        source: `lesson:${id}`,
        reason: 'lesson completed',
      })
      unlockedBadges.push(...(await this.badges.mark(manager, userId, 'FIRST_STEPS', lessonId, at)))

      const done = lessons.filter((each) => completed.has(each.id)).length
      const isFinish = !enrollment.completedAt && done === lessons.length
      const bonus = isFinish ? { xp: course.bonusXp, gems: course.bonusGems } : { xp: 0, gems: 0 }
      if (isFinish) {
        await manager.update(Enrollment, { id: enrollment.id }, { completedAt: at })
        const source = `course:${enrollment.id}`
        await this.pay(manager, userId, at, { ...bonus, source, reason: 'course completed' })
        unlockedBadges.push(...(await this.badges.mark(manager, userId, 'COURSE_EXPLORER', courseId, at)))
      }
      const totals = await this.rewards.totals(manager, userId)
      return {
        lessonId,
        courseId,
        xpEarned: lessonPay.xp + bonus.xp,
        gemsEarned: lessonPay.gems + bonus.gems,
        newTotalXP: totals.xp,
        newTotalGems: totals.gems,
        courseProgress: Math.floor((100 * done) / lessons.length),
        streakDays: streak.currentDays,
        unlockedBadge: unlockedBadges[0] ?? null,
        unlockedBadges,
      }
    })
  }

  private async lockEnrollment(manager: EntityManager, userId: string, courseId: string, at: Date) {
    const found = await manager.findOne(Enrollment, {
      where: { userId, courseId },
      lock: { mode: 'pessimistic_write' },
    })
    if (found) return found
    const enrollment = { id: randomUUID(), userId, courseId, enrolledAt: at, completedAt: null }
    await manager.insert(Enrollment, enrollment)
    return enrollment
  }

  private async pay(manager: EntityManager, userId: string, at: Date, payment: Payment) {
    await this.rewards.pay(manager, userId, payment, at)
    await this.leaderboard.addXp(manager, userId, payment.xp, at)
  }
}
