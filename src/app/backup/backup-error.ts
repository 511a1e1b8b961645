/** Why a backup was not made, or not restored, in a sentence for whoever runs the service. */
export class BackupError extends Error {
  override name = 'BackupError'
}
