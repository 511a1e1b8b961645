/** The embedded PostgreSQL cannot run. The message is a sentence that says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The alternative that every error message can end with. */
export const EXTERNAL_POSTGRES_HINT = 'Or set DATABASE_URL to use a PostgreSQL of your own.'

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
