import { type Environment, readConfig } from '../../platform/config/config.ts'
import { EXIT_CODES, failWith } from './exit-codes.ts'

const LIMIT_MS = 4_000
/** A service on all addresses is asked on loopback. */
const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Prints what `/health/ready` answers, and exits with 5 if the service is not ready, and with 4 if it does not answer. */
export async function checkHealth(environment: Environment, options: { url?: string }): Promise<void> {
  const url = options.url ?? ownAddress(environment)
  if (!URL.canParse(url))
    return failWith('--url must be the address of the service, such as http://localhost:3000')
  try {
    const response = await fetch(new URL('/health/ready', url), { signal: AbortSignal.timeout(LIMIT_MS) })
    console.log(await response.text())
    if (!response.ok) process.exitCode = EXIT_CODES.faults
  } catch (error) {
    failWith(`${url} does not answer: ${(error as Error).message}`, EXIT_CODES.unavailable)
  }
}

function ownAddress(environment: Environment): string {
  const { host, port } = readConfig(environment)
  return `http://${LOOPBACK[host] ?? host}:${port}`
}
