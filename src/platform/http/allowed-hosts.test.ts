import { expect, test } from 'bun:test'
import { startTestHttp } from '../../../test/harness/http.ts'
import { readConfig } from '../config/config.ts'
import { z } from '../zod.ts'
import { createHostCheck } from './allowed-hosts.ts'
import { endpoint } from './endpoint.ts'

/** Returns the hosts that a service with these settings accepts. */
function acceptedOf(settings: Record<string, string>, hosts: string[]): string[] {
  const check = createHostCheck(readConfig(settings))
  return hosts.filter((host) => {
    try {
      check?.(new Request('http://localhost/', { headers: { host } }))
      return true
    } catch {
      return false
    }
  })
}

const LOCAL = ['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000', '[::1]']
const FOREIGN = [
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example:3000',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io:3000',
  'evil.localhost',
]

test('development accepts the names and addresses of loopback and rejects every other host', () => {
  expect(acceptedOf({}, [...LOCAL, ...FOREIGN, '192.168.1.7:3000'])).toEqual(LOCAL)
})

test('development accepts the hosts of HOST and PUBLIC_URL', () => {
  const settings = { HOST: '192.168.1.7', PUBLIC_URL: 'http://laptop.lan:3000' }
  const own = ['192.168.1.7:3000', 'laptop.lan:3000', 'laptop.lan']
  expect(acceptedOf(settings, [...LOCAL, ...own, ...FOREIGN, '192.168.1.8'])).toEqual([...LOCAL, ...own])
})

test('development on all interfaces accepts every address, which phones use, and no foreign name', () => {
  const addresses = ['192.168.1.7:3000', '10.0.0.1', '[fd00::7]:3000']
  for (const HOST of ['0.0.0.0', '::'])
    expect(acceptedOf({ HOST }, [...addresses, ...LOCAL, ...FOREIGN])).toEqual([...addresses, ...LOCAL])
})

test('the test environment does not check the host', () => {
  expect(acceptedOf({ LYCEUM_ENV: 'test' }, FOREIGN)).toEqual(FOREIGN)
})

test('a development server refuses every endpoint, page and unknown path to a foreign host', async () => {
  const hello = endpoint({
    method: 'get',
    path: '/hello',
    tag: 'Test',
    summary: 'Test',
    access: 'public',
    response: { status: 200, data: z.any() },
    handle: () => 'hello',
  })
  const plainRoutes = [{ path: '/page', handle: () => new Response('page') }]
  const http = startTestHttp([hello], { environment: { LYCEUM_ENV: 'development' }, plainRoutes })
  const statusesFor = async (host: string) => {
    const responses = ['/hello', '/page', '/unknown'].map((path) => http.ask(path, { headers: { host } }))
    return (await Promise.all(responses)).map(({ status }) => status)
  }
  expect(await statusesFor('evil.example')).toEqual([403, 403, 403])
  expect(await statusesFor(`localhost:${http.port}`)).toEqual([200, 200, 404])
  await http.stop()
})
