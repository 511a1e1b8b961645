import { z } from 'zod'
import { later, now, SECOND_MS } from '../clock.ts'
import { log } from '../log.ts'
import { counter } from '../metrics.ts'
import type { Budget } from './budget.ts'
import { askChatCompletion, type ChatOutcome, type LlmEndpoint } from './chat-completion.ts'
import { LlmFault } from './fault.ts'
import { messagesOf } from './messages.ts'

const TRIES = 3
const PAUSES_MS = [1 * SECOND_MS, 4 * SECOND_MS]
/** Who asks for more patience is asked again by another job. */
const LONGEST_PAUSE_MS = 20 * SECOND_MS
/** On the safe side of what tokens are: most have more characters. */
const CHARACTERS_PER_TOKEN = 3

const calls = counter('lyceum_llm_calls_total', 'Calls of the language model by purpose and outcome', [
  'purpose',
  'outcome',
])

export interface CompletionRequest<Shape extends z.ZodType> {
  /** For the log and the figures. */
  purpose: string
  /** Ours. Nothing that a user wrote belongs in here. */
  instructions: string
  /** What strangers wrote. */
  data: object
  schemaName: string
  /** Objects whose every property is there: servers take no bounds and no defaults. */
  shape: Shape
  maxTokens: number
  signal?: AbortSignal
}

/** A language model behind any server that speaks the protocol of chat completions. */
export interface Llm {
  model: string
  /** An answer of the wanted shape, or an `LlmFault`. */
  complete<Shape extends z.ZodType>(request: CompletionRequest<Shape>): Promise<z.output<Shape>>
}

interface LlmOptions {
  endpoint: LlmEndpoint
  budget: Budget
  /** For tests, which do not want to wait. */
  pause?: (milliseconds: number) => Promise<void>
}

export function createLlm({ endpoint, budget, pause = Bun.sleep }: LlmOptions): Llm {
  async function ask(
    purpose: string,
    request: Parameters<typeof askChatCompletion>[1],
  ): Promise<ChatOutcome> {
    const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0)
    const reserved = Math.ceil(characters / CHARACTERS_PER_TOKEN) + request.maxTokens
    const askedAt = now()
    if (!(await budget.reserve(reserved, askedAt))) {
      calls.inc({ purpose, outcome: 'budget_spent' })
      const message = 'The tokens of this day are spent. See LLM_DAILY_TOKENS.'
      throw new LlmFault('budget_spent', message, budget.renewsAt(askedAt))
    }
    const outcome = await askChatCompletion(endpoint, request)
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
        const judged = judge(outcome, shape)
        if ('answer' in judged) return judged.answer
        const { fault, isWorthAnotherTry, pauseMs = PAUSES_MS[attempt - 1]! } = judged
        log.warn({ purpose, attempt, kind: fault.kind, reason: fault.message }, 'llm: a call failed')
        if (!isWorthAnotherTry || attempt === TRIES) throw fault
        if (pauseMs > LONGEST_PAUSE_MS) throw new LlmFault('busy', fault.message, later(now(), pauseMs))
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

/** Nothing is used by whoever was sent away; what was lost on the way may have been worked on. */
function tokensUsed(outcome: ChatOutcome, reserved: number): number {
  if (outcome.kind === 'turned_away' || outcome.kind === 'rejected') return 0
  return ('tokens' in outcome ? outcome.tokens : undefined) ?? reserved
}

type Judged<Value> =
  | { answer: Value }
  | { fault: LlmFault; isWorthAnotherTry: boolean; pauseMs?: number | undefined }

function judge<Shape extends z.ZodType>(outcome: ChatOutcome, shape: Shape): Judged<z.output<Shape>> {
  switch (outcome.kind) {
    case 'answer':
      return judgeAnswer(outcome.text, shape)
    case 'refused':
      return { fault: new LlmFault('refused', outcome.reason), isWorthAnotherTry: false }
    case 'malformed':
      return { fault: new LlmFault('malformed', outcome.reason), isWorthAnotherTry: true }
    case 'rejected':
      return { fault: new LlmFault('rejected', outcome.reason), isWorthAnotherTry: false }
    case 'lost':
      return { fault: new LlmFault('unreachable', outcome.reason), isWorthAnotherTry: true }
    case 'turned_away':
      return {
        fault: new LlmFault('unreachable', outcome.reason),
        isWorthAnotherTry: true,
        pauseMs: outcome.retryAfterMs,
      }
  }
}

function judgeAnswer<Shape extends z.ZodType>(text: string, shape: Shape): Judged<z.output<Shape>> {
  try {
    return { answer: shape.parse(storable(JSON.parse(text))) }
  } catch {
    const fault = new LlmFault('malformed', 'the answer does not have the wanted shape')
    return { fault, isWorthAnotherTry: true }
  }
}

/** A model may write what no column takes. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storable(inner)]))
}
