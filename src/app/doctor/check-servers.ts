import { Redis } from 'ioredis'
import { createTransport } from 'nodemailer'
import type { Hex } from 'viem'
import { formatEther } from 'viem/utils'
import { createNodeRpc } from '../../platform/chain/checked-rpc.ts'
import type { Config } from '../../platform/config/config.ts'
import { COMMAND } from '../../platform/product-files.ts'
import { getContracts } from '../chain/contracts-file.ts'
import { readRelayerKey } from '../chain/relayer-key.ts'
import { type Check, failing, ok } from './finding.ts'

const TIMEOUT_MS = 10_000
const MIN_COINS = 0.05

/** The servers that the settings name: Redis, the mail server and the node of the chain. */
export function checkServers(config: Config): Check[] {
  const { redisUrl, mail, chain } = config
  return [
    ...(redisUrl ? [checkRedis(redisUrl)] : []),
    ...(mail.isOn && mail.smtpUrl ? [checkMail(mail.smtpUrl, mail.requiresTls)] : []),
    ...(chain.enabled && chain.rpcUrl && chain.chainId
      ? [checkChain(config, chain.rpcUrl, chain.chainId)]
      : []),
  ]
}

function checkRedis(url: string): Check {
  const { host } = new URL(url)
  return {
    name: 'redis',
    run: async () => {
      const redis = new Redis(url, {
        lazyConnect: true,
        maxRetriesPerRequest: 0,
        retryStrategy: () => null,
        connectTimeout: TIMEOUT_MS,
        commandTimeout: TIMEOUT_MS,
      })
      let lastError: Error | undefined
      redis.on('error', (error) => {
        lastError = error
      })
      try {
        await redis.connect()
        await redis.ping()
        return ok(host)
      } catch (error) {
        throw new Error(`${host} cannot be reached: ${(lastError ?? (error as Error)).message}`)
      } finally {
        redis.disconnect()
      }
    },
    action: 'Check REDIS_URL and the server. The service works without it, more slowly.',
  }
}

function checkMail(url: string, requiresTls: boolean): Check {
  const { host } = new URL(url)
  return {
    name: 'mail',
    run: async () => {
      const transport = createTransport({
        url,
        requireTLS: requiresTls,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      })
      try {
        await transport.verify()
        return ok(`${host} accepts the connection and the password; no mail was sent`)
      } catch (error) {
        throw new Error(`${host}: ${(error as Error).message}`)
      } finally {
        transport.close()
      }
    },
    action: 'Check SMTP_URL, the password, and whether the server offers STARTTLS.',
  }
}

function checkChain(config: Config, rpcUrl: string, chainId: number): Check {
  return {
    name: 'chain',
    run: async () => {
      const rpc = createNodeRpc(rpcUrl, chainId)
      await rpc.check()
      getContracts(config.chain.contractsFile, chainId)
      const message = `chain ${chainId} at ${new URL(rpcUrl).host}`
      if (!config.chain.relayerKeyFile) return ok(`${message}; this process sends no transactions`)
      const { address } = readRelayerKey(config.chain.relayerKeyFile)
      const wei = BigInt(await rpc.request<Hex>('eth_getBalance', [address, 'latest']))
      const coins = `the relayer ${address} has ${formatEther(wei)} coins`
      return Number(formatEther(wei)) < MIN_COINS
        ? failing(`${message}; ${coins}`, `Send coins to ${address}.`)
        : ok(`${message}; ${coins}`)
    },
    action: `Check CHAIN_RPC_URL, CHAIN_ID and CHAIN_CONTRACTS_FILE; deploy with: ${COMMAND} chain deploy`,
  }
}
