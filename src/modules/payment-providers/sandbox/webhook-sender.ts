import { nowMs, SECOND_MS } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { hmac } from '../webhook-signature.ts'
import type { SandboxRow } from './queries.ts'

const MAX_ATTEMPTS = 3
const PAUSE_MS = 1_000

/** Sends a webhook when a payment changes, with up to three attempts. */
export class WebhookSender {
  readonly #key: string
  readonly #timers = new Set<Timer>()
  #isStopped = false

  constructor(key: string) {
    this.#key = key
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
  }

  send(row: SandboxRow, afterMs: number): void {
    if (!row.webhookUrl || row.outcome === 'SILENT') return
    const url = row.webhookUrl
    const body = JSON.stringify({
      id: newId(),
      type: `${row.kind.toLowerCase()}.changed`,
      reference: row.reference,
    })
    this.#schedule(afterMs, () => this.#deliver(url, body, 1))
  }

  #schedule(milliseconds: number, work: () => void): void {
    if (this.#isStopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, milliseconds)
    this.#timers.add(timer)
  }

  async #deliver(url: string, body: string, attempt: number): Promise<void> {
    const isAccepted = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-sandbox-signature': sandboxSignature(this.#key, body),
      },
      body,
      signal: AbortSignal.timeout(5_000),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isAccepted && attempt < MAX_ATTEMPTS)
      this.#schedule(PAUSE_MS * attempt, () => this.#deliver(url, body, attempt + 1))
  }
}

/** Signs the timestamp with the body, so that an old webhook cannot be replayed. */
export function sandboxSignature(key: string, body: string | Uint8Array, atMs = nowMs()): string {
  const seconds = Math.floor(atMs / SECOND_MS)
  const signed = Buffer.concat([Buffer.from(`${seconds}.`), Buffer.from(body)])
  return `t=${seconds},v1=${hmac(key, signed).toString('hex')}`
}
