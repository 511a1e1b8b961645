import { ConfigError, type Environment, readConfig } from '../../platform/config/config.ts'
import { findMisspelledSettings } from '../../platform/config/misspelled-settings.ts'
import { describeError } from '../../platform/describe-error.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkFiles } from '../doctor/check-files.ts'
import { checkServers } from '../doctor/check-servers.ts'
import type { Check, Finding } from '../doctor/finding.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { explainError } from './explain-error.ts'
import { printJson } from './table.ts'

const MARKS = { ok: '✓', warning: '!', failing: '✗' } as const

/**
 * Checks the settings and what they name, each on its own, so that one fault does not hide the next. Changes nothing: the file
 * that checks a storage on disk is removed. The exit code is 3 if the settings are wrong, and 5 if a check fails.
 */
export async function runDoctor(environment: Environment, { json }: { json?: boolean }): Promise<void> {
  const findings: Finding[] = []
  const add = (finding: Finding) => {
    findings.push(finding)
    if (!json) console.log(lineOf(finding))
  }
  const config = readSettings(environment, add)
  if (config) {
    const checks = [...checkFiles(config), ...(await checkDatabase(config)), ...checkServers(config)]
    // One after the other, so that the output is in the order of the causes.
    for (const check of checks) for (const finding of await runCheck(check)) add(finding)
  }
  const failing = findings.filter(({ state }) => state === 'failing').length
  if (json) printJson({ ok: failing === 0, checks: findings })
  else console.log(failing === 0 ? '\nNo faults were found.' : `\n${failing} faults were found.`)
  if (!config) process.exitCode = EXIT_CODES.settings
  else if (failing > 0) process.exitCode = EXIT_CODES.faults
}

function readSettings(environment: Environment, add: (finding: Finding) => void) {
  for (const message of findMisspelledSettings(environment))
    add({ name: 'settings', state: 'warning', message, action: 'Correct the name of the variable.' })
  try {
    const config = readConfig(environment)
    add({ name: 'settings', state: 'ok', message: `valid, for ${config.environment}` })
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const message of error.errors)
      add({ name: 'settings', state: 'failing', message, action: 'See docs/operations.md.' })
    return undefined
  }
}

async function runCheck({ name, run, action }: Check): Promise<Finding[]> {
  try {
    const found = await run()
    return (Array.isArray(found) ? found : [found]).map((finding) => ({ name, ...finding }))
  } catch (error) {
    const message = explainError(error)?.message ?? firstLine(error)
    return [{ name, state: 'failing', message, action }]
  }
}

const firstLine = (error: unknown) =>
  error instanceof Error ? error.message : describeError(error).split('\n')[0]!

function lineOf({ name, state, message, action }: Finding): string {
  const first = `${MARKS[state]} ${name.padEnd(11)} ${message}`
  return state === 'ok' || !action ? first : `${first}\n  ${' '.repeat(11)} → ${action}`
}
