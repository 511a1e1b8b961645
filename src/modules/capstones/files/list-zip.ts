/** The directory of a zip archive. The archive is never unpacked. */
export interface ZipListing {
  names: string[]
  /** Total size after unpacking, as declared by the archive. */
  unpackedBytes: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const COMMENT_LIMIT = 0xffff
/** Marks a ZIP64 value, which is larger than any accepted archive. */
const ZIP64_MARKER = 0xffffffff

/** Reads the central directory; undefined if it is missing or inconsistent. */
export function listZip(bytes: Uint8Array): ZipListing | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === undefined) return undefined
  const count = view.getUint16(end + 10, true)
  const directoryBytes = view.getUint32(end + 12, true)
  let at = view.getUint32(end + 16, true)
  if (at + directoryBytes > end) return undefined

  const names: string[] = []
  let unpackedBytes = 0
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) return undefined
    const size = view.getUint32(at + 24, true)
    if (size === ZIP64_MARKER) return undefined
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true)
    if (nameEnd > end) return undefined
    names.push(nameOf(bytes.subarray(at + ENTRY_BYTES, nameEnd)))
    unpackedBytes += size
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return { names, unpackedBytes }
}

/** Searches backwards, because a comment of any length may follow. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= Math.max(0, last - COMMENT_LIMIT); at--) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY && view.getUint16(at + 20, true) === last - at)
      return at
  }
  return undefined
}

function nameOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\0', '')
}

/** Returns whether unpacking the entry would write outside the target folder. */
export function hasPathTraversal(name: string): boolean {
  return /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name)
}
