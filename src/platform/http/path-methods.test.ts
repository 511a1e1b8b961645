import { afterAll, describe, expect, test } from 'bun:test'
import { startTestHttp } from '../../../test/harness/http.ts'
import { PathMethods } from './path-methods.ts'
import { plainResponse } from './response.ts'

const AVATAR = '/avatars/:name{[0-9a-f-]{4}\\.svg}'

describe('PathMethods', () => {
  const known = new PathMethods()
  known.add('/contests/join', 'POST')
  known.add('/contests/:id', 'GET')
  known.add('/contests/:id', 'DELETE')
  known.add(AVATAR, 'GET')

  test('a path that matches several patterns has the methods of all of them', () => {
    expect(known.find('/contests/join')).toEqual(['POST', 'GET', 'DELETE'])
    expect(known.find('/contests/1')).toEqual(['GET', 'DELETE'])
  })

  test('an unknown path has no method', () => {
    for (const path of ['/', '/contests', '/contests/', '/contests/1/2', '/contests.join', '/constructor'])
      expect([path, known.find(path)]).toEqual([path, []])
  })

  test('a parameter with a pattern matches only text that fits completely', () => {
    expect(known.find('/avatars/12-a.svg')).toEqual(['GET'])
    for (const name of ['12-a.png', '12-axsvg', '12-ab.svg', 'x12-a.svg', '12-a.svg.svg'])
      expect([name, known.find(`/avatars/${name}`)]).toEqual([name, []])
  })
})

describe('a page with a pattern in its path', () => {
  const http = startTestHttp([], {
    plainRoutes: [{ path: AVATAR, handle: (_request, { name }) => plainResponse(name!, 200, {}) }],
  })
  afterAll(() => http.stop())

  test('the page is served when its parameter fits, and is 404 otherwise', async () => {
    expect((await http.ask('/avatars/12-a.svg')).text).toBe('12-a.svg')
    expect((await http.ask('/avatars/12-a.png')).status).toBe(404)
    expect((await http.ask('/avatars/12-a.svg', { method: 'POST' })).headers.get('allow')).toBe(
      'GET, HEAD, OPTIONS',
    )
    expect((await http.ask('/avatars/12-a.png', { method: 'POST' })).status).toBe(404)
  })
})
