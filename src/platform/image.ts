import { defineChildTask } from './child-process/child-task.ts'
import { ChildTaskFailed, type RunOptions, runInChild } from './child-process/run-in-child.ts'
import type { ImageToEncode } from './image-task.ts'

const encodeImage = defineChildTask<ImageToEncode, Uint8Array | undefined>('src/platform/image-task.ts', {
  timeLimitMs: 10_000,
})

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/**
 * Detects the format by the content, never by the file name; undefined for any other format, above all for
 * active content such as SVG.
 */
export function detectImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 12))
  const text = head.toString('latin1')
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (text.startsWith('GIF8')) return 'gif'
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp'
  return undefined
}

/**
 * Encodes an image again without its metadata, in a child process. Returns undefined if it cannot be decoded, is larger
 * than 4096 × 4096, or takes too long.
 */
export async function reencodeImage(
  image: ImageToEncode,
  options: RunOptions,
): Promise<Uint8Array | undefined> {
  try {
    return await runInChild(encodeImage, image, options)
  } catch (error) {
    if (error instanceof ChildTaskFailed) return undefined
    throw error
  }
}
