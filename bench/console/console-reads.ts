export interface ConsoleRead {
  name: string
  path: string
}

/** The requests of the console's screens: lists with their filters, the search, the page of a user, and the figures. */
export async function listConsoleReads(sql: Bun.SQL): Promise<ConsoleRead[]> {
  const [user] =
    await sql`select id, username, email from user_account where username = 'seeded_4321' limit 1`
  const [order] = await sql`select id from payment_order order by id desc limit 1`
  const [certificate] = await sql`select number from certificate order by id limit 1`
  const from = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10)
  const month = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10)
  const paths = [
    '/admin/attention',
    '/admin/stats',
    '/admin/system',
    '/admin/users',
    '/admin/users?page=100',
    '/admin/users?search=seeded_999',
    '/admin/users?search=example.com',
    '/admin/users?search=nothing-like-it',
    '/admin/users?role=ADMIN',
    '/admin/users?isSuspended=true',
    `/admin/users?from=${from}T00:00:00Z&to=${from}T23:59:59Z`,
    `/admin/users?activeSince=${month}`,
    `/admin/users?activeSince=${month}&activeTo=${month}`,
    `/admin/users?reached=LESSON&from=${month}T00:00:00Z`,
    `/admin/users/${user.id}`,
    `/admin/users/${user.id}/overview`,
    `/admin/users/${user.id}/ledger`,
    `/admin/users/${user.id}/ledger?asset=GEM`,
    `/admin/users/${user.id}/sessions`,
    `/admin/users/${user.id}/enrollments`,
    `/admin/users/${user.id}/referrals`,
    `/admin/users/${user.id}/certificates`,
    `/admin/search?q=${user.username}`,
    `/admin/search?q=${user.email}`,
    `/admin/search?q=${user.id}`,
    `/admin/search?q=${certificate.number}`,
    '/admin/search?q=seeded',
    '/admin/orders',
    '/admin/orders?status=COMPLETED',
    '/admin/orders?status=UNDER_REVIEW',
    `/admin/orders?userId=${user.id}`,
    `/admin/orders/${order.id}`,
    '/admin/certificates',
    '/admin/certificates?status=MINTED',
    '/admin/submissions',
    '/admin/reports',
    '/admin/inbox/events',
    '/admin/jobs',
    '/admin/jobs/failed',
    '/admin/chain-transactions',
    '/admin/emails',
    '/admin/ledger/audits',
    '/admin/ledger/transfers',
    '/admin/ledger/transfers?account=house:issuance',
    `/admin/ledger/transfers?account=house:issuance&reason=nothing&from=${month}T00:00:00Z`,
    `/admin/ledger/transfers?account=user:${user.id}`,
    '/admin/ledger/transfers?reason=nothing',
    `/admin/ledger/transfers?isEscrow=true&from=${month}T00:00:00Z`,
    '/admin/battles',
    `/admin/battles?status=PLAYED&from=${month}T00:00:00Z`,
    `/admin/battles?status=PLAYED&kind=BOT&from=${month}T00:00:00Z`,
    `/admin/battles?status=FORFEIT&from=${from}T00:00:00Z&to=${month}T00:00:00Z`,
    '/admin/battles?status=IN_PROGRESS',
    `/admin/battles?userId=${user.id}`,
    '/admin/audit',
    '/admin/audit?act=user.suspended',
    '/admin/site-settings',
    '/admin/runtime-settings',
    ...['activity', 'retention', 'funnel', 'learning', 'ledger', 'revenue', 'battles'].flatMap((part) => [
      `/admin/figures/${part}`,
      `/admin/figures/${part}?from=${from}&interval=month`,
    ]),
    `/admin/figures/activity?from=${from}&interval=day&format=csv`,
    '/admin/figures/questions',
  ]
  return paths.map((path) => ({ name: nameOf(path), path }))
}

/** The address without ids. */
function nameOf(path: string): string {
  return `GET ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')}`
}
