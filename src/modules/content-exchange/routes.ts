import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArchiveError, type ArchiveFile } from '../../platform/archive/archive-error.ts'
import { writeTarGz } from '../../platform/archive/write-tar.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { FileStream } from '../../platform/http/file-download.ts'
import { isoDates } from '../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { MissingFileError } from '../authoring/public/pack.ts'
import { adminAction, adminRead, idParams } from '../staff-access/public/admin-endpoint.ts'
import { errors } from './errors.ts'
import { findImport, type ImportRow, insertImport } from './import-requests.ts'
import { importContentJob } from './jobs.ts'
import { ARCHIVE_LIMIT_BYTES, type PackImporter, withUnpacked } from './run-import.ts'

const KindSchema = z.object({
  added: z.array(z.string()),
  changed: z.array(z.object({ key: z.string(), fields: z.array(z.string()) })),
  unchanged: z.int(),
  archived: z.array(z.string()),
  left: z.array(z.string()).openapi({ description: 'Not in the pack any more, but not archived either' }),
  kept: z
    .array(z.object({ key: z.string(), fields: z.array(z.string()) }))
    .optional()
    .openapi({ description: 'Authored content of which this server has another version, which stays' }),
  takenOver: z
    .array(z.string())
    .optional()
    .openapi({ description: 'Courses of the pack that an administrator took over. They stay as they are' }),
})

const ImportSchema = z
  .object({
    id: z.string().nullable().openapi({ description: 'Null for a dry run' }),
    state: z.enum(['DRY_RUN', 'QUEUED', 'RUNNING', 'DONE', 'FAILED']),
    archiveMissing: z.boolean(),
    step: z.string().nullable().openapi({ description: 'The kind of content that is being written' }),
    done: z.int(),
    total: z.int(),
    packs: z.array(z.object({ pack: z.string(), kinds: z.record(z.string(), KindSchema) })),
    faults: z.array(z.object({ file: z.string(), line: z.int(), message: z.string() })).openapi({
      description: 'If there is one, nothing of its pack was imported',
    }),
    requestedAt: TimestampSchema,
    finishedAt: TimestampSchema.nullable(),
  })
  .openapi('ContentImport')
type PresentedImport = z.output<typeof ImportSchema>

const EXAMPLE: PresentedImport = {
  id: '019a8b5e-7c1d-7000-8000-0000000000e1',
  state: 'DONE',
  archiveMissing: false,
  step: null,
  done: 0,
  total: 0,
  packs: [
    {
      pack: 'my-pack',
      kinds: {
        courses: {
          added: ['first-steps'],
          changed: [{ key: 'keys', fields: ['title'] }],
          unchanged: 3,
          archived: [],
          left: [],
        },
      },
    },
  ],
  faults: [],
  requestedAt: '2026-11-02T08:00:00.000Z',
  finishedAt: '2026-11-02T08:00:04.000Z',
}

/** Writes packs into a folder; returns false if there is nothing that fits. */
export interface ContentExporter {
  exportTo(
    folder: string,
    filter: { pack: string | null; courseId: string | null; authorId: string | null; drafts: boolean },
  ): Promise<boolean>
}

const flag = z.enum(['true', 'false']).default('false')

/** Import and export of content packs and authored content over HTTP. */
export function contentExchangeRoutes(
  platform: Platform,
  exchange: PackImporter & ContentExporter,
): Endpoint[] {
  const { db } = platform
  const response = { data: ImportSchema, example: EXAMPLE } as const
  return [
    adminAction('POST /admin/content/imports', {
      summary: 'Import content packs from an archive',
      description:
        'A ZIP or tar.gz archive with one pack, or with packs in folders, as the export makes it. A job imports it; read its progress at `GET /admin/content/imports/{id}`. `dryRun=true` responds with what the import would do, and changes nothing. Content is archived only with `archiveMissing=true`. While an archive is imported, the same archive again is the same import. The caller owns authored content that is added.',
      query: z.object({
        dryRun: flag.openapi({ description: 'Only report what would change' }),
        archiveMissing: flag.openapi({ description: 'Archive what a pack had before and no longer has' }),
      }),
      upload: {
        parts: ['archive'],
        limitBytes: ARCHIVE_LIMIT_BYTES + 64 * 1024,
        description: 'At most 32 MiB, and 128 MiB in 5,000 files when it is unpacked.',
      },
      response,
      refusals: [errors.archive_missing, errors.archive_refused],
      prepare: async ({ files, query, now }) => {
        const file = files.get('archive')?.[0]
        if (!file) throw errors.archive_missing()
        const archive = Buffer.from(await file.arrayBuffer())
        const archiveMissing = query.archiveMissing === 'true'
        const isDryRun = query.dryRun === 'true'
        const outcome = await withUnpacked(archive, async (folder) =>
          isDryRun ? exchange.previewPacks(folder, { archiveMissing }) : undefined,
        ).catch((error) => {
          if (error instanceof ArchiveError) throw errors.archive_refused({ message: error.message })
          throw error
        })
        const preview: PresentedImport | undefined = outcome && {
          ...{ id: null, state: 'DRY_RUN', archiveMissing, step: null, done: 0, total: 0 },
          ...outcome,
          requestedAt: now.toISOString(),
          finishedAt: now.toISOString(),
        }
        return { archive, archiveMissing, preview }
      },
      perform: async (tx, { caller, now }, { archive, archiveMissing, preview }) => {
        if (preview) return { data: preview, act: undefined }
        const digest = createHash('sha256').update(archive).digest()
        const request = { id: newId(), requestedBy: caller.userId, archiveMissing, digest, archive, now }
        const id = await insertImport(tx, request)
        const isNew = id === request.id
        if (isNew) tx.enqueue(importContentJob, { importId: id })
        const row = (await findImport(tx, id))!
        const act = {
          name: 'content.imported',
          subject: { kind: 'content_import', id },
          before: null,
          after: { archiveMissing, sha256: digest.toString('hex') },
        } as const
        return { data: presentImport(row), act: isNew ? act : undefined }
      },
    }),

    adminRead('GET /admin/content/imports/:id', {
      summary: 'Get an import of content',
      description: 'Its state and progress, and when it has finished what it did or what prevented it.',
      params: idParams(),
      response,
      refusals: [errors.import_not_found],
      handle: async ({ params: { id } }) => {
        const row = await findImport(db, id)
        if (!row) throw errors.import_not_found()
        return presentImport(row)
      },
    }),

    adminRead('GET /admin/content/export', {
      summary: 'Export content as an archive',
      description:
        'A tar.gz archive with every pack and what authors made (`authored`), each in a folder; or one pack, one authored course, or the content of one author. It has what learners see, and with `drafts=true` also drafts of authors. It can be imported again.',
      query: z.object({
        pack: z.string().max(80).optional(),
        courseId: z.uuid().optional(),
        authorId: z.uuid().optional(),
        drafts: flag,
      }),
      response: { fileExamples: { 'application/gzip': 'a tar.gz archive' } },
      refusals: [errors.pack_not_found, errors.content_file_missing],
      handle: async ({ query: { pack = null, courseId = null, authorId = null, drafts } }) => {
        const folder = await mkdtemp(join(tmpdir(), 'lyceum-export-'))
        const remove = () => rm(folder, { recursive: true, force: true })
        try {
          const filter = { pack, courseId, authorId, drafts: drafts === 'true' }
          if (!(await exchange.exportTo(folder, filter))) throw errors.pack_not_found()
        } catch (error) {
          await remove()
          if (error instanceof MissingFileError) throw errors.content_file_missing({ message: error.message })
          throw error
        }
        return new FileStream({
          fileName: 'content.tar.gz',
          contentType: 'application/gzip',
          chunks: writeTarGz(readFolder(folder)),
          onEnd: remove,
        })
      },
    }),
  ]
}

function presentImport({ requestedBy: _, ...row }: ImportRow): PresentedImport {
  return isoDates(row)
}

async function* readFolder(folder: string): AsyncGenerator<ArchiveFile> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names.toSorted())
    if ((await stat(join(folder, name))).isFile()) yield { name, bytes: await readFile(join(folder, name)) }
}
