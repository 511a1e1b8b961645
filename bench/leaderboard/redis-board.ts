/** The sorted sets of the Redis peer, one for each board of Lyceum. */
export const REDIS_BOARDS = ['board:week', 'board:month', 'board:all-time']

const BATCH = 5_000

/** Copies the board of this week and its user profiles from PostgreSQL to Redis. */
export async function fillRedis(databaseUrl: string, redisUrl: string): Promise<void> {
  const sql = new Bun.SQL(databaseUrl, { max: 1 })
  const redis = new Bun.RedisClient(redisUrl)
  try {
    for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
      const rows: { id: string; username: string; xp: string; gems: string }[] = await sql`
        select id, username, xp::text, balance::text as gems from user_account
        join period_score on user_id = id and period = 'week'
        join ledger_balance on account = 'user:' || id and asset = 'GEM'
        where id > ${last} order by id limit ${BATCH}`
      if (rows.length === 0) return
      const scores = rows.flatMap((row) => [row.xp, row.id])
      await Promise.all([
        ...REDIS_BOARDS.map((board) => redis.send('ZADD', [board, ...scores])),
        ...rows.map((row) =>
          redis.send('HSET', [`user:${row.id}`, 'username', row.username, 'gems', row.gems, 'streak', '1']),
        ),
      ])
      last = rows.at(-1)!.id
    }
  } finally {
    redis.close()
    await sql.close()
  }
}
