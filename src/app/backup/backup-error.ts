/** Its message explains to the operator why a backup or a restore failed. */
export class BackupError extends Error {
  override name = 'BackupError'
}
