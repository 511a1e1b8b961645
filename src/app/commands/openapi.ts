import { ProfileSchema } from '../../modules/profiles/profile.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Authentication } from '../bootstrap/create-authentication.ts'
import { createRoutes, describeApi } from '../routes.ts'
import { createBattles } from '../wiring/create-battles.ts'

/** The document as it is committed: the routes are made without the parts that only answering needs. */
export function openApiText(): string {
  const config = readConfig({})
  const authentication = {
    platform: { config },
    profile: { schema: ProfileSchema },
  } as unknown as Authentication
  return `${JSON.stringify(describeApi(createRoutes(authentication, createBattles(authentication.platform)), config.publicUrl), null, 2)}\n`
}

export function printOpenApi(): void {
  process.stdout.write(openApiText())
}
