import { type Config, withPort } from '../../platform/config/config.ts'
import { findFreePort, tryPort } from '../../platform/ports.ts'

/** Said to people, so the message is a sentence with a way out. */
export class PortTakenError extends Error {
  override name = 'PortTakenError'
}

/** Before anything else is begun: PORT=0 becomes a real port, which links need, and a taken one is refused. */
export async function choosePort(config: Config): Promise<Config> {
  if (config.port === 0) return withPort(config, await findFreePort(config.host))
  const error = await tryPort(config.port, config.host)
  if (error?.code === 'EADDRINUSE')
    throw new PortTakenError(
      `Port ${config.port} is taken. Stop what uses it, or choose another with PORT=${config.port + 1}.`,
    )
  if (error) throw error
  return config
}
