import type { Config } from '../../platform/config/config.ts'
import { COMMAND } from '../../platform/product-files.ts'
import type { Service } from '../service.ts'

const bold = (text: string) => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[0m` : text)
const quiet = (text: string) => (process.stdout.isTTY ? `\x1b[2m${text}\x1b[0m` : text)

/** The text that `start` prints: addresses, demo users and a request to try. */
export function startSummary(config: Config, service: Service, startedMs: number): string {
  const url = `http://localhost:${service.http?.port}`
  const isWorker = config.role === 'worker'
  const lines = [
    '',
    `${bold('Lyceum is ready')} ${quiet(`after ${(startedMs / 1000).toFixed(1)} s, ${config.environment}, role ${config.role}`)}`,
    '',
    ...(service.setupUrl
      ? [`  Set up        ${bold(service.setupUrl)}   ${quiet('(create the first administrator)')}`]
      : []),
    ...(isWorker
      ? []
      : [
          `  Learn         ${bold(`${url}/`)}`,
          `  Studio        ${url}/studio`,
          `  Console       ${url}/console`,
          `  Reference     ${bold(`${url}/docs`)}   ${quiet('(OpenAPI: /openapi.json)')}`,
          `  API           ${url}/api/v2`,
        ]),
    `  Health        ${url}/health/ready   ${quiet('(metrics: /metrics)')}`,
    ...(isWorker || config.production || config.mail.smtpUrl ? [] : [`  Mailbox       ${url}/dev/mail`]),
    `  Database      ${service.isDatabaseEmbedded ? `embedded, in ${config.dataDir}` : new URL(service.databaseUrl).host}`,
    ...(service.chainUrl
      ? [
          `  Chain         ${config.chain.rpcUrl ? new URL(service.chainUrl).host : `embedded, ${service.chainUrl}`}`,
        ]
      : []),
  ]
  const learner = service.demoUsers.find((user) => user.accessToken)
  if (service.demoUsers.length > 0) {
    lines.push('', '  Demo users    e-mail and password')
    for (const user of service.demoUsers)
      lines.push(`                ${user.email.padEnd(22)} ${user.password}`)
  }
  if (learner?.accessToken) {
    lines.push(
      '',
      '  Try it        (the token is valid for 15 minutes)',
      '',
      `curl ${url}/api/v2/user/profile -H 'Authorization: Bearer ${learner.accessToken}'`,
      '',
      `  Play          a quiz battle in another terminal: ${COMMAND} play${service.http?.port === 3000 ? '' : ` --url ${url}`}`,
    )
  }
  return `${lines.join('\n')}\n`
}
