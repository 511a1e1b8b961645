import { defineChildTask } from '../../../platform/child-process/child-task.ts'
import { ChildTaskFailed, type RunOptions, runInChild } from '../../../platform/child-process/run-in-child.ts'
import type { RenderedPicture } from './render-picture-task.ts'

const renderTask = defineChildTask<Uint8Array, RenderedPicture | undefined>(
  'src/modules/media/pictures/render-picture-task.ts',
  { timeLimitMs: 15_000 },
)

/** Makes the renditions of a picture in a child process. Returns undefined if it is not a picture, too large or too slow. */
export async function renderPicture(
  bytes: Uint8Array,
  options: RunOptions,
): Promise<RenderedPicture | undefined> {
  try {
    return await runInChild(renderTask, bytes, options)
  } catch (error) {
    if (error instanceof ChildTaskFailed) return undefined
    throw error
  }
}
