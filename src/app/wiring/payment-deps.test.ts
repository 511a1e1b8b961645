import { expect, test } from 'bun:test'
import { reachableHost } from '../../modules/payment-providers/create-providers.ts'
import { readConfig } from '../../platform/config/config.ts'
import { startPaymentSandbox } from './payment-deps.ts'

const pageHosts: [settings: Record<string, string>, pageHost: string][] = [
  [{}, '127.0.0.1'],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.5:3000' }, '192.168.1.5'],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://lyceum.example' }, 'lyceum.example'],
]
for (const [settings, pageHost] of pageHosts)
  test(`with the settings ${JSON.stringify(settings)}, payment pages are at ${pageHost}`, async () => {
    const given = readConfig({ LYCEUM_ENV: 'test', ...settings })
    const { config, sandbox } = startPaymentSandbox(given)
    try {
      expect(sandbox!.pageOrigin).toBe(`http://${pageHost}:${config.payments.sandboxPort}`)
      // Without a database the sandbox answers with 503.
      const url = `http://${reachableHost(config.host)}:${config.payments.sandboxPort}`
      expect((await fetch(url)).status).toBe(503)
    } finally {
      await sandbox!.stop()
    }
  })

test('the service reaches a sandbox that listens on all addresses over loopback', () => {
  const hosts = ['127.0.0.1', 'localhost', '0.0.0.0', '::', '::1', '192.168.1.5'].map(reachableHost)
  expect(hosts).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1', '[::1]', '192.168.1.5'])
})
