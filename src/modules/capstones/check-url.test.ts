import { describe, expect, test } from 'bun:test'
import { checkRepositoryUrl, checkUrl } from './check-url.ts'
import { HOSTILE_REPOSITORIES } from './check-url-testbed.ts'

const HOSTS = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']

describe('checkRepositoryUrl', () => {
  test.each([
    ['https://github.com/ada/jar', 'https://github.com/ada/jar'],
    ['https://github.com/ada/jar/', 'https://github.com/ada/jar'],
    ['https://GitHub.com/Ada-L/savings.jar.git', 'https://github.com/Ada-L/savings.jar.git'],
    ['https://github.com/ada/jar/tree/main/src', 'https://github.com/ada/jar/tree/main/src'],
    ['https://gitlab.com/group/subgroup/jar', 'https://gitlab.com/group/subgroup/jar'],
    ['https://bitbucket.org/ada/jar_2', 'https://bitbucket.org/ada/jar_2'],
    ['https://codeberg.org/ada/jar', 'https://codeberg.org/ada/jar'],
  ])('checkRepositoryUrl accepts %s', (given, stored) => {
    expect(checkRepositoryUrl(given, HOSTS)).toBe(stored)
  })

  test.each(HOSTILE_REPOSITORIES)('checkRepositoryUrl refuses %j', (given) => {
    expect(() => checkRepositoryUrl(given, HOSTS)).toThrow('repositoryUrl must look like')
  })

  test('checkRepositoryUrl accepts configured hosts only', () => {
    expect(checkRepositoryUrl('https://git.school.example/ada/jar', ['git.school.example'])).toContain(
      'school',
    )
    expect(() => checkRepositoryUrl('https://github.com/ada/jar', ['git.school.example'])).toThrow(
      'git.school',
    )
  })
})

describe('checkUrl', () => {
  test.each([
    ['https://jar.example.com', 'WEBSITE_URL'],
    ['https://ada.github.io/jar/?tab=1#top', 'WEBSITE_URL'],
    ['https://drive.google.com/file/d/1a_B/view?usp=sharing', 'GOOGLE_DRIVE_URL'],
    ['https://docs.google.com/document/d/1a/edit', 'GOOGLE_DRIVE_URL'],
    ['https://www.youtube.com/watch?v=abc', 'VIDEO_URL'],
    ['https://youtu.be/abc', 'VIDEO_URL'],
  ] as const)('%s is taken as %s', (given, type) => {
    expect(checkUrl(given, type)).toStartWith(new URL(given).origin)
  })

  test.each([
    'http://jar.example.com',
    'https://localhost',
    'https://jar.local/',
    'https://metadata.google.internal/computeMetadata',
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f.1',
    'https://[::1]/',
    'https://2130706433',
    'https://user@jar.example.com',
    'https://jar.example.com:8080',
    'https://jar.example.com\\@evil.example',
    'javascript:alert(1)',
    'https://jar .example.com',
    'https://jar',
    'https://-jar.example.com',
    'https://jar.example.com/"onclick',
    'https://jar.example.com/<b>',
  ])('checkUrl refuses %j', (given) => {
    expect(() => checkUrl(given, 'WEBSITE_URL')).toThrow('url must be')
  })

  test('checkUrl accepts only the hosts of the submission type', () => {
    expect(() => checkUrl('https://jar.example.com/v', 'VIDEO_URL')).toThrow('youtube.com')
    expect(() => checkUrl('https://evil.example/drive.google.com', 'GOOGLE_DRIVE_URL')).toThrow(
      'drive.google',
    )
  })
})
