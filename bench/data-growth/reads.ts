import type { MeasuredOperation } from './measured-operation.ts'

interface Operation {
  operationId?: string
  security?: Record<string, unknown>[]
  parameters?: { name: string; in: string; required?: boolean }[]
}

/** Reads that a learner does not use daily, or that call an external service. */
const EXCLUDED = [/\/admin\//, /\/blockchain\//, /\/certificates\/verify\//, /\/user\/export$/]
const REQUIRED_QUERIES: Record<string, string> = { currency: 'KES', search: 'blockchain' }

/**
 * Every read of the API document for each sampled user. Values of path parameters come from the lists that
 * contain them. A read without a value is skipped and reported.
 */
export async function listReads(
  port: number,
  users: { id: string; token: string }[],
): Promise<MeasuredOperation[]> {
  const base = `http://127.0.0.1:${port}`
  const document = (await (await fetch(`${base}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const values = await findParameterValues(base, users[0]!)
  const reads: MeasuredOperation[] = []
  for (const [path, methods] of Object.entries(document.paths)) {
    const operation = methods.get
    if (!operation || EXCLUDED.some((pattern) => pattern.test(path))) continue
    const requests = users.flatMap((user) => {
      const filled = fillPath(path, { ...values, userId: user.id })
      return filled ? [{ method: 'GET', path: filled + queryOf(operation), headers: headersOf(user) }] : []
    })
    const probe = requests[0] && (await fetch(base + requests[0].path, { headers: requests[0].headers }))
    if (probe?.status === 200) reads.push({ name: `GET ${path}`, warmUp: requests, requests, isOnce: false })
    else
      process.stderr.write(
        `left out: GET ${path} (${probe ? `status ${probe.status}` : 'nothing to show'})\n`,
      )
  }
  return reads
}

function headersOf({ token }: { token: string }): Record<string, string> {
  return { Authorization: `Bearer ${token}` }
}

function queryOf({ parameters = [] }: Operation): string {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const pairs = required.map(({ name }) => `${name}=${REQUIRED_QUERIES[name] ?? '1'}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Undefined when a parameter names a resource that does not exist. */
function fillPath(path: string, values: Record<string, string | undefined>): string | undefined {
  const isKnown = [...path.matchAll(/\{(\w+)\}/g)].every(([, name]) => parameterValue(path, name!, values))
  return isKnown ? path.replace(/\{(\w+)\}/g, (_, name) => parameterValue(path, name, values)!) : undefined
}

/** Most parameters are called `id`; the path segment before them names the resource. */
function parameterValue(
  path: string,
  name: string,
  values: Record<string, string | undefined>,
): string | undefined {
  if (name !== 'id') return values[name]
  const noun = /\/([\w-]+)\/\{id\}/.exec(path)?.[1] ?? ''
  return values[noun]
}

async function findParameterValues(base: string, user: { id: string; token: string }) {
  const ask = async (path: string) => {
    const response = await fetch(`${base}/api/v2${path}`, { headers: headersOf(user) })
    return ((await response.json()) as { data?: never }).data as never
  }
  const mine = (await ask('/user-courses')) as { courseId: string }[] | undefined
  const course = mine?.[0]?.courseId
  const { lessons } = (await ask(`/course/${course}`)) as { lessons: { id: string }[] }
  const paths = (await ask('/learning-path')) as { id: string }[]
  const contests = (await ask('/user/contests?order=ASC')) as { items: { id: string; status: string }[] }
  const projects = (await ask('/course?limit=100')) as { id: string; hasProject: boolean }[]
  return {
    course,
    courseId: projects.find(({ hasProject }) => hasProject)?.id,
    lesson: lessons[0]?.id,
    'learning-path': paths[0]?.id,
    contests: contests.items.find(({ status }) => status === 'LIVE')?.id,
  }
}
