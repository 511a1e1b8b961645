import { isoDates } from '../../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import { z } from '../../../platform/zod.ts'

export type MediumId = Id<'Medium'>

export const MEDIUM_KINDS = ['PICTURE', 'AUDIO', 'CAPTIONS'] as const
export type MediumKind = (typeof MEDIUM_KINDS)[number]

/** The largest file of any kind of medium. */
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024

/** A stored file of a medium. Its name is below `library/` and never gets other content. */
export interface MediumFile {
  name: string
  contentType: string
  sizeBytes: number
  /** Of pictures. */
  width: number | null
  height: number | null
}

export interface Medium {
  id: MediumId
  ownerId: UserId
  kind: MediumKind
  name: string
  alt: string | null
  isDecorative: boolean
  sizeBytes: bigint
  width: number | null
  height: number | null
  placeholder: string | null
  durationSeconds: number | null
  files: MediumFile[]
  createdAt: Date
  updatedAt: Date
}

export const AltSchema = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .openapi({ description: 'What the picture shows, for those who do not see it' })

export const MediumSchema = z
  .object({
    id: z.string(),
    ownerId: z.string(),
    kind: z.enum(MEDIUM_KINDS),
    name: z.string().openapi({ description: 'The name of the uploaded file' }),
    alt: z.string().nullable().openapi({ description: 'Of a picture; null if it is only decoration' }),
    decorative: z.boolean(),
    sizeBytes: z.int().openapi({ description: 'Of all files together; they count towards the quota' }),
    width: z.int().nullable().openapi({ description: 'Of a picture, in pixels' }),
    height: z.int().nullable(),
    placeholder: z
      .string()
      .nullable()
      .openapi({ description: 'The colour that fills the area of a picture until it is loaded' }),
    durationSeconds: z
      .number()
      .nullable()
      .openapi({ description: 'Of audio; null if the file does not say it' }),
    url: z.string().openapi({
      description:
        'The file to refer to in slides: of a picture the largest WebP. The content never changes.',
    }),
    renditions: z
      .array(
        z.object({
          url: z.string(),
          contentType: z.string(),
          sizeBytes: z.int(),
          width: z.int().nullable(),
          height: z.int().nullable(),
        }),
      )
      .openapi({ description: 'All files, the smallest first; of a picture for `srcset`' }),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .openapi('Medium')

export const MEDIUM_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000f1',
  ownerId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  kind: 'PICTURE',
  name: 'key.png',
  alt: 'A brass key on a wooden table',
  decorative: false,
  sizeBytes: 5_210,
  width: 300,
  height: 200,
  placeholder: '#a8835c',
  durationSeconds: null,
  url: 'http://localhost:3000/files/library/019a8b5e-7c1d-7000-8000-0000000000f1-300.webp',
  renditions: [
    {
      url: 'http://localhost:3000/files/library/019a8b5e-7c1d-7000-8000-0000000000f1-300.avif',
      contentType: 'image/avif',
      sizeBytes: 2_104,
      width: 300,
      height: 200,
    },
    {
      url: 'http://localhost:3000/files/library/019a8b5e-7c1d-7000-8000-0000000000f1-300.webp',
      contentType: 'image/webp',
      sizeBytes: 3_106,
      width: 300,
      height: 200,
    },
  ],
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
} as const

/** The key in the storage. */
export function libraryKey(name: string): string {
  return `library/${name}`
}

export function libraryUrl(publicUrl: string, name: string): string {
  return `${publicUrl}/files/${libraryKey(name)}`
}

export function presentMedium(medium: Medium, publicUrl: string): z.output<typeof MediumSchema> {
  const { isDecorative, files, sizeBytes, ...plain } = isoDates(medium)
  return {
    ...plain,
    decorative: isDecorative,
    sizeBytes: Number(sizeBytes),
    url: libraryUrl(publicUrl, mainFile(files).name),
    renditions: files.map(({ name, ...file }) => ({ url: libraryUrl(publicUrl, name), ...file })),
  }
}

/** The largest WebP of a picture, which every browser shows; otherwise the only file. */
export function mainFile(files: readonly MediumFile[]): MediumFile {
  return files.findLast(({ contentType }) => contentType === 'image/webp') ?? files.at(-1)!
}
