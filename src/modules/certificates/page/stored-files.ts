import { defineChildTask } from '../../../platform/child-process/child-task.ts'
import { runInChild } from '../../../platform/child-process/run-in-child.ts'
import { addMs, MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { getCachedSiteSettings } from '../../site-settings/public/site-settings-cache.ts'
import type { CertificateContent } from '../image/certificate-layout.ts'
import { deleteCertificateFilesJob } from '../jobs.ts'
import { type Certificate, type CertificateId, viewUrl } from '../public/certificate.ts'
import { findById, updateDrawn } from '../queries.ts'

export type DrawnKind = 'png' | 'pdf'
type DrawnFiles = Record<DrawnKind, Uint8Array>
export type NamedCertificate = Certificate & { studentName: string }
export type StoredFilesDeps = Pick<Platform, 'db' | 'pubsub' | 'write' | 'storage' | 'config'>

/** Longer than a drawing and its storing take. */
const DRAWING_LIMIT_MS = 2 * MINUTE_MS
const CONTENT_TYPES = { png: 'image/png', pdf: 'application/pdf' }
const drawTask = defineChildTask<CertificateContent, DrawnFiles>(
  'src/modules/certificates/image/draw-task.ts',
  { timeLimitMs: 60_000 },
)

/** What the files show: the document with the name, and whether it is revoked. */
export function contentOf({ metadataCid, status }: Pick<Certificate, 'metadataCid' | 'status'>): string {
  return status === 'REVOKED' ? `${metadataCid}-revoked` : metadataCid
}

export function fileKeys(id: CertificateId, content: string): string[] {
  return [fileKey(id, content, 'png'), fileKey(id, content, 'pdf')]
}

function fileKey(id: CertificateId, content: string, kind: DrawnKind): string {
  return `certificates/${id}/${content}.${kind}`
}

const drawing = new Map<string, Promise<DrawnFiles>>()

/** Reads a file from storage. Draws and stores both files if they do not exist yet. */
export async function readStoredFile(
  deps: StoredFilesDeps,
  certificate: NamedCertificate,
  { kind, now }: { kind: DrawnKind; now: Date },
): Promise<Uint8Array> {
  const content = contentOf(certificate)
  const stored =
    certificate.drawnContent === content
      ? await deps.storage.get(fileKey(certificate.id, content, kind))
      : undefined
  return stored ?? (await drawOnce(deps, certificate, now))[kind]
}

/** Concurrent calls for the same content share one drawing. */
function drawOnce(deps: StoredFilesDeps, certificate: NamedCertificate, now: Date): Promise<DrawnFiles> {
  const key = `${certificate.id} ${contentOf(certificate)}`
  const current = drawing.get(key)
  if (current) return current
  const started = drawFiles(deps, certificate, now).finally(() => drawing.delete(key))
  drawing.set(key, started)
  return started
}

/**
 * Draws the files in a child process and stores them. The row names them before they exist, so that no file is left
 * when the account is deleted.
 */
async function drawFiles(
  { db, pubsub, write, storage, config }: StoredFilesDeps,
  certificate: NamedCertificate,
  now: Date,
): Promise<DrawnFiles> {
  const { id, number, studentName, courseTitle, courseMinutes, verified, project, issuedAt, status } =
    certificate
  const content = contentOf(certificate)
  const isRecorded = await write(async (tx) => {
    const recorded = await updateDrawn(tx, certificate, content)
    if (recorded?.replaced && recorded.replaced !== content)
      enqueueDeletion(tx, fileKeys(id, recorded.replaced), now)
    return recorded !== undefined
  })
  const { name: siteName } = await getCachedSiteSettings({ db, pubsub })
  const files = await runInChild(drawTask, {
    siteName,
    number,
    studentName,
    courseTitle,
    courseMinutes,
    verified,
    project,
    issuedAt,
    url: viewUrl(config.publicUrl, number),
    isRevoked: status === 'REVOKED',
  })
  if (isRecorded)
    for (const kind of ['png', 'pdf'] as const)
      await storage.put(fileKey(id, content, kind), files[kind], CONTENT_TYPES[kind])
  return files
}

/** Deletes files now, and once more for a drawing that is in progress. */
export function enqueueDeletion(tx: Tx, keys: string[], now: Date): void {
  tx.enqueue(deleteCertificateFilesJob, { keys })
  tx.enqueue(deleteCertificateFilesJob, { keys }, { startAfter: addMs(now, DRAWING_LIMIT_MS) })
}

/** Draws the files of a certificate that has none for what it says now. */
export async function drawCertificate(deps: StoredFilesDeps, id: CertificateId, now: Date): Promise<void> {
  const certificate = await findById(deps.db, id)
  if (!certificate || certificate.studentName === null) return
  if (certificate.drawnContent === contentOf(certificate)) return
  await drawOnce(deps, { ...certificate, studentName: certificate.studentName }, now)
}

export async function deleteStoredFiles(
  { storage }: Pick<StoredFilesDeps, 'storage'>,
  keys: string[],
): Promise<void> {
  for (const key of keys) await storage.delete(key)
}
