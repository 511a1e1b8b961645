import { type Environment, readConfig } from '../../platform/config.ts'
import { readyDatabase } from '../opening/ready-database.ts'

export async function runMigrate(environment: Environment): Promise<void> {
  const config = readConfig(environment)
  const { embedded } = await readyDatabase(config, (line) => console.log(line))
  await embedded?.stop()
  console.log('The database is up to date.')
}
