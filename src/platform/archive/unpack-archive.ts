import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ArchiveError, type ArchiveLimits } from './archive-error.ts'
import { readTarGz } from './read-tar.ts'
import { readZip } from './read-zip.ts'

const MAX_NAME_LENGTH = 240
const MAX_DEPTH = 8

/** Unpacks a ZIP or tar.gz archive into an empty folder. Refuses names that lead out of it, links and too large archives. */
export async function unpackArchive(bytes: Uint8Array, folder: string, limits: ArchiveLimits): Promise<void> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const seen = new Set<string>()
  for await (const { name: given, bytes: content } of filesOf(data, limits)) {
    const name = given.replace(/^(?:\.\/)+/, '')
    requireSafeName(name)
    // macOS adds such files to archives.
    if (/(?:^|\/)(?:__MACOSX|\.DS_Store)(?:\/|$)/.test(name)) continue
    if (seen.has(name)) throw new ArchiveError(`${name} is in the archive twice.`)
    seen.add(name)
    const path = join(folder, name)
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      // One name is a file and a folder, or differs only in case on some file systems.
      if (!/^(?:EEXIST|ENOTDIR|EISDIR)$/.test((error as { code?: string }).code ?? '')) throw error
      throw new ArchiveError(`${name} is in the archive twice.`)
    }
  }
}

function filesOf(data: Buffer, limits: ArchiveLimits) {
  if (data.length > 4 && data.readUInt16BE(0) === 0x1f8b) return readTarGz(data, limits)
  if (data.length > 4 && data.toString('latin1', 0, 2) === 'PK') return readZip(data, limits)
  throw new ArchiveError('The file is neither a ZIP nor a tar.gz archive.')
}

function requireSafeName(name: string): void {
  const parts = name.split('/')
  const isSafe =
    name.length <= MAX_NAME_LENGTH &&
    parts.length <= MAX_DEPTH &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
    !/[\\\u0000-\u001f\u007f]|^[a-z]:/i.test(name) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isSafe)
    throw new ArchiveError(
      `The archive has a file with the name ${JSON.stringify(name)}, which is not allowed.`,
    )
}
