import { LyceumError, refusalOf } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum, refusals } from './lyceum.ts'

type Query = Record<string, string | number | undefined>

/** Reads a file of the service as the signed-in user, and offers it as a download. */
export async function downloadFile(path: string, query: Query): Promise<void> {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  )
  const response = await fetchAsUser(`/api/v2${path}?${new URLSearchParams(pairs)}`)
  if (!response.ok) {
    const fault = refusalOf(response, await response.text())
    await refusals.translate(fault, `GET ${path}`)
    throw fault
  }
  const [, name = 'file'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

async function fetchAsUser(url: string): Promise<Response> {
  // The client reads JSON only; its session has the token.
  const { session } = lyceum.liveDeps()
  const token = await session.freshToken()
  try {
    return await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  } catch (fault) {
    throw new LyceumError('UNREACHABLE', 'The service cannot be reached.', { status: 0, cause: fault })
  }
}
