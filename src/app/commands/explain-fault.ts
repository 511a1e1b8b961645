import { ConfigFault } from '../../platform/config.ts'
import { DatabaseFault, isUnavailable } from '../../platform/db/faults.ts'
import { ChainFault } from '../../platform/embedded/chain/fault.ts'
import { EmbeddedPostgresFault } from '../../platform/embedded/postgres.ts'
import { Refusal } from '../../platform/errors.ts'
import { BackupFault } from '../backup/backup-fault.ts'
import { PortTaken } from '../opening/choose-port.ts'
import { PlayFault } from '../play/play-fault.ts'

const MEANT_FOR_PEOPLE = [
  BackupFault,
  ChainFault,
  ConfigFault,
  EmbeddedPostgresFault,
  PlayFault,
  PortTaken,
  Refusal,
]
/** Wrong password, unknown user, unknown database. */
const REFUSED_BY_SERVER = /^(28|3D)/
const SYSTEM_FAULTS = new Set([
  'EADDRINUSE',
  'EACCES',
  'EADDRNOTAVAIL',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EROFS',
])

/** What a person can mend, in a sentence. Undefined for what is ours: then all that is known of it is shown. */
export function explainFault(fault: unknown): string | undefined {
  if (MEANT_FOR_PEOPLE.some((kind) => fault instanceof kind)) return (fault as Error).message
  if (
    isUnavailable(fault) ||
    (fault instanceof DatabaseFault && REFUSED_BY_SERVER.test(fault.sqlState ?? ''))
  )
    return `The database cannot be reached. Check DATABASE_URL and the server: ${((fault as DatabaseFault).cause as Error).message}`
  if (SYSTEM_FAULTS.has((fault as { code?: string }).code ?? '')) return (fault as Error).message
  return undefined
}
