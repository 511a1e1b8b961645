import { COMMIT, VERSION } from '../../platform/build-info.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Service } from '../service.ts'

/** What `start` logs as one line where no person reads it. It has no password and no token of a user. */
export function startRecord(config: Config, service: Service, startedMs: number): Record<string, unknown> {
  return {
    version: VERSION,
    commit: COMMIT,
    environment: config.environment,
    role: config.role,
    address: service.http?.url,
    publicUrl: config.publicUrl,
    startedMs: Math.round(startedMs),
    database: service.isDatabaseEmbedded ? 'embedded' : hostOf(service.databaseUrl),
    replica: config.database.replicaUrl ? hostOf(config.database.replicaUrl) : 'none',
    redis: config.redisUrl ? hostOf(config.redisUrl) : 'none',
    storage: config.s3 ? `${hostOf(config.s3.endpoint)}/${config.s3.bucket}` : 'disk',
    mail: mailOf(config),
    chain: chainOf(config, service),
    payments: config.payments.provider,
    ...(service.setupUrl ? { setupUrl: service.setupUrl } : {}),
  }
}

/** Host and port; never the user, the password or the path, which has the key of some providers. */
const hostOf = (url: string) => new URL(url).host

function mailOf({ mail, production }: Config): string {
  if (!mail.isOn) return 'off'
  if (mail.smtpUrl) return hostOf(mail.smtpUrl)
  return production ? 'none' : 'mailbox'
}

function chainOf(config: Config, { chainUrl }: Service): string {
  if (!config.chain.enabled || !chainUrl) return 'off'
  return config.chain.rpcUrl ? hostOf(chainUrl) : 'embedded'
}
