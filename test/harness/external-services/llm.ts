/** A request to the model. */
export interface LlmCall {
  path: string
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read requests of every shape.
  body: any
  /** The text of the system message. */
  system: string
  /** The text of the message with untrusted user content. */
  user: string
  /** The same without its delimiters, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  data: any
}

export type LlmResponse = Response | Promise<Response>

export interface TestLlm {
  baseUrl: string
  calls: LlmCall[]
  /** Responses in order; the last one repeats. */
  script: ((call: LlmCall) => LlmResponse)[]
  /** The configuration that makes a service use this server. */
  settings: Record<string, string>
  stop(): Promise<void>
}

export const TEST_LLM_KEY = 'sk-a-key-that-no-log-may-show'

/** A chat completions server on loopback with scripted responses. */
export function startTestLlm(...script: TestLlm['script']): TestLlm {
  const calls: LlmCall[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
      const body = (await request.json()) as any
      const textOf = (role: string) =>
        body.messages.find((message: { role: string }) => message.role === role)?.content ?? ''
      const user = textOf('user')
      const call: LlmCall = {
        path: `${request.method} ${new URL(request.url).pathname}`,
        headers: request.headers,
        body,
        system: textOf('system'),
        user,
        data: JSON.parse(user.slice(user.indexOf('\n'), user.lastIndexOf('\n'))),
      }
      calls.push(call)
      const respond = llm.script[Math.min(calls.length, llm.script.length) - 1]
      return respond ? respond(call) : new Response('nothing was scripted', { status: 500 })
    },
  })
  const baseUrl = `http://127.0.0.1:${server.port}/v1`
  const llm: TestLlm = {
    baseUrl,
    calls,
    script,
    settings: { LLM_BASE_URL: baseUrl, LLM_API_KEY: TEST_LLM_KEY, LLM_MODEL: 'grader-1' },
    stop: () => server.stop(true),
  }
  return llm
}

/** A completion with the output of the model: text unchanged, other values as JSON. */
export function completion(
  content: unknown,
  { tokens = 100, finishReason = 'stop', refusal = null as string | null } = {},
): Response {
  return Response.json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: finishReason,
        message: {
          role: 'assistant',
          content: content === null || typeof content === 'string' ? content : JSON.stringify(content),
          refusal,
        },
      },
    ],
    usage: { prompt_tokens: tokens - 1, completion_tokens: 1, total_tokens: tokens },
  })
}

export function failure(status: number, headers: Record<string, string> = {}): Response {
  const message = `Incorrect API key provided: ${TEST_LLM_KEY}`
  return Response.json({ error: { message, type: 'error', code: String(status) } }, { status, headers })
}

/** Delays the response until the client disconnects. */
export function silence(): Promise<Response> {
  return new Promise(() => {})
}
