import type { AutocommitDb } from '../../platform/db/database.ts'
import { SANDBOX_KEY } from './create-providers.ts'
import { formatAmount } from './public/amount.ts'
import type { PaymentProvider, PayoutRequest } from './public/provider.ts'
import { forcedOutcome } from './sandbox/forced-outcome.ts'
import { createSandboxProvider } from './sandbox/sandbox-provider.ts'
import { startSandbox } from './sandbox/sandbox-server.ts'
import { sandboxSignature } from './sandbox/webhook-sender.ts'

export interface TestSandbox {
  url: string
  provider: PaymentProvider
  stop(): Promise<void>
}

/** Starts the sandbox provider with short delays, and a client of it. */
export function startTestSandbox(autocommitDb: AutocommitDb): TestSandbox {
  const { url, attachDatabase, stop } = startSandbox({
    hostname: '127.0.0.1',
    pageHost: '127.0.0.1',
    port: 0,
    key: SANDBOX_KEY,
    payoutMs: 5_000,
    downMs: 5_000,
  })
  attachDatabase(autocommitDb)
  return { url, provider: connectSandbox(url), stop }
}

/** Uses a short timeout for requests that the sandbox never answers, and a long one for all others. */
function connectSandbox(url: string): PaymentProvider {
  const connect = (timeoutMs: number) =>
    createSandboxProvider({ url: () => url, key: SANDBOX_KEY, timeoutMs })
  const [slow, fast] = [connect(10_000), connect(500)]
  const providerFor = ({ amount, currency, recipient }: PayoutRequest) =>
    forcedOutcome({ amount: formatAmount(amount, currency), ...recipient }) === 'TIMES_OUT' ? fast : slow
  return {
    ...slow,
    collect: (request) => providerFor(request).collect(request),
    payOut: (request) => providerFor(request).payOut(request),
  }
}

export function signSandboxWebhook(body: string, key = SANDBOX_KEY): string {
  return sandboxSignature(key, body)
}
