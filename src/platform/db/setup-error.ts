import { DatabaseError, isUnavailable } from './database-error.ts'

/** The database cannot be used as it is configured. The message says what to correct. */
export class DatabaseSetupError extends Error {
  override name = 'DatabaseSetupError'
}

/** Wrong password, unknown user, unknown database. */
const REFUSED_BY_SERVER = /^(28|3D)/
const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO|TLS|SSL/
const NO_RIGHT = '42501'
const READ_ONLY = '25006'

/** Turns an error of the first statements into a sentence for the operator; returns other errors unchanged. */
export function explainSetupError(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof DatabaseError)) return error
  const { host, user, name } = partsOf(databaseUrl)
  const cause = (error.cause as Error | undefined)?.message ?? error.message
  const sentence = (() => {
    if (CERTIFICATE.test(error.driverCode ?? ''))
      return `The certificate of the database at ${host} cannot be verified: ${cause}. DATABASE_CA_FILE must have the authority that signed it, and the certificate must name the host of DATABASE_URL.`
    if (isUnavailable(error))
      return `The database cannot be reached at ${host}. Check DATABASE_URL and the server: ${cause}`
    if (REFUSED_BY_SERVER.test(error.sqlState ?? ''))
      return `The database server at ${host} refuses the connection. Check the user, the password and the name of the database in DATABASE_URL: ${cause}`
    if (error.sqlState === NO_RIGHT)
      return `The database user ${user} may not change the database ${name} (${cause}). Let it own the database: alter database "${name}" owner to "${user}"`
    if (error.sqlState === READ_ONLY)
      return `The database at ${host} is read-only (${cause}). DATABASE_URL must name the primary, not a replica.`
  })()
  return sentence === undefined ? error : new DatabaseSetupError(sentence, { cause: error })
}

/** Never the password. */
function partsOf(databaseUrl: string): { host: string; user: string; name: string } {
  const url = new URL(databaseUrl)
  return {
    host: `${url.hostname}:${url.port || 5432}`,
    user: decodeURIComponent(url.username),
    name: decodeURIComponent(url.pathname.slice(1)),
  }
}
