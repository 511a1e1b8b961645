import { type Environment, readConfig } from '../../platform/config/config.ts'
import { listEffectiveSettings, variableOf } from '../../platform/config/effective-settings.ts'
import { findMisspelledSettings } from '../../platform/config/misspelled-settings.ts'
import { type Output, printJson } from './table.ts'

interface CheckOptions extends Output {
  /** Only settings that are not at their default. */
  changed?: boolean
}

/** Prints the settings that are in force, without secrets, and what looks misspelled. Wrong settings are an error. */
export function checkConfig(environment: Environment, options: CheckOptions): void {
  const warnings = findMisspelledSettings(environment)
  // On the standard error, before an error of the settings: the misspelled name is often its cause.
  for (const warning of warnings) if (!options.json) console.error(`warning: ${warning}`)
  const config = readConfig(environment)
  const settings = listEffectiveSettings(environment).filter(
    ({ source }) => !options.changed || source !== 'default',
  )
  if (options.json) {
    printJson({ environment: config.environment, settings, warnings })
    return
  }
  const width = Math.max(...settings.map((setting) => variableOf(setting).length), 0)
  for (const setting of settings) {
    const mark = setting.source === 'default' ? ' ' : '*'
    console.log(`${mark} ${setting.name.padEnd(width)}  ${setting.value ?? '(unset)'}${sourceNote(setting)}`)
  }
  console.log('\nThe settings are valid. * marks those that are set; the others are defaults.')
}

function sourceNote(setting: Parameters<typeof variableOf>[0]): string {
  return setting.source === 'file' ? `   (from ${variableOf(setting)})` : ''
}
