import { RawConnection } from '../harness/http.ts'
import type { ApiOperation } from '../harness/operations/operations.ts'
import type { TestService } from '../harness/service.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
const CONNECTIONS = 8

/** Every path with every undocumented method. */
export async function sendUnsupportedMethods(
  service: TestService,
  operations: ApiOperation[],
): Promise<{ sent: number; faults: string[] }> {
  const requests = [...new Set(operations.map(({ path }) => path))].flatMap((pattern) => {
    const path = pattern.replaceAll(/\{\w+\}/g, Bun.randomUUIDv7())
    const fitting = operations.filter((operation) => fits(operation.path, path))
    const methods = new Set(fitting.map(({ method }) => method))
    const implied = methods.has('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS']
    return METHODS.filter((method) => !methods.has(method)).map((method) => ({
      method,
      path,
      isImplied: implied.includes(method),
      allow: [...methods, ...implied].sort().join(', '),
    }))
  })
  const queue = requests.values()
  const faults: string[] = []
  const worker = async () => {
    const connection = new RawConnection(Number(new URL(service.url).port))
    for (const { method, path, isImplied, allow } of queue) {
      connection.send(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      const { status, headers, json } = await connection.readResponse(150_000, method === 'HEAD')
      const found = headers.get('allow')?.split(', ').sort().join(', ')
      const name = `${method} ${path}: ${status}`
      if (isImplied ? status >= 500 || status === 405 : status !== 405) faults.push(name)
      else if (!isImplied && method !== 'HEAD' && json?.error?.code !== 'METHOD_NOT_ALLOWED')
        faults.push(`${name} without the envelope`)
      if (status === 405 && found !== allow) faults.push(`${name} allows ${found}, and not ${allow}`)
    }
    connection.end()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return { sent: requests.length, faults }
}

/** `/contests/join` also matches `/contests/{id}`. */
function fits(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
}
