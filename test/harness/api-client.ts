import { patientFetch } from './patient-fetch.ts'

/** A response as a client receives it. */
export interface ApiResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  body: any
  /** The number of attempts until this response, if the client retries. */
  sends?: number
}

export interface ApiRequest {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** A signed-in user of a test. */
export interface TestUser {
  id: string
  email: string
  username: string
  password: string
  accessToken: string
  refreshToken: string
}

export interface ApiClient {
  /** `call('POST /auth/login', { body })`; paths are below /api/v2 unless they begin with `//`. */
  call(route: string, request?: ApiRequest): Promise<ApiResponse>
  register(details?: Record<string, unknown>): Promise<TestUser>
  /** The newest e-mail to an address, or undefined. */
  mailTo(address: string): Promise<{ subject: string; text: string } | undefined>
  /** The six-digit code of the newest e-mail with a code to an address. */
  codeFor(address: string): Promise<string>
}

let counter = 0

/** The same calls against any base URL, for services in their own processes. */
export function createClient(url: string): ApiClient {
  return clientOver(async (route, request = {}) => {
    const [method, path] = route.split(' ') as [string, string]
    const isForm = request.body instanceof FormData
    const text = request.body === undefined || isForm ? undefined : JSON.stringify(request.body)
    const response = await patientFetch(url + (path.startsWith('//') ? path.slice(1) : `/api/v2${path}`), {
      method,
      headers: {
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
        ...request.headers,
      },
      ...(isForm ? { body: request.body as FormData } : text === undefined ? {} : { body: text }),
    })
    const answer = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: answer.startsWith('{') ? JSON.parse(answer) : answer,
    }
  })
}

/** Registration and sign-in with any client. */
export function clientOver(call: ApiClient['call']): ApiClient {
  /** The newest first. */
  const mailsTo = async (address: string): Promise<{ subject: string; text: string }[]> =>
    (await call(`GET //dev/mail?to=${encodeURIComponent(address)}`)).body.data
  return {
    call,
    mailTo: async (address) => (await mailsTo(address))[0],
    codeFor: async (address) => {
      const mails = await mailsTo(address)
      // An e-mail without a code may arrive later and be newer.
      const [code] = mails.flatMap(({ text }) => text.match(/\b\d{6}\b/)?.[0] ?? [])
      if (!code) throw new Error(`no code was mailed to ${address}`)
      return code
    },
    register: async (details = {}) => {
      const number = `${process.pid}x${++counter}`
      const body = {
        email: `user${number}@example.com`,
        username: `user_${number}`,
        password: `pass-phrase-${number}`,
        ...details,
      }
      const answer = await registerOrSignIn(call, body)
      if (answer.status !== 201 && answer.status !== 200)
        throw new Error(`register: ${answer.status} ${JSON.stringify(answer.body)}`)
      const { user, accessToken, refreshToken } = answer.body.data
      return {
        id: user.id,
        email: body.email,
        username: body.username,
        password: body.password,
        accessToken,
        refreshToken,
      }
    },
  }
}

const REGISTRATIONS = 5

/**
 * On a busy machine the database may respond too late, so the client tries again. After a retry the user may already be
 * registered, so the client signs in.
 */
async function registerOrSignIn(
  call: ApiClient['call'],
  body: { email: string; password: string },
): Promise<ApiResponse> {
  let answer = await call('POST /auth/register', { body })
  let sends = answer.sends ?? 1
  for (let tries = 1; answer.status === 503 && tries < REGISTRATIONS; tries++) {
    await Bun.sleep(1_000)
    answer = await call('POST /auth/register', { body })
    sends += answer.sends ?? 1
  }
  if (answer.status !== 409 || sends === 1) return answer
  return call('POST /auth/login', { body: { email: body.email, password: body.password } })
}
