import { type Environment, readConfig } from '../../platform/config/config.ts'
import { prepareDatabase } from '../bootstrap/prepare-database.ts'

export async function runMigrate(environment: Environment): Promise<void> {
  const config = readConfig(environment)
  const { embedded } = await prepareDatabase(config, (line) => console.log(line))
  await embedded?.stop()
  console.log('The database is up to date.')
}
