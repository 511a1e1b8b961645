import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'

export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** What a picture shows, or that it is only decoration. */
export type Description = { alt: string } | { decorative: true }

/** Uploads a file into the library of the author. Only a picture has a description. */
export async function uploadMedium(file: File, description?: Description): Promise<Api.Medium> {
  const body = new FormData()
  for (const [name, value] of Object.entries(description ?? {})) body.set(name, `${value}`)
  body.set('file', file)
  const { data } = await lyceum.call('POST /admin/media', { body })
  void queryClient.invalidateQueries({ queryKey: ['GET /admin/media'] })
  return data
}
