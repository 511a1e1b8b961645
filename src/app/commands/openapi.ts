import type { IdentityParts } from '../../modules/identity/identity.ts'
import { ProfileSchema } from '../../modules/profiles/profile.ts'
import { readConfig } from '../../platform/config.ts'
import { composeBattles } from '../compose/compose-battles.ts'
import { createRoutes, describeApi } from '../routes.ts'

/** The document as it is committed: the routes are made without the parts that only answering needs. */
export function openApiText(): string {
  const config = readConfig({})
  const identity = { platform: { config }, profile: { schema: ProfileSchema } } as unknown as IdentityParts
  return `${JSON.stringify(describeApi(createRoutes(identity, composeBattles(identity.platform)), config.publicUrl), null, 2)}\n`
}

export function printOpenApi(): void {
  process.stdout.write(openApiText())
}
