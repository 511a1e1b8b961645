import { defineChildTask } from '../../../platform/child-process/child-task.ts'
import { ChildTaskFailed, type RunOptions, runInChild } from '../../../platform/child-process/run-in-child.ts'
import { detectImageFormat } from '../../../platform/image.ts'
import { errors } from '../errors.ts'
import type { RenderedLogo } from './render-logo-task.ts'

export const LOGO_LIMIT_BYTES = 5 * 1024 * 1024
const ACCEPTED_FORMATS = new Set(['jpeg', 'png', 'webp'])

const renderTask = defineChildTask<Uint8Array, RenderedLogo | undefined>(
  'src/modules/site-settings/logo/render-logo-task.ts',
  { timeLimitMs: 10_000 },
)

/** Refuses everything but pictures, above all SVG, which may contain scripts. */
export async function renderLogo(file: File | undefined, options: RunOptions): Promise<RenderedLogo> {
  if (!file) throw errors.logo_missing()
  if (file.size > LOGO_LIMIT_BYTES) throw errors.logo_too_large()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const format = detectImageFormat(bytes)
  const logo = format && ACCEPTED_FORMATS.has(format) ? await render(bytes, options) : undefined
  if (!logo) throw errors.logo_unsupported()
  return logo
}

async function render(bytes: Uint8Array, options: RunOptions): Promise<RenderedLogo | undefined> {
  try {
    return await runInChild(renderTask, bytes, options)
  } catch (error) {
    if (error instanceof ChildTaskFailed) return undefined
    throw error
  }
}
