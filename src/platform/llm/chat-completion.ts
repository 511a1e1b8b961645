import { z } from 'zod'
import { nowMs } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { observedFetch, readResponseText, retryAfterMs } from '../outgoing-calls.ts'
import type { Message } from './messages.ts'

export type LlmEndpoint = Omit<NonNullable<Config['llm']>, 'dailyTokens'>

export interface ChatRequest {
  messages: Message[]
  schemaName: string
  jsonSchema: object
  maxTokens: number
  signal: AbortSignal | undefined
}

/** The result of one call. `tokens` is the usage, if the server reports it. */
export type ChatOutcome =
  | { kind: 'answer'; text: string; tokens: number | undefined }
  | { kind: 'refused'; reason: string; tokens: number | undefined }
  | { kind: 'malformed'; reason: string; tokens: number | undefined }
  /** No response; the server may have processed the request. */
  | { kind: 'no_response'; reason: string }
  /** The server is temporarily unavailable. */
  | { kind: 'unavailable'; reason: string; retryAfterMs: number | undefined }
  | { kind: 'rejected'; reason: string }

const RESPONSE_LIMIT_BYTES = 1024 * 1024
const REASON_LENGTH = 200

const CompletionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ total_tokens: z.number().int().min(0) }).nullish(),
})

/** One attempt: POST /chat/completions with structured output, as compatible servers accept it. */
export async function requestChatCompletion(
  endpoint: LlmEndpoint,
  request: ChatRequest,
): Promise<ChatOutcome> {
  const timeLimit = AbortSignal.timeout(endpoint.timeoutMs)
  let response: Response
  let answer: Awaited<ReturnType<typeof readResponseText>>
  try {
    response = await observedFetch('llm', `${endpoint.baseUrl}/chat/completions`, {
      method: 'POST',
      // A redirect would send the key to another server.
      redirect: 'manual',
      signal: request.signal ? AbortSignal.any([timeLimit, request.signal]) : timeLimit,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}),
      },
      body: JSON.stringify({
        model: endpoint.model,
        messages: request.messages,
        temperature: 0,
        max_tokens: request.maxTokens,
        response_format: {
          type: 'json_schema',
          json_schema: { name: request.schemaName, strict: true, schema: request.jsonSchema },
        },
      }),
    })
    answer = await readResponseText(response, RESPONSE_LIMIT_BYTES)
  } catch (error) {
    if (request.signal?.aborted) throw error
    return {
      kind: 'no_response',
      reason: timeLimit.aborted ? 'the server did not respond in time' : nameOf(error),
    }
  }
  if (!response.ok) return readStatus(response)
  if (!answer.isWhole) return { kind: 'malformed', reason: 'the response is too long', tokens: undefined }
  return readCompletion(answer.text)
}

function readCompletion(text: string): ChatOutcome {
  let parsed: ReturnType<typeof CompletionSchema.safeParse>
  try {
    parsed = CompletionSchema.safeParse(JSON.parse(text))
  } catch {
    return { kind: 'malformed', reason: 'the response is not JSON', tokens: undefined }
  }
  if (!parsed.success)
    return { kind: 'malformed', reason: 'the response is not a completion', tokens: undefined }
  const [choice] = parsed.data.choices
  const tokens = parsed.data.usage?.total_tokens
  const { content, refusal } = choice!.message
  if (refusal) return { kind: 'refused', reason: refusal.slice(0, REASON_LENGTH), tokens }
  if (choice!.finish_reason === 'content_filter')
    return { kind: 'refused', reason: 'a content filter of the server', tokens }
  if (choice!.finish_reason === 'length')
    return { kind: 'malformed', reason: 'the response was truncated', tokens }
  if (!content) return { kind: 'malformed', reason: 'the response is empty', tokens }
  return { kind: 'answer', text: content, tokens }
}

/** The server's error text is left out: some servers repeat the key or the request in it. */
function readStatus(response: Response): ChatOutcome {
  const reason = `status ${response.status}`
  if (response.status === 429 || response.status === 408 || response.status >= 500) {
    return { kind: 'unavailable', reason, retryAfterMs: retryAfterMs(response.headers, nowMs()) }
  }
  return { kind: 'rejected', reason }
}

function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'no response').slice(0, REASON_LENGTH)
}
