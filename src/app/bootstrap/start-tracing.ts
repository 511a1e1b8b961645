import { VERSION } from '../../platform/build-info.ts'
import type { Config } from '../../platform/config/config.ts'
import { useTracer } from '../../platform/tracing/tracing.ts'

/** Starts the configured trace export. The library is not loaded if none is configured. */
export async function startTracing({ tracing, role }: Config): Promise<{ close(): Promise<void> }> {
  if (!tracing) return { close: async () => {} }
  const { createOtlpTracer } = await import('../../platform/tracing/otlp-tracer.ts')
  const tracer = createOtlpTracer({ ...tracing, role, version: VERSION })
  useTracer(tracer)
  return {
    close: async () => {
      useTracer(undefined)
      await tracer.close()
    },
  }
}
