import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readBadges } from './read-badges.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-badges-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

const OWL = ['name: Early Owl', 'description: Learn on 3 nights.', 'rule: NIGHTS_LEARNED', 'required: 3']
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'
const errors = async () =>
  (await readBadges(folder)).errors.map(({ file, line, message }) => `${file}:${line}: ${message}`)

describe('readBadges', () => {
  test('badges are read with their images and named after their files', async () => {
    put('badges/early-owl.yaml', [...OWL, 'picture: images/owl.svg'].join('\n'))
    put('badges/plain.yaml', OWL.join('\n'))
    put('badges/images/owl.svg', SVG)
    put('badges/images/unused.svg', SVG.replace('8 8', '9 9'))
    const { badges, media, errors } = await readBadges(folder)
    expect(errors).toEqual([])
    const [name] = media.keys()
    expect([...media.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.svg$/)])
    const owl = {
      name: 'Early Owl',
      description: 'Learn on 3 nights.',
      rule: 'NIGHTS_LEARNED',
      required: 3,
      ruleLine: 3,
    } as const
    expect(badges).toEqual([
      { ...owl, type: 'EARLY_OWL', pictureKey: `media/${name}`, file: 'badges/early-owl.yaml' },
      { ...owl, type: 'PLAIN', pictureKey: null, file: 'badges/plain.yaml' },
    ])
  })

  test('a pack may have no badges', async () => {
    expect(await readBadges(folder)).toEqual({ badges: [], media: new Map(), errors: [] })
  })

  test('every error is reported with file and line', async () => {
    put('badges/a-rule.yaml', OWL.join('\n').replace('NIGHTS_LEARNED', 'MOONS_SEEN'))
    put('badges/b-number.yaml', OWL.join('\n').replace('required: 3', 'required: 0'))
    put('badges/c-field.yaml', [...OWL, 'colour: red'].join('\n'))
    put('badges/d-picture.yaml', [...OWL, 'picture: images/none.svg'].join('\n'))
    put('badges/e-missing.yaml', OWL.slice(1).join('\n'))
    put('badges/f-broken.yaml', 'name: [')
    put('badges/Upper.yaml', OWL.join('\n'))
    put('badges/g.yaml', OWL.join('\n'))
    put('badges/notes.txt', 'x')
    put('badges/images/evil.svg', SVG.replace('<rect', '<script>alert(1)</script><rect'))
    const found = await errors()
    for (const [location, message] of [
      ['badges/a-rule.yaml:3', 'rule'],
      ['badges/b-number.yaml:4', 'required'],
      ['badges/c-field.yaml:5', '"colour" is not a field here'],
      ['badges/d-picture.yaml:5', 'images/none.svg is not in badges/images'],
      ['badges/e-missing.yaml:1', 'name is missing'],
      ['badges/f-broken.yaml:', ''],
      ['badges/Upper.yaml:1', 'must be named <key>.yaml'],
      ['badges/g.yaml:1', 'begins with a letter and has 3 to 40'],
      ['badges/notes.txt:1', 'must be named <key>.yaml'],
      ['badges/images/evil.svg:1', 'script'],
    ] as const)
      expect([
        location,
        found.some((error) => error.startsWith(location) && error.includes(message)),
      ]).toEqual([location, true])
  })
})
