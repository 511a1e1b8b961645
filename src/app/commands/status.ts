import { type Environment, readConfig } from '../../platform/config/config.ts'
import { EXIT_CODES, failWith } from './exit-codes.ts'
import { printJson } from './table.ts'

interface StatusOptions {
  url?: string
  json?: boolean
}

interface Readiness {
  status: string
  checks: Record<string, string>
  reasons?: Record<string, string>
}

const TIMEOUT_MS = 5_000

/** Asks the running service whether it is ready. Ends with 5 if it is not, and with 4 if nothing answers. */
export async function printStatus(environment: Environment, { url, json }: StatusOptions): Promise<void> {
  const { port, metricsToken } = readConfig(environment)
  const base = (url ?? `http://127.0.0.1:${port}`).replace(/\/$/, '')
  if (!URL.canParse(base))
    return failWith('--url must be the address of the service, such as http://localhost:3000')
  const answer = await ask(`${base}/health/ready`)
  if (!answer) {
    const message = `Nothing answers at ${base}. Start the service, or name its address with --url.`
    if (json) printJson({ status: 'unreachable', url: base })
    return failWith(message, EXIT_CODES.unavailable)
  }
  const readiness = readReadiness(answer.text)
  if (!readiness)
    return failWith(`${base} answers ${answer.status}, but it is not Lyceum.`, EXIT_CODES.unavailable)
  // Only this machine gets the token: another address may belong to someone else, or be reached without TLS.
  const processes = await readBuild(base, url === undefined ? metricsToken : undefined)
  if (json) printJson({ url: base, ...readiness, ...processes })
  else {
    const running = processes.version
      ? `, ${processes.version} (${processes.commit}), role ${processes.role}`
      : ''
    console.log(`${base}: ${readiness.status}${running}`)
    for (const [name, outcome] of Object.entries(readiness.checks))
      console.log(`${outcome === 'ok' ? '✓' : '✗'} ${name.padEnd(9)} ${readiness.reasons?.[name] ?? outcome}`)
  }
  if (answer.status !== 200) process.exitCode = EXIT_CODES.faults
}

async function ask(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string } | undefined> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined
  }
}

function readReadiness(text: string): Readiness | undefined {
  try {
    const { status, checks, reasons } = JSON.parse(text) as Partial<Readiness>
    if (typeof status !== 'string' || typeof checks !== 'object') return undefined
    return { status, checks, ...(reasons ? { reasons } : {}) }
  } catch {
    return undefined
  }
}

/** What runs there, from its metrics. Empty if they may not be read. */
async function readBuild(
  base: string,
  token: string | undefined,
): Promise<{ version?: string; commit?: string; role?: string }> {
  const answer = await ask(`${base}/metrics`, token ? { authorization: `Bearer ${token}` } : {})
  const [, labels] = /^lyceum_build_info\{(.*)\} 1$/m.exec(answer?.text ?? '') ?? []
  if (!labels) return {}
  return Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
}
