import { type Environment, readConfig } from '../../platform/config/config.ts'
import { prepareCommandDatabase } from '../bootstrap/prepare-database.ts'

export async function runMigrate(environment: Environment): Promise<void> {
  const config = readConfig(environment)
  const database = await prepareCommandDatabase(config, (line) => console.log(line))
  await database.close()
  console.log('The database is up to date.')
}
