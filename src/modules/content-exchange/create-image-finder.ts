import type { PackFolder } from '../authoring/public/pack-folder.ts'
import { type FindImage, isKeptReference } from '../authoring/public/read-lesson.ts'

interface FinderDeps {
  files: PackFolder
  /** The media of the pack. */
  libraryIds: Set<string>
  /** Gets the drawings that texts name. */
  drawings: Map<string, Uint8Array>
}

/** Finds the drawings of a folder and the media of the pack, and reports references to others with file and line. */
export async function createImageFinder(
  { files, libraryIds, drawings }: FinderDeps,
  folder: string,
): Promise<(file: string) => FindImage> {
  const images = await files.images(folder)
  return (file) => (reference, line) => {
    const known = images.get(reference)
    if (known) {
      drawings.set(known.name, known.bytes)
      return known.name
    }
    const [, libraryId] = /^\/files\/library\/([0-9a-f-]{36})/.exec(reference) ?? []
    if (isKeptReference(reference) && (!libraryId || libraryIds.has(libraryId))) return reference
    files.reportError(file)(
      line,
      libraryId
        ? `the file ${reference} is not in media.yaml`
        : `the image ${reference} is not in ${folder}/images`,
    )
    return undefined
  }
}
