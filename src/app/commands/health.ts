import { type Environment, readConfig } from '../../platform/config/config.ts'

const LIMIT_MS = 4_000
/** A service on all addresses is asked on loopback. */
const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Prints what `/health/ready` answers, and exits with 1 unless the service is ready. */
export async function checkHealth(environment: Environment, options: { url?: string }): Promise<void> {
  const url = options.url ?? ownAddress(environment)
  try {
    const response = await fetch(new URL('/health/ready', url), { signal: AbortSignal.timeout(LIMIT_MS) })
    console.log(await response.text())
    if (!response.ok) process.exitCode = 1
  } catch (error) {
    console.error(`${url} does not answer: ${(error as Error).message}`)
    process.exitCode = 1
  }
}

function ownAddress(environment: Environment): string {
  const { host, port } = readConfig(environment)
  return `http://${LOOPBACK[host] ?? host}:${port}`
}
