import { z } from 'zod'
import { addMs, now, SECOND_MS } from '../clock.ts'
import { log } from '../log.ts'
import { counter } from '../metrics.ts'
import { type ChatOutcome, type LlmEndpoint, requestChatCompletion } from './chat-completion.ts'
import { LlmError } from './llm-error.ts'
import { mapTexts, messagesOf } from './messages.ts'
import type { TokenBudget } from './token-budget.ts'

const MAX_ATTEMPTS = 3
const PAUSES_MS = [1 * SECOND_MS, 4 * SECOND_MS]
/** A longer wait is left to another job. */
const MAX_PAUSE_MS = 20 * SECOND_MS
/** A safe estimate: most tokens have more characters. */
const CHARACTERS_PER_TOKEN = 3

const calls = counter('lyceum_llm_calls_total', 'Calls of the language model by purpose and outcome', [
  'purpose',
  'outcome',
])

export interface CompletionRequest<Shape extends z.ZodType> {
  /** For logs and metrics. */
  purpose: string
  /** Our own instructions, without any user text. */
  instructions: string
  /** The untrusted text. */
  data: object
  schemaName: string
  /** An object schema with all properties required: servers accept no bounds and no defaults. */
  shape: Shape
  maxTokens: number
  signal?: AbortSignal
}

/** A language model behind any server with the chat completions protocol. */
export interface Llm {
  model: string
  /** Returns a result of the requested shape, or throws an `LlmError`. */
  complete<Shape extends z.ZodType>(request: CompletionRequest<Shape>): Promise<z.output<Shape>>
}

interface LlmOptions {
  endpoint: LlmEndpoint
  budget: TokenBudget
  /** Tests replace the wait. */
  pause?: (milliseconds: number) => Promise<void>
}

export function createLlm({ endpoint, budget, pause = Bun.sleep }: LlmOptions): Llm {
  async function ask(
    purpose: string,
    request: Parameters<typeof requestChatCompletion>[1],
  ): Promise<ChatOutcome> {
    const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0)
    const reserved = Math.ceil(characters / CHARACTERS_PER_TOKEN) + request.maxTokens
    const askedAt = now()
    if (!(await budget.reserve(reserved, askedAt))) {
      calls.inc({ purpose, outcome: 'budget_spent' })
      const message = 'The daily token budget is used up. See LLM_DAILY_TOKENS.'
      throw new LlmError('budget_spent', message, budget.renewsAt(askedAt))
    }
    const outcome = await requestChatCompletion(endpoint, request)
    calls.inc({ purpose, outcome: outcome.kind })
    await budget.correct(tokensUsed(outcome, reserved) - reserved, askedAt)
    return outcome
  }

  return {
    model: endpoint.model,
    complete: async ({ purpose, instructions, data, schemaName, shape, maxTokens, signal }) => {
      const messages = messagesOf(instructions, data)
      const { $schema: _, ...jsonSchema } = z.toJSONSchema(shape)
      for (let attempt = 1; ; attempt++) {
        const outcome = await ask(purpose, { messages, schemaName, jsonSchema, maxTokens, signal })
        const interpretation = interpretOutcome(outcome, shape)
        if ('answer' in interpretation) return interpretation.answer
        const { error, isWorthAnotherTry, pauseMs = PAUSES_MS[attempt - 1]! } = interpretation
        log.warn({ purpose, attempt, kind: error.kind, reason: error.message }, 'llm: call failed')
        if (!isWorthAnotherTry || attempt === MAX_ATTEMPTS) throw error
        if (pauseMs > MAX_PAUSE_MS) throw new LlmError('busy', error.message, addMs(now(), pauseMs))
        await (signal ? Promise.race([pause(pauseMs), aborted(signal)]) : pause(pauseMs))
      }
    },
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted()
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
}

/** A rejected call used no tokens; a call without a response may have used them. */
function tokensUsed(outcome: ChatOutcome, reserved: number): number {
  if (outcome.kind === 'unavailable' || outcome.kind === 'rejected') return 0
  return ('tokens' in outcome ? outcome.tokens : undefined) ?? reserved
}

type Interpretation<Value> =
  | { answer: Value }
  | { error: LlmError; isWorthAnotherTry: boolean; pauseMs?: number | undefined }

/** The kind of the error, and whether another attempt may succeed. */
const ERRORS = {
  refused: ['refused', false],
  malformed: ['malformed', true],
  rejected: ['rejected', false],
  no_response: ['unreachable', true],
  unavailable: ['unreachable', true],
} as const

function interpretOutcome<Shape extends z.ZodType>(
  outcome: ChatOutcome,
  shape: Shape,
): Interpretation<z.output<Shape>> {
  if (outcome.kind === 'answer') return parseAnswer(outcome.text, shape)
  const [kind, isWorthAnotherTry] = ERRORS[outcome.kind]
  const pauseMs = outcome.kind === 'unavailable' ? outcome.retryAfterMs : undefined
  return { error: new LlmError(kind, outcome.reason), isWorthAnotherTry, pauseMs }
}

function parseAnswer<Shape extends z.ZodType>(text: string, shape: Shape): Interpretation<z.output<Shape>> {
  try {
    return { answer: shape.parse(storable(JSON.parse(text))) }
  } catch {
    const error = new LlmError('malformed', 'the response does not have the requested shape')
    return { error, isWorthAnotherTry: true }
  }
}

/** A model may return characters that no column stores. */
function storable(value: unknown): unknown {
  return mapTexts(value, (text) => text.replaceAll('\0', '').toWellFormed())
}
