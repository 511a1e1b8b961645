import { orNull } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { libraryUrl, type MediumFile, mainFile } from '../../media/public/medium.ts'

/** The picture of a course or path that an author chose from the library. */
export interface Cover {
  /** Empty if the picture is only decoration. */
  alt: string
  width: number
  height: number
  placeholder: string
  /** The smallest first. */
  files: MediumFile[]
}

const CoverSchema = z
  .object({
    alt: z.string().openapi({ description: 'What the picture shows; empty if it is only decoration' }),
    width: z.int().openapi({ description: 'In pixels' }),
    height: z.int(),
    placeholder: z
      .string()
      .openapi({ description: 'The colour that fills the area until the picture is loaded, as #rrggbb' }),
    renditions: z
      .array(z.object({ url: z.string(), contentType: z.string(), width: z.int(), height: z.int() }))
      .openapi({ description: 'For `srcset`, the smallest first, as AVIF and WebP' }),
  })
  .openapi('Cover')

export const CoverField = orNull(CoverSchema).openapi({
  description: 'The picture that an author chose. Null for none, and for the drawing of a content pack.',
})

export function presentCover(cover: Cover | null, publicUrl: string): z.output<typeof CoverField> {
  if (!cover) return null
  const { files, ...plain } = cover
  const renditions = files.map(({ name, contentType, width, height }) => ({
    url: libraryUrl(publicUrl, name),
    contentType,
    width: width!,
    height: height!,
  }))
  return { ...plain, renditions }
}

/** The picture for clients that show one file. */
export function mainCoverUrl({ files }: Cover, publicUrl: string): string {
  return libraryUrl(publicUrl, mainFile(files).name)
}

/** The cover for authors, with the id of its medium. */
export const ChosenCoverSchema = z.object({ mediumId: z.string().nullable(), cover: CoverField })

export const COVER_EXAMPLE = {
  alt: 'A brass key on a wooden table',
  width: 300,
  height: 200,
  placeholder: '#a8835c',
  renditions: [
    {
      url: 'http://localhost:3000/files/library/019a8b5e-7c1d-7000-8000-0000000000f1-300.webp',
      contentType: 'image/webp',
      width: 300,
      height: 200,
    },
  ],
}

export const CHOSEN_COVER_EXAMPLE = { mediumId: '019a8b5e-7c1d-7000-8000-0000000000f1', cover: COVER_EXAMPLE }
