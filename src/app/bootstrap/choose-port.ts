import { type Config, withPort } from '../../platform/config/config.ts'
import { findFreePort, tryPort } from '../../platform/ports.ts'

export class PortTakenError extends Error {
  override name = 'PortTakenError'
}

/** Replaces PORT=0 by a free port, because links contain it, and throws if the port is in use. */
export async function choosePort(config: Config): Promise<Config> {
  if (config.port === 0) return withPort(config, await findFreePort(config.host))
  const error = await tryPort(config.port, config.host)
  if (error?.code === 'EADDRINUSE')
    throw new PortTakenError(
      `Port ${config.port} is in use. Stop the process that uses it, or choose another port with PORT=${config.port + 1}.`,
    )
  if (error) throw error
  return config
}
