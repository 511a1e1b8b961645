/**
 * The least that can answer the same: no router, no token check but a look into a map, no validation, no log.
 * What a contestant costs above this is the price of everything it does besides the query.
 */
const tokens = new Map<string, string>(await Bun.file(process.env.TOKENS_FILE!).json())
const sql = new Bun.SQL(process.env.DATABASE_URL!, { max: 10 })

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  development: false,
  async fetch(request) {
    const path = request.url.slice(request.url.indexOf('/', 8))
    if (path === '/health/ready') return new Response('ready')
    if (path !== '/api/v2/user/profile') return refuse(404)
    const userId = tokens.get(request.headers.get('authorization')?.slice('Bearer '.length) ?? '')
    if (!userId) return refuse(401)
    const profile = await findProfile(userId)
    if (!profile) return refuse(404)
    return new Response(JSON.stringify({ success: true, data: profile }), {
      headers: { 'Content-Type': 'application/json' },
    })
  },
})

process.on('SIGTERM', async () => {
  await server.stop(true)
  await sql.close()
  process.exit(0)
})

/** The same single query as Lyceum's own profile read. */
async function findProfile(userId: string) {
  const [row] = await sql`
    select id, email, username, role, country, bio, language, time_zone, email_verified_at,
      two_factor_enabled_at, avatar_key, created_at
    from user_account
    where id = ${userId} and deleted_at is null and suspended_at is null`
  if (!row) return undefined
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    role: row.role,
    country: row.country,
    bio: row.bio,
    language: row.language,
    timeZone: row.time_zone,
    isEmailVerified: row.email_verified_at !== null,
    is2FAEnabled: row.two_factor_enabled_at !== null,
    walletAddress: null,
    totalXP: 0,
    totalGems: 0,
    level: 1,
    currentStreak: 0,
    longestStreak: 0,
    profileImageUrl: row.avatar_key === null ? `/avatars/${row.id}.svg` : `/files/${row.avatar_key}`,
    createdAt: row.created_at,
  }
}

function refuse(status: number) {
  return new Response(JSON.stringify({ success: false }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })
}
