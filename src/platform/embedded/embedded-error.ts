/** The embedded PostgreSQL cannot run. The message is a sentence for people that says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The sentence that every fault may end with: the way out that always exists. */
export const EXTERNAL_POSTGRES_HINT = 'Or set DATABASE_URL to use a PostgreSQL of your own.'

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function errorCode(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code
}
