/** What an archive says it holds. It is read and never unpacked. */
export interface ZipListing {
  names: string[]
  /** What it would unfold to. */
  unpackedBytes: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const COMMENT_LIMIT = 0xffff
/** Stands where a number is too large for the field: then the archive is larger than any that we take. */
const ELSEWHERE = 0xffffffff

/** The table of contents at the end of an archive, or undefined when there is none that holds together. */
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
    if (size === ELSEWHERE) return undefined
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true)
    if (nameEnd > end) return undefined
    names.push(nameOf(bytes.subarray(at + ENTRY_BYTES, nameEnd)))
    unpackedBytes += size
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return { names, unpackedBytes }
}

/** A comment of any length may follow, so it is looked for from behind. */
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

/** Whether unpacking it would write outside the folder that it is unpacked in. */
export function hasPathTraversal(name: string): boolean {
  return /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name)
}
