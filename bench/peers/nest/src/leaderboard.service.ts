import { Injectable } from '@nestjs/common'
import type { EntityManager } from 'typeorm'
import { PeriodScore, ScoreMove } from './leaderboard.entities.js'

@Injectable()
export class LeaderboardService {
  async addXp(manager: EntityManager, userId: string, xp: number, at: Date) {
    const day = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
    const monday = new Date(day - ((at.getUTCDay() + 6) % 7) * 86_400_000)
    const boards = [
      { period: 'all-time', startsOn: '1970-01-01' },
      { period: 'month', startsOn: `${at.toISOString().slice(0, 7)}-01` },
      { period: 'week', startsOn: monday.toISOString().slice(0, 10) },
    ]
    const moves: Partial<ScoreMove>[] = []
    for (const board of boards) {
      const held = await manager.findOne(PeriodScore, {
        where: { userId, ...board },
        lock: { mode: 'pessimistic_write' },
      })
      const cameXp = Number(held?.xp ?? 0) + xp
      if (held) await manager.update(PeriodScore, { userId, ...board }, { xp: cameXp, reachedAt: at })
      else await manager.insert(PeriodScore, { userId, ...board, xp: cameXp, reachedAt: at })
      const left = { leftXp: held ? Number(held.xp) : null, leftAt: held?.reachedAt ?? null }
      moves.push({ ...board, userId, ...left, cameXp, cameAt: at })
    }
    await manager.insert(ScoreMove, moves)
  }
}
