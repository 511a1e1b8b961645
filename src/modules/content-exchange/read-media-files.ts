import type { PackFolder } from '../authoring/public/pack-folder.ts'
import { contentTypeOf, type ImportedMedium } from '../media/public/exchange-media.ts'
import { LARGEST_FILE_BYTES, type MediumId } from '../media/public/medium.ts'
import { MediaFileSchema } from './authored-pack.ts'

/** A medium of a pack. The import chooses its owner. */
export type PackMedium = Omit<ImportedMedium, 'ownerId'>

/** Reads the media of a pack with their files, whose content must be what their names say. */
export async function readMediaFiles(files: PackFolder): Promise<PackMedium[]> {
  const read = await files.yaml('media.yaml', MediaFileSchema)
  const media: PackMedium[] = []
  const seen = new Set<string>()
  for (const [index, medium] of (read?.value ?? []).entries()) {
    const reportError = (message: string) => files.reportError('media.yaml')(read!.lineOf([index]), message)
    const { id, kind, name, alt, width, height, placeholder, durationSeconds } = medium
    if (seen.has(id)) reportError(`the medium ${id} is listed twice`)
    seen.add(id)
    if (kind !== 'PICTURE' && alt !== undefined) reportError('only a picture has an alt text')
    if ((kind === 'PICTURE') !== (width !== undefined && height !== undefined && placeholder !== undefined))
      reportError('a picture, and only a picture, has width, height and placeholder')
    const stored: PackMedium['files'] = []
    const bytes: Uint8Array[] = []
    for (const file of medium.files) {
      if (!file.name.startsWith(id) || !/^[0-9a-f-]{36}[\w-]{0,20}\.[a-z0-9]{2,5}$/.test(file.name)) {
        reportError(`the file ${file.name} must be named after the id of its medium`)
        continue
      }
      const content = await files.bytes(`media/${file.name}`, LARGEST_FILE_BYTES)
      if (!content) continue
      const contentType = contentTypeOf(file.name, content)
      if (!contentType || KIND_OF[contentType.split('/')[0]!] !== kind) {
        files.reportError(`media/${file.name}`)(1, 'is not the kind of file that its name and media.yaml say')
        continue
      }
      const size = { width: file.width ?? null, height: file.height ?? null }
      stored.push({ name: file.name, contentType, sizeBytes: content.byteLength, ...size })
      bytes.push(content)
    }
    media.push({
      id: id as MediumId,
      kind,
      name,
      alt: alt ?? null,
      isDecorative: kind === 'PICTURE' && alt === undefined,
      sizeBytes: BigInt(stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)),
      width: width ?? null,
      height: height ?? null,
      placeholder: placeholder ?? null,
      durationSeconds: durationSeconds ?? null,
      files: stored,
      bytes,
    })
  }
  return media
}

const KIND_OF: Record<string, string> = { image: 'PICTURE', audio: 'AUDIO', text: 'CAPTIONS' }
