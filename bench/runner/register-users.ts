/** A registered user with an access token. */
export type RegisteredUser = { id: string; accessToken: string }

/** Password hashing is CPU-bound, so the concurrency is the number of cores. */
const CONCURRENCY = 4

/** Registers users through Lyceum's own API, so that the rows are those that the product writes. */
export async function registerUsers(port: number, count: number): Promise<RegisteredUser[]> {
  const users: RegisteredUser[] = new Array(count)
  let next = 0
  const registerInTurn = async () => {
    for (let index = next++; index < count; index = next++) users[index] = await register(port, index)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, registerInTurn))
  return users
}

/** The address and the password of a registered user, by the order of registration. */
export function credentialsOf(index: number): { email: string; password: string } {
  const number = String(index).padStart(6, '0')
  return { email: `learner.${number}@example.com`, password: `Quiet-Lantern-${number}-Harbour` }
}

async function register(port: number, index: number): Promise<RegisteredUser> {
  const number = String(index).padStart(6, '0')
  const response = await fetch(`http://127.0.0.1:${port}/api/v2/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...credentialsOf(index),
      username: `learner_${number}`,
    }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`registering answered ${response.status}: ${text}`)
  const { data } = JSON.parse(text)
  return { id: data.user.id, accessToken: data.accessToken }
}
