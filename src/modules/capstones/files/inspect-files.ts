import type { RunOptions } from '../../../platform/child-process/run-in-child.ts'
import { reencodeImage } from '../../../platform/image.ts'
import { errors } from '../errors.ts'
import { CONTENT_TYPES, detectFileType, type FileType, matchesExtension } from './detect-file-type.ts'
import { hasPathTraversal, listZip } from './list-zip.ts'

const MEBIBYTE = 1024 * 1024
const FILES_LIMIT = 5
const FILE_LIMIT_BYTES = 10 * MEBIBYTE
export const FILES_LIMIT_BYTES = 20 * MEBIBYTE
const LONGEST_SIDE = 4_096
/** The server never unpacks archives, but reviewers may. */
const UNPACKED_LIMIT_BYTES = 200 * MEBIBYTE
const ENTRIES_LIMIT = 5_000
const NAME_LENGTH = 100

/** A file that may be stored. */
export interface InspectedFile {
  name: string
  contentType: string
  bytes: Uint8Array
}

/** Checks all files of a request; throws if one of them is not accepted. */
export async function inspectFiles(files: File[], upload: RunOptions = {}): Promise<InspectedFile[]> {
  if (files.length > FILES_LIMIT) throw errors.too_many_files()
  const total = files.reduce((sum, file) => sum + file.size, 0)
  if (total > FILES_LIMIT_BYTES || files.some((file) => file.size > FILE_LIMIT_BYTES))
    throw errors.file_too_large()
  const inspected: InspectedFile[] = []
  for (const file of files) inspected.push(await inspectFile(file, upload))
  return inspected
}

async function inspectFile(file: File, upload: RunOptions): Promise<InspectedFile> {
  // A part with an empty file name has no name, in spite of its type.
  const name = displayName((file.name as string | undefined) ?? '')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = detectFileType(bytes, name)
  if (!type || !matchesExtension(type, name)) throw unsupportedFile(name, type)
  if (type === 'zip') checkArchive(bytes, name)
  const isImage = type === 'png' || type === 'jpg'
  if (!isImage) return { name, contentType: CONTENT_TYPES[type], bytes }
  const format = type === 'jpg' ? 'jpeg' : 'png'
  // Removes metadata and appended data.
  const encoded = await reencodeImage({ bytes, format, side: LONGEST_SIDE, fit: 'inside' }, upload)
  if (!encoded)
    throw unsupportedFile(name, type, 'cannot be read as an image, or is larger than 4096 × 4096 pixels')
  return { name, contentType: CONTENT_TYPES[type], bytes: encoded }
}

function unsupportedFile(name: string, type: FileType | undefined, why?: string) {
  const message =
    why ??
    (type ? `is a ${type} by its content` : 'is not a zip, pdf, md, txt, ipynb, png or jpg by its content')
  return errors.file_unsupported({ details: [{ field: 'files', message: `${name} ${message}` }] })
}

function checkArchive(bytes: Uint8Array, name: string): void {
  const listing = listZip(bytes)
  if (!listing) throw unsupportedFile(name, 'zip', 'is an archive that cannot be read')
  if (listing.names.length > ENTRIES_LIMIT || listing.unpackedBytes > UNPACKED_LIMIT_BYTES)
    throw unsupportedFile(name, 'zip', 'unpacks to more than 200 MiB or 5,000 files')
  if (listing.names.some(hasPathTraversal))
    throw unsupportedFile(name, 'zip', 'contains files that would be written outside its folder')
}

/** Returns a safe name to display. The file is stored under its id. */
function displayName(clientName: string): string {
  const name = clientName
    .toWellFormed()
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .trim()
  // A long name loses its middle, so that the extension stays.
  const shown = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 20)}…${name.slice(-19)}` : name
  return shown.replace(/^\.+/, '') || 'file'
}
