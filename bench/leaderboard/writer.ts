/**
 * Awards XP to seeded users at a constant rate until it is stopped. Runs in its own process, so that its CPU
 * time is not counted for an implementation. Arguments: `postgres` or `redis`, the address, and a file of
 * user ids.
 */
import { openBoards } from './boards.ts'
import { REDIS_BOARDS } from './redis-board.ts'

const AWARDS_PER_SECOND = 200
const TICK_MS = 25

const [kind, url, usersFile] = process.argv.slice(2)
const userIds: string[] = await Bun.file(usersFile!).json()
const award = kind === 'redis' ? redisAward(url!) : openBoards(url!, 4).award
const startedAt = performance.now()
let awarded = 0

setInterval(() => {
  const due = ((performance.now() - startedAt) * AWARDS_PER_SECOND) / 1000
  for (; awarded < due; awarded++) {
    const userId = userIds[Math.floor(Math.random() * userIds.length)]!
    award(userId, 20, new Date()).catch((error: unknown) => {
      console.error(`an award failed: ${error}`)
      process.exit(1)
    })
  }
}, TICK_MS)
process.on('SIGTERM', () => process.exit(0))

function redisAward(address: string) {
  const redis = new Bun.RedisClient(address)
  return async (userId: string, xp: number) => {
    await Promise.all(REDIS_BOARDS.map((board) => redis.send('ZINCRBY', [board, String(xp), userId])))
  }
}
