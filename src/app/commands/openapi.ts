import { ProfileSchema } from '../../modules/profiles/profile.ts'
import type { SessionDeps } from '../../modules/sessions/public/session-deps.ts'
import { readConfig } from '../../platform/config/config.ts'
import { createRoutes, describeApi } from '../routes.ts'
import { createBattles } from '../wiring/create-battles.ts'

/** The committed document. The routes are created without the dependencies that only handlers need. */
export function openApiText(): string {
  const config = readConfig({})
  const identity = { platform: { config }, profile: { schema: ProfileSchema } } as unknown as SessionDeps
  return `${JSON.stringify(describeApi(createRoutes(identity, createBattles(identity.platform)), config.publicUrl), null, 2)}\n`
}

export function printOpenApi(): void {
  process.stdout.write(openApiText())
}
