import { bareContestant } from './runner/bare-contestant.ts'
import type { Benchmark, Prepared, Request, Surroundings } from './runner/benchmark.ts'
import { lyceumContestant } from './runner/lyceum-contestant.ts'
import { nestContestant } from './runner/nest-contestant.ts'
import { issuePeerTokens } from './runner/peer-tokens.ts'
import { registerUsers } from './runner/register-users.ts'

const USERS = 1000

/** The everyday read: one user's own profile by token. Measured is everything around the one query. */
export const read: Benchmark = {
  name: 'read',
  summary: `GET /api/v2/user/profile with a token, ${USERS} users`,
  contestants: [lyceumContestant, bareContestant, nestContestant],
  goals: [
    {
      title: 'CPU',
      figure: 'cpuMicrosecondsPerRequest',
      contestant: 'lyceum',
      against: 'bare',
      atMost: 1.4,
    },
    {
      title: 'throughput',
      figure: 'requestsPerSecond',
      contestant: 'lyceum',
      against: 'nest',
      atLeast: 4,
    },
  ],
  prepare,
  shape: shapeOfProfile,
}

async function prepare(surroundings: Surroundings): Promise<Prepared> {
  // Lyceum goes first: its start makes the tables, and its API the users, that the peers then read.
  const lyceum = await lyceumContestant.start(surroundings)
  const users = await registerUsers(lyceum.port, USERS)
  await surroundings.database.sql`analyze`
  const userIds = users.map((user) => user.id)
  const peerTokens = await issuePeerTokens(surroundings, userIds)
  const ownTokens = users.map((user) => user.accessToken)
  return {
    requests: (contestant) => (contestant === 'lyceum' ? ownTokens : peerTokens).map(profileRequest),
    alreadyRunning: new Map([['lyceum', lyceum]]),
  }
}

function profileRequest(token: string): Request {
  return { method: 'GET', path: '/api/v2/user/profile', headers: { Authorization: `Bearer ${token}` } }
}

/** The same user with the same fields of the same kinds; what a field counts may differ in detail. */
function shapeOfProfile(answer: unknown) {
  const { success, data } = answer as { success: boolean; data: Record<string, unknown> }
  const kinds = Object.entries(data).map(([field, value]) => [field, value === null ? 'null' : typeof value])
  return {
    success,
    id: data.id,
    email: data.email,
    createdAt: data.createdAt,
    fields: Object.fromEntries(kinds.sort()),
  }
}
