import { readFileSync } from 'node:fs'
import type { Values } from './variables.ts'

/** The variables whose values nobody else may see. Each can also be given as the path of a file, in `<name>_FILE`. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'CHAIN_RPC_URL',
  'SMTP_URL',
  'WEB_PUSH_PRIVATE_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'WALLET_SEAL_KEY',
  'WALLET_SEAL_KEY_PREVIOUS',
  'PIN_PEPPER',
  'LLM_API_KEY',
  'CONTRACT_WEBHOOK_SECRET',
  'CONTRACT_WEBHOOK_SECRET_PREVIOUS',
  'REVENUECAT_WEBHOOK_KEY',
  'FONBNK_CLIENT_SECRET',
  'FONBNK_WEBHOOK_SECRET',
  'YELLOW_CARD_API_KEY',
  'YELLOW_CARD_SECRET',
  'AFRICAS_TALKING_API_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const satisfies (keyof Values)[]

/** As `Environment` of config.ts, which imports this file. */
type Given = Record<string, string | undefined>

export const fileVariableOf = (name: string) => `${name}_FILE`

/**
 * The environment with the contents of the secret files in the place of their paths. A line break at the end of a file
 * is not part of the secret. Errors name the variable, never the content.
 */
export function readSecretFiles(environment: Given): { environment: Given; errors: string[] } {
  const errors: string[] = []
  const filled: Given = { ...environment }
  for (const name of SECRET_VARIABLES) {
    const variable = fileVariableOf(name)
    const path = environment[variable]
    if (!path) continue
    if (environment[name]) errors.push(`${variable} and ${name} are both set: remove one of them`)
    try {
      const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (content === '') errors.push(`${variable} is an empty file: ${path}`)
      filled[name] = content
    } catch (error) {
      errors.push(`${variable} cannot be read: ${(error as Error).message}`)
    }
  }
  return { environment: filled, errors }
}
