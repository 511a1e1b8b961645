import { MissingFileError } from '../../modules/authoring/public/pack.ts'
import { ChainError } from '../../platform/chain/chain-error.ts'
import { RpcUnavailableError } from '../../platform/chain/rpc.ts'
import { ConfigError } from '../../platform/config/config.ts'
import { DatabaseError, isUnavailable } from '../../platform/db/database-error.ts'
import { PendingMigrationsError } from '../../platform/db/migration-status.ts'
import { ServerVersionError } from '../../platform/db/server-version.ts'
import { DatabaseSetupError } from '../../platform/db/setup-error.ts'
import { EmbeddedPostgresError } from '../../platform/embedded/postgres/embedded-postgres.ts'
import { Refusal } from '../../platform/errors.ts'
import { BackupError } from '../backup/backup-error.ts'
import { PortTakenError } from '../bootstrap/choose-port.ts'
import { PlayError } from '../play/play-error.ts'
import { EXIT_CODES, type ExitCode } from './exit-codes.ts'

const USER_FACING_ERRORS: [new (...given: never[]) => Error, ExitCode][] = [
  [BackupError, EXIT_CODES.refused],
  [ChainError, EXIT_CODES.refused],
  [ConfigError, EXIT_CODES.settings],
  [DatabaseSetupError, EXIT_CODES.unavailable],
  [EmbeddedPostgresError, EXIT_CODES.unavailable],
  [MissingFileError, EXIT_CODES.usage],
  [PendingMigrationsError, EXIT_CODES.refused],
  [PlayError, EXIT_CODES.refused],
  [PortTakenError, EXIT_CODES.unavailable],
  [Refusal, EXIT_CODES.refused],
  [ServerVersionError, EXIT_CODES.unavailable],
]
/** Wrong password, unknown user, unknown database. */
const REJECTED_BY_SERVER = /^(28|3D)/
const SYSTEM_ERROR_CODES = new Set([
  'EADDRINUSE',
  'EACCES',
  'EADDRNOTAVAIL',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EROFS',
])

export interface ExplainedError {
  message: string
  exitCode: ExitCode
}

/** The message of an error that the operator can fix. Undefined for bugs: the caller then prints the whole error. */
export function explainError(error: unknown): ExplainedError | undefined {
  const known = USER_FACING_ERRORS.find(([kind]) => error instanceof kind)
  if (known) return { message: (error as Error).message, exitCode: known[1] }
  const message = explainUnavailable(error)
  return message === undefined ? undefined : { message, exitCode: EXIT_CODES.unavailable }
}

function explainUnavailable(error: unknown): string | undefined {
  if (
    isUnavailable(error) ||
    (error instanceof DatabaseError && REJECTED_BY_SERVER.test(error.sqlState ?? ''))
  )
    return `The database cannot be reached. Check DATABASE_URL and the server: ${((error as DatabaseError).cause as Error).message}`
  if (error instanceof RpcUnavailableError)
    return `The chain cannot be reached. Check CHAIN_RPC_URL and the node: ${error.message}`
  if (SYSTEM_ERROR_CODES.has((error as { code?: string }).code ?? '')) return (error as Error).message
  return undefined
}
