import { type Config, onPort } from '../../platform/config.ts'
import { findFreePort, tryPort } from '../../platform/embedded/ports.ts'

/** Said to people, so the message is a sentence with a way out. */
export class PortTaken extends Error {
  override name = 'PortTaken'
}

/** Before anything else is begun: PORT=0 becomes a real port, which links need, and a taken one is refused. */
export async function choosePort(config: Config): Promise<Config> {
  if (config.port === 0) return onPort(config, await findFreePort(config.host))
  const fault = await tryPort(config.port, config.host)
  if (fault?.code === 'EADDRINUSE')
    throw new PortTaken(
      `Port ${config.port} is taken. Stop what uses it, or choose another with PORT=${config.port + 1}.`,
    )
  if (fault) throw fault
  return config
}
