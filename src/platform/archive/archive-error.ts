/** An archive that is broken, too large or dangerous. The message is for the person who sent it. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

export interface ArchiveLimits {
  files: number
  /** Of all files together after unpacking. */
  bytes: number
}

export function tooLarge({ bytes }: ArchiveLimits): ArchiveError {
  return new ArchiveError(
    `The archive is larger than ${Math.floor(bytes / 1024 / 1024)} MiB when it is unpacked.`,
  )
}

/** A file of an archive. */
export interface ArchiveFile {
  name: string
  bytes: Uint8Array
}
